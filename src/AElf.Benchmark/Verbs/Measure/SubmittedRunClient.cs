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
internal sealed class SubmittedRunClient(BenchmarkOptions options, RunClient client, CallProgress call)
{
    private static readonly TimeSpan MaxAway = TimeSpan.FromSeconds(60);

    // The manager may have been started just before this call.
    private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly string manager = client.Name;
    private RunId run;
    private ProgressSnapshot latest;
    private bool isShown;
    private bool isNamed;
    private bool isAwaited;
    private (string Reason, IDisposable Step)? wait;

    /// <param name="id">The run's id.</param>
    /// <param name="plan">The run's settings.</param>
    /// <param name="cancellation">Cancels the run at the manager.</param>
    /// <exception cref="RunStoppedException">The manager cannot be reached, or does not make the run.</exception>
    public RunReport Execute(RunId id, RunPlan plan, CancellationToken cancellation)
    {
        using var progress = call.OpenRun();
        run = id;
        ReadOnlyMemory<byte> load = default;
        if (options.Workload.LoadFile is { } setting && plan.Settings.Get(setting) is { } file)
        {
            // Check the load here, so that errors have the file name that the user knows.
            options.Workload.Load(plan.Settings);
            load = File.ReadAllBytes(file);
        }

        var submitted = new SubmittedRun(id.ToString())
        {
            Submission = (ulong)System.Random.Shared.NextInt64(),
            Settings = plan.Submission,
        };
        return ExecuteAsync(submitted, load, progress, cancellation).GetAwaiter().GetResult();
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
        var seen = TimeProvider.System.GetTimestamp();
        var wasThere = false;
        while (true)
        {
            var error = "the connection ended";
            var (isThere, isRefused) = (false, false);
            try
            {
                await foreach (var state in FollowAsync(submitted, load, cancellation))
                {
                    NameOnce(state);
                    (wasThere, isThere, seen) = (true, true, TimeProvider.System.GetTimestamp());
                    if (Show(state, progress) is { } report)
                    {
                        return report;
                    }
                }
            }
            catch (WireException exception)
            {
                error = exception.Message;
                isRefused = exception.GetBaseException()
                    is SocketException { SocketErrorCode: SocketError.ConnectionRefused };
            }

            // A killed process closes its connections before it ends.
            await Task.Delay(Pause, CancellationToken.None);
            ThrowIfManagerEnded();
            if (!wasThere)
            {
                ThrowUnlessStarting(isRefused, TimeProvider.System.GetElapsedTime(seen), error, cancellation);
                continue;
            }

            if (TimeProvider.System.GetElapsedTime(seen) > MaxAway || cancellation.IsCancellationRequested)
            {
                ShowWait(null);
                throw new RunStoppedException(
                    ExitCode.Environment,
                    $"lost the connection to the manager at {manager}: {error}. Run {run} stays in its --state "
                        + "folder: the next manager over this folder resumes the run. It cancels the run and "
                        + "removes its keys after a minute without the benchmark");
            }

            if (isThere)
            {
                var waits =
                    $"lost the connection to the manager at {manager}; waiting up to {MaxAway.TotalSeconds:0} s";
                ShowWait(waits);
                call.WriteLine($"{waits} ({error})");
            }
        }
    }

    /// <exception cref="RunStoppedException">The scenario started the manager, and its process has ended.</exception>
    private void ThrowIfManagerEnded()
    {
        if (options.ManagerEnding() is { } ending)
        {
            ShowWait(null);
            throw new RunStoppedException(
                ExitCode.Environment,
                $"the manager of this scenario {ending}, so run {run} has ended. The scenario stops its stores and "
                    + "removes the state folder, so no keys remain");
        }
    }

    /// <param name="isRefused">Whether no process listens at the manager's address.</param>
    /// <param name="error">Why the run was not submitted.</param>
    /// <exception cref="RunStoppedException">The manager does not answer, or the call was cancelled.</exception>
    private void ThrowUnlessStarting(bool isRefused, TimeSpan waited, string error, CancellationToken cancellation)
    {
        if (cancellation.IsCancellationRequested)
        {
            var rest = isRefused
                ? "No run was submitted"
                : $"If it has received run {run}, it cancels the run after a minute without the benchmark, and removes "
                    + "its keys";
            throw new RunStoppedException(
                ExitCode.DegradedOrFailed,
                new Problem(
                    ProblemKind.Cancelled,
                    $"the call was cancelled before the manager at {manager} answered: {error}. {rest}"));
        }

        if (!isRefused || waited > MaxStart)
        {
            throw new RunStoppedException(
                ExitCode.Environment, $"the manager at {manager} did not accept the run: {error}");
        }

        if (!isAwaited)
        {
            isAwaited = true;
            Write($"nothing listens at {manager} yet; waiting for the manager for {MaxStart.TotalSeconds:0} s");
        }
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

    private void Write(string line)
    {
        if (!options.Quiet)
        {
            call.WriteLine(line);
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
                if (!string.Equals(wait?.Reason, reason, StringComparison.Ordinal))
                {
                    ShowWait(reason);
                    Write(reason);
                }

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
