using System.Globalization;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>A process that the agent of a host started for us; what it writes is kept here.</summary>
/// <param name="machine">The host.</param>
/// <param name="number">Its number on the host.</param>
/// <param name="outputFile">The file that takes what it writes.</param>
/// <param name="cores">The cores it is pinned to; null for all.</param>
internal sealed class HostProcess(HostMachine machine, int number, string outputFile, string? cores) : IStartedProcess
{
    private const int Lost = -1;

    private static readonly TimeSpan OfTheWire = TimeSpan.FromSeconds(5);

    private readonly TaskCompletionSource<int> started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<(int Code, string Ending)> ended =
        new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool isWanted = true;

    /// <summary>Its process id, once it was started.</summary>
    public Task<int> Started => started.Task;

    /// <inheritdoc/>
    public int Id => started.Task.Result;

    /// <inheritdoc/>
    public bool HasExited => ended.Task.IsCompleted;

    /// <inheritdoc/>
    public int ExitCode => ended.Task.Result.Code;

    /// <inheritdoc/>
    public string Ending => ended.Task.Result.Ending;

    /// <inheritdoc/>
    public string Output => File.Exists(outputFile) ? File.ReadAllText(outputFile) : "";

    /// <inheritdoc/>
    public string Error => Output;

    /// <summary>What it was, and how it ended before it was to; null of one that did not.</summary>
    public HostedProcessReport Report =>
        new(Path.GetFileNameWithoutExtension(outputFile), cores, isWanted && HasExited ? Ending : null);

    /// <inheritdoc/>
    public Task WaitForExitAsync(CancellationToken cancellation) => ended.Task.WaitAsync(cancellation);

    /// <inheritdoc/>
    public async Task EndAsync(TimeSpan grace)
    {
        isWanted &= HasExited;
        if (HasExited)
        {
            return;
        }

        machine.Send(new HostMessage.End(number, grace.TotalSeconds));

        // What does not answer any more ends by its lease.
        await Task.WhenAny(ended.Task, Task.Delay(grace + OfTheWire));
    }

    /// <inheritdoc/>
    public void Kill() => EndAsync(TimeSpan.Zero).GetAwaiter().GetResult();

    /// <inheritdoc/>
    public void Dispose() => Kill();

    /// <summary>It was started.</summary>
    public void OnStarted(int id) => started.TrySetResult(id);

    /// <summary>It cannot be started.</summary>
    public void OnRefused(string reason)
    {
        started.TrySetException(new ScenarioException(reason));

        // Nobody may be waiting for it any more.
        _ = started.Task.Exception;
    }

    /// <summary>It wrote something.</summary>
    public void OnOutput(string text) => File.AppendAllText(outputFile, text);

    /// <summary>It has ended.</summary>
    public void OnEnded(int code) =>
        ended.TrySetResult((code, string.Create(CultureInfo.InvariantCulture, $"ended with exit code {code}")));

    /// <summary>Nobody knows what became of it.</summary>
    public void OnLost(string reason)
    {
        OnRefused(reason);
        ended.TrySetResult((Lost, $"is lost: {reason}"));
    }
}
