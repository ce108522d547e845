using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// One run: prepare, seed, warm up, measure, audit, clean up, whatever the workload. The store is compared with the
/// model before any figure is given, and a figure is given only when every proof was carried through.
/// </summary>
public sealed class RunLifecycle : IDisposable
{
    private readonly RunRequest request;
    private readonly IWorkload workload;
    private readonly IRoundExecutor executor;
    private readonly IRunProgress progress;
    private readonly RunPhases phases;
    private readonly RunMeasurements measurements;
    private readonly ResourceMeter resources = new();
    private readonly BaselineProbe baseline;
    private long rounds;

    /// <summary>Takes what the run needs; the caller keeps owning it.</summary>
    public RunLifecycle(RunRequest request, IWorkload workload, IRoundExecutor executor, IRunProgress progress)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(workload);
        this.request = request;
        this.workload = workload;
        this.executor = executor;
        this.progress = progress;
        phases = new RunPhases(executor, progress);
        measurements = new RunMeasurements(
            new OperationLedger(workload.Store), workload.RoundWeight, request.Actors.Actors, request.Measure.Slice);
        baseline = new BaselineProbe(request, phases, measurements);
    }

    /// <summary>Makes the run.</summary>
    /// <param name="cancellation">Ends the run as failed, with its keys removed.</param>
    /// <exception cref="StoreException">The store could not be prepared: nothing was measured.</exception>
    public RunReport Run(CancellationToken cancellation)
    {
        phases.Add(RunPhase.Prepare, TimeProvider.System.GetElapsedTime(request.PreparingSince));
        progress.Start(phases.Snapshot);

        // Read now, so that a shard that cannot be reached is known before anything is written, and again when its keys
        // are there.
        measurements.Ledger.ReadServers();

        // The lock of a process that ended in mid-run is there still, and the run is ours: the manager's log, which one
        // process holds, says so.
        if (!workload.Store.TryTakeRunLock(evenIfHeld: request.RoundsBegun is not null))
        {
            throw new StoreException(
                StoreFault.Refused,
                $"run {request.RunId} is locked in the store: another process drives it, or one was killed; "
                    + "choose another --run-id");
        }

        RunReport report;
        try
        {
            var audit = Conduct(cancellation);
            var used = resources.Report(measurements);
            report = RunReportBuilder.Build(
                request, workload, measurements, baseline.Result(), audit, used, phases.Report());
            request.Concluded?.Invoke(report.Published());
        }
        catch (StoreException exception) when (request.RoundsBegun is null || rounds > 0)
        {
            throw CleanUp(request.StorePatience) is not { } left
                ? exception
                : new StoreException(exception.Fault, $"{exception.Message}; {left}", exception);
        }
        catch (StoreException)
        {
            // The run is tried again, and waits for the store itself.
            CleanUp(TimeSpan.Zero);
            throw;
        }
        catch
        {
            CleanUp(request.StorePatience);
            throw;
        }

        var leftover = CleanUp(request.StorePatience);
        return RunReportBuilder.Complete(report, phases.Report(), leftover);
    }

    /// <inheritdoc/>
    public void Dispose() => baseline.Dispose();

    private WorkloadAudit? Conduct(CancellationToken cancellation)
    {
        try
        {
            phases.Run(RunPhase.Seed, () => Seed(cancellation));
            Resume(cancellation);
            baseline.Open(workload);
            GetWarm(cancellation);
            Measure(cancellation);
            return Audit();
        }
        catch (OperationCanceledException)
        {
            measurements.Fail("the run was interrupted");
            return null;
        }
    }

    private void Seed(CancellationToken cancellation)
    {
        // All but what rounds start from was given up, and what was sent of it may come in a measured round.
        var givenUp = request.RoundsBegun > 0 ? request.SeedVersions.SkipLast(1) : request.SeedVersions;
        measurements.CarryOver(OperationCounts.Sets((long)givenUp.Count() * workload.Baseline.Keys));
        if (request.RoundsBegun > 0)
        {
            workload.Adopt(request.Prepared ? [0] : request.SeedVersions);
            return;
        }

        if (request.Prepared)
        {
            workload.VerifyPrepared();
        }
        else
        {
            // They are to be removed with the others.
            workload.Adopt(request.SeedVersions);
            workload.Seed(request.TakeSeedVersion(), cancellation);
        }

        measurements.Ledger.ReadServers();
    }

    /// <summary>
    /// Ends what another process began. Nobody knows the times of its rounds: all measured rounds come after them.
    /// </summary>
    private void Resume(CancellationToken cancellation)
    {
        if (request.RoundsBegun is not { } begun)
        {
            return;
        }

        measurements.Add(new FaultReport(
            0, 0, "manager", $"the manager was restarted with {begun} rounds begun, and the run was resumed", 1));
        phases.Run(RunPhase.WarmUp, () =>
        {
            while (rounds < begun && !measurements.HasFailed)
            {
                Execute(0, cancellation);
            }
        });
    }

    private void GetWarm(CancellationToken cancellation)
    {
        var warmUp = new WarmUp(request.Measure.WarmupRounds);
        phases.Run(RunPhase.WarmUp, () =>
        {
            while (!measurements.HasFailed && !warmUp.IsOver)
            {
                var (window, compiling) = Execute(0, cancellation);
                warmUp.Add(window, compiling);
            }
        });
    }

    private void Measure(CancellationToken cancellation)
    {
        baseline.AskRedisBenchmark(1);
        for (var round = 1; round <= request.Measure.Rounds && !measurements.HasFailed; round++)
        {
            cancellation.ThrowIfCancellationRequested();
            baseline.Sample(round);
            phases.Run(RunPhase.Measure, () => Execute(round, cancellation), round, request.Measure.Rounds);
        }

        baseline.AskRedisBenchmark(request.Measure.Rounds);
    }

    /// <summary>Executes a round; one numbered 0 is not measured.</summary>
    private (TimeSpan Window, TimeSpan Compiling) Execute(int round, CancellationToken cancellation)
    {
        var isMeasured = round > 0;
        if (isMeasured)
        {
            measurements.Ledger.OpenRound();
        }

        var start = Stopwatch.GetTimestamp();
        var plan = workload.OpenRound(rounds);
        var grouping = Stopwatch.GetElapsedTime(start);
        phases.CommittedBefore = rounds * workload.RoundWeight;
        resources.Start();
        var outcome = executor.Execute(plan, cancellation);
        var compiling = resources.Stop(isMeasured);
        rounds++;
        workload.NoteRetries(plan, outcome.Reassigned);
        if (isMeasured)
        {
            measurements.Ledger.CloseRound();
        }

        measurements.Add(round, plan, grouping, outcome);
        return (outcome.Window, outcome.Workers.Aggregate(compiling, (sum, worker) => sum + worker.Compiling));
    }

    private WorkloadAudit? Audit()
    {
        WorkloadAudit? audit = null;
        if (!measurements.HasFailed)
        {
            phases.Run(RunPhase.Audit, () =>
            {
                try
                {
                    audit = workload.Audit(rounds);
                }
                catch (StoreException exception)
                {
                    measurements.Fail($"the {workload.Description.ItemNoun}s cannot be read back: {exception.Message}");
                }
            });
        }

        return audit;
    }

    /// <summary>Removes what the run wrote, and says what may be left.</summary>
    private string? CleanUp(TimeSpan patience)
    {
        StoreException? failure = null;
        phases.Run(RunPhase.Cleanup, () =>
        {
            var since = Stopwatch.GetTimestamp();
            for (var attempts = 1; ; attempts++)
            {
                failure = TryCleanUp();
                if (failure is not { IsTransient: true } || Stopwatch.GetElapsedTime(since) >= patience)
                {
                    return;
                }

                Thread.Sleep(RetryPause.After(attempts));
            }
        });
        return failure is null
            ? null
            : $"{RunKeys.Left(request.RunId, workload.Store.Description)}: {failure.Message}";
    }

    private StoreException? TryCleanUp()
    {
        try
        {
            baseline.Dispose();
            RunKeys.Remove(request.RunId, workload, baseline.KeysIn);
            workload.Store.ReleaseRunLock();
            return null;
        }
        catch (StoreException exception)
        {
            return exception;
        }
    }
}
