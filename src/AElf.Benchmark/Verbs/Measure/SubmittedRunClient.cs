using System.Net.Sockets;
using System.Runtime.CompilerServices;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// Submits one run to the manager of a cluster. After a restart the manager resumes the run, and this client follows it
/// again.
/// </summary>
internal sealed class SubmittedRunClient(BenchmarkOptions options, RunClient client, CallProgress call, RunId run)
{
    private static readonly TimeSpan MaxAway = TimeSpan.FromSeconds(60);

    // The manager may have been started just before this call.
    private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    // A manager reports a run at least every five seconds: two reports are missing.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(11);
    private const string NoKeys = "the scenario stops its stores and removes the state folder, so no keys remain";

    private readonly string manager = client.Name;
    private ProgressSnapshot latest;
    private volatile bool isAnswered;
    private volatile bool isOver;
    private long since;
    private TimeSpan limit;
    private bool isShown;
    private bool isNamed;
    private (string Reason, IDisposable Step)? wait;

    /// <summary>What Ctrl-C begins, in words; null before the submission and after the run.</summary>
    public string? Ending => (IsActive, isAnswered) switch
    {
        (false, _) => null,
        (_, true) => $"cancelling run {run} at the manager at {manager}",
        _ => $"cancelling the submission of run {run} to the manager at {manager}, which can take {UntilEnd()}",
    };

    /// <summary>What remains if this process ends at once; null without a submitted run.</summary>
    public string? Remains => IsActive ? $"ended at once: {Rest()}" : null;

    private bool IsActive => !isOver && limit != default;

    /// <param name="plan">The run's settings.</param>
    /// <param name="cancellation">Cancels the run at the manager.</param>
    /// <exception cref="RunStoppedException">The manager cannot be reached, or does not make the run.</exception>
    public RunReport Execute(RunPlan plan, CancellationToken cancellation)
    {
        using var progress = call.OpenRun();
        ReadOnlyMemory<byte> load = default;
        if (options.Workload.LoadFile is { } setting && plan.Settings.Get(setting) is { } file)
        {
            // Check the load here, so that errors have the file name that the user knows.
            options.Workload.Load(plan.Settings);
            load = File.ReadAllBytes(file);
        }

        var submitted = new SubmittedRun($"{run}")
        {
            Submission = (ulong)System.Random.Shared.NextInt64(),
            Settings = plan.Submission,
        };
        try
        {
            ShowWait($"submitting run {run} to the manager at {manager}");
            return ExecuteAsync(submitted, load, progress, cancellation).GetAwaiter().GetResult();
        }
        finally
        {
            isOver = true;
            ShowWait(null);
        }
    }

    private void NameOnce(RunState state)
    {
        // A run that is refused during its preparation has no keys.
        if (!isNamed && state is RunState.UnderWay { Progress.Phase: > RunPhase.Prepare })
        {
            isNamed = true;
            call.WriteLine(RunKeys.Named(run));
        }
    }

    private async Task<RunReport> ExecuteAsync(
        SubmittedRun submitted, ReadOnlyMemory<byte> load, IRunProgress progress, CancellationToken cancellation)
    {
        var begun = TimeProvider.System.GetTimestamp();
        while (true)
        {
            if (!isAnswered)
            {
                WaitAtMost(client.MaxSubmission(load.Length));
            }

            var states = FollowAsync(submitted, load, cancellation);
            var (report, wasThere, failure) = await TryFollowAsync(states, progress);
            if (report is not null)
            {
                return report;
            }

            var error = failure?.Message ?? "the connection ended";

            // A killed process closes its connections before it ends.
            await Task.Delay(Pause, CancellationToken.None);
            ThrowIfManagerEnded();
            if (!isAnswered)
            {
                var isRefused = failure?.GetBaseException()
                    is SocketException { SocketErrorCode: SocketError.ConnectionRefused };
                ThrowUnlessStarting(isRefused, TimeProvider.System.GetElapsedTime(begun), error, cancellation);
                continue;
            }

            if (TimeProvider.System.GetElapsedTime(since) > MaxAway || cancellation.IsCancellationRequested)
            {
                throw new RunStoppedException(
                    ExitCode.Environment,
                    $"lost the connection to the manager at {manager}: {error}; " + (options.ManagerEnding is not null
                        ? ""
                        : $"run {run} stays in its --state folder, and the next manager over this folder resumes it; ")
                        + Rest());
            }

            if (wasThere)
            {
                AnnounceWait($"lost the connection to the manager at {manager}: {error}; waiting {UntilEnd()}", true);
            }
        }
    }

    /// <summary>Shows the states; returns the report, whether the manager was there, and why they ended.</summary>
    private async Task<(RunReport? Report, bool WasThere, WireException? Failure)> TryFollowAsync(
        IAsyncEnumerable<RunState> states, IRunProgress progress)
    {
        var isThere = false;
        try
        {
            await foreach (var state in NotingSilence(states))
            {
                if (state is not null)
                {
                    NameOnce(state);
                    isAnswered = isThere = true;
                    WaitAtMost(MaxAway);
                    if (Show(state, progress) is { } report)
                    {
                        return (report, isThere, null);
                    }
                }
                else if (isThere || !isAnswered)
                {
                    var time = $"{MaxSilence.TotalSeconds:0} s";
                    AnnounceWait($"the manager at {manager} has not answered for {time}; waiting {UntilEnd()}", true);
                }
            }

            return (null, isThere, null);
        }
        catch (WireException exception)
        {
            return (null, isThere, exception);
        }
    }

    private void WaitAtMost(TimeSpan time) => (since, limit) = (TimeProvider.System.GetTimestamp(), time);

    /// <summary>The end of the current wait for the manager, in words.</summary>
    private string UntilEnd() =>
        RunState.Waiting.Until(limit - TimeProvider.System.GetElapsedTime(since), TimeProvider.System);

    /// <summary>The states, and null once in each silence of the manager.</summary>
    private static async IAsyncEnumerable<RunState?> NotingSilence(IAsyncEnumerable<RunState> states)
    {
        await using var each = states.GetAsyncEnumerator(CancellationToken.None);
        while (true)
        {
            var next = each.MoveNextAsync().AsTask();
            await ((Task)next).WaitAsync(MaxSilence).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!next.IsCompleted)
            {
                yield return null;
            }

            if (!await next)
            {
                yield break;
            }

            yield return each.Current;
        }
    }

    /// <summary>What happens to the run without this process, and the call that cancels it.</summary>
    private string Rest() => options.ManagerEnding is not null
        ? NoKeys
        : $"{(isAnswered ? "" : "if it has received the run, ")}the manager cancels run {run} after a minute without "
            + $"the benchmark, and removes its keys. To cancel it at {manager} earlier:\n"
            + client.CallOfCancel(run, options.Settings);

    /// <exception cref="RunStoppedException">The scenario started the manager, and its process has ended.</exception>
    private void ThrowIfManagerEnded()
    {
        if (options.ManagerEnding?.Invoke() is { } ending)
        {
            throw new RunStoppedException(
                ExitCode.Environment,
                $"the manager of this scenario {ending}, so run {run} has ended; {NoKeys}");
        }
    }

    /// <param name="isRefused">Whether no process listens at the manager's address.</param>
    /// <param name="error">Why the run was not submitted.</param>
    /// <exception cref="RunStoppedException">The manager does not answer, or the call was cancelled.</exception>
    private void ThrowUnlessStarting(bool isRefused, TimeSpan waited, string error, CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
        {
            throw new RunStoppedException(
                ExitCode.DegradedOrFailed,
                new Problem(
                    ProblemKind.Cancelled,
                    $"the call was cancelled before the manager at {manager} answered: {error}; "
                        + (isRefused ? "no run was submitted" : Rest())));
        }

        if (!isRefused || waited > MaxStart)
        {
            throw new RunStoppedException(
                ExitCode.Environment, $"the manager at {manager} did not accept the run: {error}");
        }

        AnnounceWait($"nothing listens at {manager} yet; waiting for the manager for {MaxStart.TotalSeconds:0} s");
    }

    /// <summary>States of the run until the run or the connection ends.</summary>
    private async IAsyncEnumerable<RunState> FollowAsync(
        SubmittedRun run,
        ReadOnlyMemory<byte> load,
        [EnumeratorCancellation] CancellationToken cancellation)
    {
        var joined = await client.SubmitAsync(run, load, CancellationToken.None);
        yield return joined;
        if (joined.IsOver)
        {
            yield break;
        }

        await using var cancelling = cancellation.Register(() => _ = CancelAsync(run.Id));
        await foreach (var state in client.FollowAsync(run.Id, CancellationToken.None))
        {
            yield return state;
        }
    }

    private async Task CancelAsync(string run)
    {
        try
        {
            await client.CancelAsync(run, CancellationToken.None);
        }
        catch (WireException exception)
        {
            call.WriteLine($"run {run} is not cancelled: {exception.Message}");
        }
    }

    /// <summary>Shows a wait instead of the progress; null ends this.</summary>
    private void ShowWait(string? reason)
    {
        wait?.Step.Dispose();
        wait = reason is null ? null : (reason, call.OpenStep(reason, isAnnounced: false));
    }

    /// <summary>Shows a wait, and writes a line when it begins; with <c>--quiet</c> only after a fault.</summary>
    private void AnnounceWait(string reason, bool isFault = false)
    {
        if (!string.Equals(wait?.Reason, reason, StringComparison.Ordinal))
        {
            ShowWait(reason);
            if (isFault || !options.Quiet)
            {
                call.WriteLine(reason);
            }
        }
    }

    /// <summary>Shows a state; returns the report once the run has ended, null before.</summary>
    /// <exception cref="RunStoppedException">The manager does not make the run.</exception>
    private RunReport? Show(RunState state, IRunProgress progress)
    {
        if (state is not RunState.Waiting)
        {
            ShowWait(null);
        }

        switch (state)
        {
            case RunState.Ended(var report):
                return ReportReader.Read(report);
            case RunState.Refused(var code, var problems):
                throw new RunStoppedException(code, string.Join(Environment.NewLine + "error: ", problems));
            case RunState.Waiting(var reason):
                AnnounceWait(reason);
                break;
            case RunState.UnderWay(var now) when now != default:
                Show(now, progress);
                break;
        }

        return null;
    }

    private void Show(ProgressSnapshot now, IRunProgress progress)
    {
        if (!isShown)
        {
            isShown = true;
            progress.Start(() => latest);
        }

        var before = latest;
        latest = now;
        if ((now.Phase, now.Round) != (before.Phase, before.Round))
        {
            progress.Enter(now);
        }
    }
}
