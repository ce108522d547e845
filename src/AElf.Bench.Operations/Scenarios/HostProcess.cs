using System.Globalization;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A process that the agent of a host started. Its output is stored on this machine.</summary>
/// <param name="machine">The host.</param>
/// <param name="number">Number of the process on the host.</param>
/// <param name="outputFile">File that takes the output.</param>
/// <param name="cores">Cores the process is pinned to; null for all.</param>
internal sealed class HostProcess(HostMachine machine, int number, string outputFile, string? cores) : IStartedProcess
{
    private const int Lost = -1;

    private static readonly TimeSpan NetworkDelay = TimeSpan.FromSeconds(5);

    private readonly TaskCompletionSource<int> started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<(int Code, string Ending)> ended =
        new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool isWanted = true;

    /// <summary>The process id, once the process was started.</summary>
    public Task<int> Started => started.Task;

    public int Id => started.Task.Result;

    public bool HasExited => ended.Task.IsCompleted;

    public int ExitCode => ended.Task.Result.Code;

    public string Ending => ended.Task.Result.Ending;

    public string Output => File.Exists(outputFile) ? File.ReadAllText(outputFile) : "";

    public string Error => Output;

    /// <summary>The process for the report, with its end if it ended too early.</summary>
    public HostedProcessReport Report =>
        new(Path.GetFileNameWithoutExtension(outputFile), cores, isWanted && HasExited ? Ending : null);

    public Task WaitForExitAsync(CancellationToken cancellation) => ended.Task.WaitAsync(cancellation);

    public async Task EndAsync(TimeSpan grace)
    {
        isWanted &= HasExited;
        if (HasExited)
        {
            return;
        }

        machine.Send(new HostMessage.End(number, grace.TotalSeconds));

        // If the host no longer answers, its agent ends the process after the lease.
        await Task.WhenAny(ended.Task, Task.Delay(grace + NetworkDelay));
    }

    public void Kill() => EndAsync(TimeSpan.Zero).GetAwaiter().GetResult();

    public void Dispose() => Kill();

    public void OnStarted(int id) => started.TrySetResult(id);

    /// <summary>The agent could not start the process.</summary>
    public void OnRefused(string reason)
    {
        started.TrySetException(new ScenarioException(reason));

        // The exception may remain unobserved.
        _ = started.Task.Exception;
    }

    public void OnOutput(string text) => File.AppendAllText(outputFile, text);

    public void OnEnded(int code) =>
        ended.TrySetResult((code, string.Create(CultureInfo.InvariantCulture, $"ended with exit code {code}")));

    /// <summary>The connection is lost, so the state of the process is unknown.</summary>
    public void OnLost(string reason)
    {
        OnRefused(reason);
        ended.TrySetResult((Lost, $"is lost: {reason}"));
    }
}
