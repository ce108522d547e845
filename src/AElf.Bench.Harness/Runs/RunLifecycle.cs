using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides the phases of one run of any workload: prepare, seed, warm up, measure, audit, clean up. Refuses a figure
/// without an audit. Next: <see cref="RunMeasurements"/>.
/// </summary>
public sealed class RunLifecycle : IDisposable
{
    // A block of this size takes many megabytes.
    private const long LargeBlock = 1_000_000;

    private readonly RunRequest request;
    private readonly IWorkload workload;
    private readonly IRoundExecutor executor;
    private readonly IRunProgress progress;
    private readonly RunPhases phases;
    private readonly RunMeasurements measurements;
    private readonly IResourceMeter resources;
    private readonly StoreProbe probe;
    private readonly BlockPilot pilot;
    private long rounds;
    private long blocks;

    /// <summary>Sets up the run; the caller disposes of the arguments.</summary>
    /// <exception cref="FormatException">The load cannot be offered the number of times that the run needs.</exception>
    public RunLifecycle(RunRequest request, IWorkload workload, IRoundExecutor executor, IRunProgress progress)
    {
        this.request = request;
        this.workload = workload;
        this.executor = executor;
        this.progress = progress;
        phases = new RunPhases(executor, workload.Work, progress);
        resources = request.Resources ?? new ResourceMeter(request.Store, workload.Store);
        measurements = new RunMeasurements(
            new OperationLedger(workload.Store), request.Actors.Actors, request.Measure, request.Environment.Cores);
        pilot = new BlockPilot(
            request.Measure, workload.BlockWeight, workload.MaxBlocks - (request.RoundsBegun ?? []).Sum(BlocksOf));
        probe = new StoreProbe(request, phases, measurements);
    }

    /// <param name="cancellation">Ends the run as failed, with its keys removed.</param>
    /// <exception cref="StoreException">The store could not be prepared, and nothing was measured.</exception>
    public RunReport Run(CancellationToken cancellation)
    {
        phases.Add(RunPhase.Prepare, TimeProvider.System.GetElapsedTime(request.PreparingSince));
        progress.Start(phases.Snapshot);

        // Counters are read now, so that an unreachable shard is found before any write. They are read again after
        // seeding.
        measurements.Ledger.ReadServers();
        foreach (var shard in measurements.Ledger.Shards.Where(shard => shard.EvictionPolicy is not null))
        {
            request.Noted?.Invoke(StoreProblems.EvictionPolicy(shard.Endpoint, shard.EvictionPolicy!));
        }

        if (!TryTakeStore())
        {
            throw new StoreException(
                StoreFault.Refused,
                $"run {request.RunId} is locked in the store: another process executes it, or was killed; "
                    + "choose another --run-id");
        }

        RunReport report;
        try
        {
            var audit = Conduct(cancellation);
            measurements.BareStore = probe.Result();
            report = RunReportBuilder.Build(
                request, workload, measurements, audit, resources.PeakWorkingSetMb, phases.Report());
            request.Concluded?.Invoke(report.Published());
        }
        catch (StoreException exception) when (request.RoundsBegun is null || rounds > 0)
        {
            throw CleanedUpAfter(exception);
        }
        catch (StoreException)
        {
            // The caller keeps the lock of the run, waits for the store, and tries again.
            CleanUp(TimeSpan.Zero, known: [], isTriedAgain: true);
            throw;
        }
        catch
        {
            CleanUp(request.Store.ReconnectDeadline, known: []);
            throw;
        }

        var leftover = CleanUp(request.Store.ReconnectDeadline, measurements.Failures);
        return RunReportBuilder.Complete(report, phases.Report(), leftover);
    }

    public void Dispose() => probe.Dispose();

    /// <returns>False if another process has the run's lock.</returns>
    private bool TryTakeStore()
    {
        try
        {
            workload.Store.TryCommands(workload.Probe.Commands);
            return workload.Store.TryTakeRunLock();
        }
        catch (StoreException exception) when (exception.IsIndeterminate && request.RoundsBegun is null)
        {
            throw CleanedUpAfter(exception);
        }
    }

    /// <summary>Removes the keys of a run that cannot start. Unanswered writes may still arrive.</summary>
    private StoreException CleanedUpAfter(StoreException exception)
    {
        var left = CleanUp(request.Store.ReconnectDeadline, [exception.Problem]);
        return new StoreException(
            exception.Fault,
            left is null
                ? exception.Problem
                : exception.Problem with { Text = $"{exception.Problem.Text}; {left.Text}" },
            exception)
        {
            IsIndeterminate = exception.IsTransient || left is not null,
        };
    }

    private WorkloadAudit? Conduct(CancellationToken cancellation)
    {
        try
        {
            phases.Run(RunPhase.Seed, () => Seed(cancellation));
            Resume(cancellation);
            probe.Open(workload);
            WarmUpCode(cancellation);
            Measure(cancellation);
            MeasureControls(cancellation);
            return Explain(Audit());
        }
        catch (OperationCanceledException)
        {
            measurements.Fail(Problem.Cancelled);
            return null;
        }
    }

    /// <summary>Adds the cause if the store lost data and reports why.</summary>
    private WorkloadAudit? Explain(WorkloadAudit? audit)
    {
        var areMissing = measurements.StoreLostData || audit is { IsAnyMissing: true };
        if ((areMissing || audit is { Wrong: > 0 }) && measurements.Ledger.WhyLost(areMissing) is { } cause)
        {
            measurements.Explain(cause);
        }

        return audit;
    }

    private void Seed(CancellationToken cancellation)
    {
        // The versions that the rounds do not start from were abandoned. Their late writes may arrive in a measured
        // round.
        var givenUp = request.RoundsBegun is { Count: > 0 } ? request.SeedVersions.SkipLast(1) : request.SeedVersions;
        measurements.CarryOver(OperationCounts.Sets((long)givenUp.Count() * workload.Probe.Keys));
        if (request.RoundsBegun is { Count: > 0 })
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
            // These versions are removed with the others.
            workload.Adopt(request.SeedVersions);
            workload.Seed(request.TakeSeedVersion(), cancellation);
        }

        measurements.Ledger.ReadServers();
    }

    /// <summary>
    /// Completes the rounds that another process began. It measures only the first of them, because the times of the
    /// others are lost.
    /// </summary>
    private void Resume(CancellationToken cancellation)
    {
        if (request.RoundsBegun is not { } begun)
        {
            return;
        }

        var earlier = new EarlierRounds(request, begun);
        foreach (var fault in earlier.Faults)
        {
            measurements.Add(fault);
        }

        phases.Run(RunPhase.WarmUp, () =>
        {
            for (var i = 0; i < begun.Count && !measurements.HasFailed; i++)
            {
                Execute(0, BlocksOf(begun[i]), cancellation, earlier.Of(i));
            }
        });

        // Rounds of one run are equally long.
        pilot.RaiseTo(BlocksOf(earlier.Weight));
    }

    private void WarmUpCode(CancellationToken cancellation)
    {
        // The first start has already waited for other programs.
        var warmUp = new WarmUp(
            request.Measure.WarmupRounds,
            request.Measure is { QuietBudget: > 0, Earlier: null },
            request.Measure.Earlier?.PerSecond);
        if (measurements.Rounds > 0 && measurements.Rounds >= RoundsToMeasure())
        {
            return;
        }

        phases.Run(RunPhase.WarmUp, () =>
        {
            while (!measurements.HasFailed && !(pilot.IsOver && warmUp.IsOver))
            {
                var isShort = !pilot.IsOver;
                var offered = pilot.Blocks * workload.BlockWeight;
                var (window, compiling, isDisturbed) = Execute(0, pilot.Blocks, cancellation);
                pilot.Add(window);
                if (!isShort)
                {
                    warmUp.Add(window, compiling, isDisturbed, offered);
                    cancellation.WaitHandle.WaitOne(warmUp.ForOthers);
                }
            }
        });
    }

    private void Measure(CancellationToken cancellation)
    {
        pilot.RaiseTo(request.Measure.Earlier?.Blocks ?? 0);
        probe.AskRedisBenchmark(1);
        for (var round = 1; round <= RoundsToMeasure() && !measurements.HasFailed; round++)
        {
            cancellation.ThrowIfCancellationRequested();
            if (round <= measurements.Rounds)
            {
                // Another process measured this round. This process takes the sample of the store.
                probe.Sample(round);
                continue;
            }

            if (pilot.Blocks > workload.MaxBlocks - blocks)
            {
                measurements.Fail(
                    $"the load can be offered {workload.MaxBlocks} times, which is too little for the duration");
                return;
            }

            probe.Sample(round);
            phases.Run(
                RunPhase.Measure, () => Execute(round, pilot.Blocks, cancellation), round, RoundsToMeasure());
        }

        probe.AskRedisBenchmark(measurements.Rounds);
        probe.SampleDeep(measurements.Rounds);
    }

    private void MeasureControls(CancellationToken cancellation)
    {
        if (request.Controls is { } measure && !measurements.HasFailed)
        {
            phases.Run(RunPhase.BareStore, () =>
            {
                var rates = measure(pilot.Blocks, cancellation);
                probe.MeasureShard();
                var here = request.Topology.Actors > 0 ? ControlReport.Manager : ControlReport.Benchmark;
                measurements.Controls = new(rates.NullStorePerSecond, rates.NullActorPerSecond, probe.RoundTripUs())
                {
                    NullStoreIn = rates.NullStorePerSecond is null ? null : here,
                    NullActorIn = rates.NullActorPerSecond is null ? null : here,

                    // The cluster is measured after the run, and this report may outlive its manager.
                    NullActorUnavailable = here is ControlReport.Manager ? "the manager ended before" : null,
                };
            });
        }
    }

    /// <summary>The number of rounds to measure: disturbed rounds are repeated within the budget.</summary>
    private int RoundsToMeasure()
    {
        var (over, measure) = (measurements.Rounds, request.Measure);
        if (measure.Duration is not { } duration)
        {
            return measure.Rounds
                + Math.Min(measurements.DisturbedRounds, (int)(measure.Rounds * measure.QuietBudget));
        }

        return over == 0 ? 1
            : measurements.QuietWindow >= duration
                || measurements.Window >= duration * (1 + measure.QuietBudget) ? over
            : Math.Max(over + 1, (int)Math.Ceiling(over * (duration / measurements.Window)));
    }

    private int BlocksOf(long roundWeight) => roundWeight % workload.BlockWeight == 0
        ? checked((int)(roundWeight / workload.BlockWeight))
        : throw new InvalidOperationException(
            $"a round of {roundWeight} was begun, which is not a multiple of the load's {workload.BlockWeight}");

    /// <summary>Executes a round; round 0 is not measured.</summary>
    /// <param name="known">Its measurements, if another process executed it; null to measure it.</param>
    private (TimeSpan Window, TimeSpan Compiling, bool IsDisturbed) Execute(
        int round, int offered, CancellationToken cancellation, MeasuredRound? known = null)
    {
        var isMeasured = round > 0;
        CollectGarbage();
        if (isMeasured)
        {
            measurements.Ledger.OpenRound(round);
        }

        var start = Stopwatch.GetTimestamp();
        var plan = workload.OpenRound(new Offer(rounds, blocks, offered));
        var grouping = Stopwatch.GetElapsedTime(start);
        phases.CommittedBefore = blocks * workload.BlockWeight;
        resources.Start();
        if (isMeasured)
        {
            RoundEvents.Log.Begin(round);
        }

        var outcome = executor.Execute(plan, cancellation);
        if (outcome.Failure is null && request.Measure.Rate?.DurationOf(outcome.Committed) is { } scheduled
            && outcome.Window < scheduled)
        {
            // A round of a schedule ends when the next transfer would be due.
            cancellation.WaitHandle.WaitOne(scheduled - outcome.Window);
            outcome = outcome with { Window = scheduled };
        }

        if (isMeasured)
        {
            RoundEvents.Log.End(round);
        }

        var used = resources.Stop();
        rounds++;
        blocks += offered;
        workload.NoteRetries(plan, outcome.Reassigned);
        used = used with
        {
            Compiling = outcome.Workers.Aggregate(used.Compiling, (sum, worker) => sum + worker.Compiling),
        };
        if (known is not null && outcome.Failure is null)
        {
            phases.Add(known.Number > 0 ? RunPhase.Measure : RunPhase.WarmUp, known.Grouping + known.Window);

            // A part of it may have been executed twice.
            measurements.CarryOver(outcome.Stats.Operations == default ? default : outcome.UnreportedUpperBound);
        }
        else
        {
            var served = isMeasured ? measurements.Ledger.CloseRound(round, outcome.Window) : [];
            known = measurements.Take(round, plan, grouping, outcome, used, served);
            if (!measurements.HasFailed)
            {
                request.Measured?.Invoke(known);
            }
        }

        return (outcome.Window, used.Compiling, measurements.Add(known, plan));
    }

    private WorkloadAudit? Audit()
    {
        WorkloadAudit? audit = null;
        if (!measurements.HasFailed)
        {
            phases.Run(RunPhase.Audit, () =>
            {
                if (Retry(request.Store.ReconnectDeadline, () => audit = workload.Audit(blocks)) is { } failure)
                {
                    var items = NumberFormat.Plural(workload.Description.ItemNoun);
                    measurements.Fail(failure.Problem.After($"the {items} cannot be read back: "));
                }
            });
        }

        return audit;
    }

    /// <summary>Removes the run's keys; returns the keys that may remain, or null.</summary>
    /// <param name="known">Problems that are reported with the keys.</param>
    private Problem? CleanUp(TimeSpan timeout, IReadOnlyList<Problem> known, bool isTriedAgain = false)
    {
        Problem? left = null;
        phases.Run(RunPhase.Cleanup, () =>
        {
            CollectGarbage();
            probe.Dispose();
            var since = Stopwatch.GetTimestamp();
            left = RunKeys.TryRemove(
                request.RunId,
                workload,
                probe.KeysIn,
                keepsLock: isTriedAgain,
                step => Retry(timeout - Stopwatch.GetElapsedTime(since), step),
                known);
        });
        return left;
    }

    /// <summary>Retries while the store is unreachable, within a time-out; returns the failure, or null.</summary>
    private static StoreException? Retry(TimeSpan timeout, Action attempt)
    {
        var since = Stopwatch.GetTimestamp();
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                attempt();
                return null;
            }
            catch (StoreException failure)
            {
                if (!failure.IsTransient || Stopwatch.GetElapsedTime(since) >= timeout)
                {
                    return failure;
                }
            }

            Thread.Sleep(RetryPause.After(attempts));
        }
    }

    // A large block leaves much garbage in one phase, and the collector frees it slowly.
    private void CollectGarbage()
    {
        if (workload.BlockWeight >= LargeBlock)
        {
            GC.Collect();
        }
    }
}
