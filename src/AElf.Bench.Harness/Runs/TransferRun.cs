using System.Diagnostics;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Audits;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Grouping;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// One run: prepare, seed, warm up, measure, audit, clean up. The store is compared with the replay before any figure is given, and a figure is
/// given only when every proof was carried through.
/// </summary>
public sealed class TransferRun
{
    /// <summary>Coefficient of variation of the rounds above which something else ran on the machine.</summary>
    internal const double MaxVariation = 0.1;

    private const string CeilingFault = "ceiling";
    private const double MinRoundMs = 100;

    private readonly RunRequest request;
    private readonly IStore store;
    private readonly ITransferExecutor executor;
    private readonly IRunProgress progress;
    private readonly OperationLedger ledger;
    private readonly ResourceMeter resources = new();
    private readonly PhaseClock phases = new();
    private readonly int[] versions;
    private readonly List<AccountKey> laterVersions = [];
    private readonly List<RoundReport> rounds = [];
    private readonly List<SliceReport> slices = [];
    private readonly List<FaultReport> faults = [];
    private readonly List<string> reasons = [];
    private readonly List<double> operationsPerSecond = [];
    private string? cleanUpError;
    private readonly LatencyHistogram latency = new();
    private RoundPlan? lastPlan;
    private OperationCounts sent;
    private OperationCounts faultOperations;
    private long retried;
    private long allocated;
    private long blocks;
    private double windowSeconds;
    private readonly WorkerTally workers = new();
    private OperationCounts unreportedUpperBound;
    private TimeSpan idle;
    private double actorSeconds;
    private double imbalance = 1;
    private bool storeLostData;
    private bool ceilingLost;
    private bool ownsAccounts;
    private long committedBefore;
    private volatile RunPhase phase;
    private volatile int currentRound;
    private volatile int roundsOfPhase;

    /// <summary>Takes what the run needs; the caller keeps owning it.</summary>
    public TransferRun(RunRequest request, IStore store, ITransferExecutor executor, IRunProgress progress)
    {
        ArgumentNullException.ThrowIfNull(request);
        this.request = request;
        this.store = store;
        this.executor = executor;
        this.progress = progress;
        ledger = new OperationLedger(store);
        versions = new int[request.Block.AccountCount];
    }

    /// <summary>Where the run is; may be called from any thread.</summary>
    public ProgressSnapshot Snapshot()
    {
        var seen = executor.Snapshot();
        return new ProgressSnapshot(
            phase,
            currentRound,
            roundsOfPhase,
            Volatile.Read(ref committedBefore) + seen.Committed,
            seen.DeepestMailbox,
            seen.OldestMessage.TotalMilliseconds);
    }

    /// <summary>Makes the run.</summary>
    /// <param name="environment">The machine, for the report.</param>
    /// <param name="preparing">How long the caller has been preparing.</param>
    /// <param name="cancellation">Ends the run as failed, with its keys removed.</param>
    /// <exception cref="StoreException">The store could not be prepared: nothing was measured.</exception>
    public RunReport Run(EnvironmentReport environment, TimeSpan preparing, CancellationToken cancellation)
    {
        phases.Add(RunPhase.Prepare, preparing);

        // Met now, so that a shard that cannot be reached is known before anything is written, and again when its accounts are there.
        ledger.ReadServers();

        // The lock of a process that ended in mid-run is there still, and the run is ours: the manager's log says so, which one process holds.
        if (!store.TryTakeRunLock(evenIfHeld: request.BlocksBegun is not null))
        {
            throw new StoreException(
                StoreFault.Refused,
                $"run {request.RunId} is locked in the store: another process drives it, or one was killed; choose another --run-id");
        }

        ComparisonResult? audit = null;
        BaselineStore? baseline = null;
        BaselineRates? redisBenchmark = null;
        try
        {
            Seed(cancellation);
            Resume(cancellation);
            baseline = OpenCeiling();
            FillCeiling(baseline);
            GetWarm(cancellation);
            redisBenchmark = Measure(baseline, cancellation);
            audit = Audit();
            ReportAudited(environment, audit, ceilingLost ? null : baseline?.Rates(), redisBenchmark, baseline?.Depth ?? 0);
        }
        catch (OperationCanceledException)
        {
            reasons.Add("the run was interrupted");
        }
        finally
        {
            CleanUp(baseline);
        }

        return Report(environment, audit, ceilingLost ? null : baseline?.Rates(), redisBenchmark, baseline?.Depth ?? 0);
    }

    private void Seed(CancellationToken cancellation) => phases.Time(Enter(RunPhase.Seed), () =>
    {
        if (request.BlocksBegun > 0)
        {
            // Seeded long ago.
            ownsAccounts = true;
            return;
        }

        using var connection = store.Connect();
        if (!request.Prepared)
        {
            ownsAccounts = true;
            AccountTable.Seed(connection, request.Block, cancellation);
            ledger.ReadServers();
            return;
        }

        var found = AccountTable.Read(connection, versions);
        for (var account = 0; account < found.Length; account++)
        {
            var expected = new AccountState(0, request.Block.OpeningBalances[account]);
            if (found[account] != new StoreReply(ReplyKind.Value, expected))
            {
                throw new StoreException(
                    StoreFault.Refused,
                    $"account {account} of prepared run {request.RunId} is {Describe(found[account])}, not at its opening balance {expected.Balance}: "
                        + "prepare with -f genAccount and the same -n, --grouprange, --skew and --seed");
            }
        }

        ownsAccounts = true;
        ledger.ReadServers();
    });

    private BaselineStore? OpenCeiling()
    {
        if (!request.Measure.Ceiling || !store.Description.OverSocket)
        {
            return null;
        }

        // As deep as the run itself gets: a block of few jobs keeps few lanes busy, and two operations of each are in flight.
        var jobs = Math.Min(request.Actors.MaxJobs, Grouper.Group(request.Block).Count);
        return new BaselineStore(store, Math.Min(request.Actors.Actors, jobs), 2 * request.Actors.EvenShareOf(jobs), request.Block.AccountCount, seed: 1);
    }

    /// <summary>Ends what another process began. Its rounds are not measured: nobody knows their times; all measured rounds come after them.</summary>
    private void Resume(CancellationToken cancellation)
    {
        if (request.BlocksBegun is null)
        {
            return;
        }

        faults.Add(new FaultReport(0, 0, "manager", $"the manager was started anew, with {request.BlocksBegun} blocks begun, and went on from there", 1));
        phases.Time(Enter(RunPhase.WarmUp), () =>
        {
            while (blocks < request.BlocksBegun && reasons.Count == 0)
            {
                Note(0, Execute(cancellation).Outcome);
            }
        });
    }

    private void FillCeiling(BaselineStore? baseline)
    {
        if (baseline is not null)
        {
            phases.Time(Enter(RunPhase.Ceiling), baseline.Fill);
        }
    }

    private void GetWarm(CancellationToken cancellation)
    {
        var warmUp = new WarmUp(request.Measure.WarmupRounds);
        phases.Time(Enter(RunPhase.WarmUp), () =>
        {
            while (reasons.Count == 0 && !warmUp.IsOver)
            {
                var (_, outcome, compiling) = Execute(cancellation);
                Note(0, outcome);
                warmUp.Add(outcome.Window, compiling);
            }
        });
    }

    private BaselineRates? Measure(BaselineStore? baseline, CancellationToken cancellation)
    {
        var redisBenchmark = new List<BaselineRates>();
        TryCeiling(1, baseline is null ? null : () => AskRedisBenchmark(redisBenchmark));
        for (var round = 1; round <= request.Measure.Rounds && reasons.Count == 0; round++)
        {
            cancellation.ThrowIfCancellationRequested();
            TryCeiling(round, baseline is null ? null : baseline.Sample);
            phases.Time(Enter(RunPhase.Measure, round, request.Measure.Rounds), () => MeasureRound(round, cancellation));
        }

        TryCeiling(request.Measure.Rounds, baseline is null ? null : () => AskRedisBenchmark(redisBenchmark));
        return redisBenchmark.Count == 0 ? null : new BaselineRates(
            redisBenchmark.Average(rates => rates.GetPerSecond),
            redisBenchmark.Average(rates => rates.SetPerSecond),
            redisBenchmark[0].Command);
    }

    private void AskRedisBenchmark(List<BaselineRates> answers)
    {
        if (request.RedisBenchmark?.Invoke() is { } rates)
        {
            answers.Add(rates);
        }
    }

    // A store that goes away meanwhile is the actors' business: the run goes on, without a ceiling.
    private void TryCeiling(int round, Action? measure)
    {
        if (measure is null || ceilingLost || reasons.Count > 0)
        {
            return;
        }

        try
        {
            phases.Time(Enter(RunPhase.Ceiling), measure);
        }
        catch (StoreException exception)
        {
            ceilingLost = true;
            faults.Add(new FaultReport(round, 0, CeilingFault, $"the bare store could not be measured: {exception.Message}", 1));
        }
    }

    private void MeasureRound(int round, CancellationToken cancellation)
    {
        ledger.OpenRound();
        var (grouping, outcome, _) = Execute(cancellation);
        ledger.CloseRound();
        Note(round, outcome);
        sent += outcome.Operations;
        operationsPerSecond.Add(outcome.Operations.Commands / outcome.Window.TotalSeconds);
        faultOperations += outcome.FaultOperations;
        retried += outcome.Retried;
        allocated += outcome.AllocatedBytes;
        unreportedUpperBound += outcome.UnreportedUpperBound;
        idle += outcome.Idle;
        imbalance = Math.Max(imbalance, outcome.Imbalance);
        workers.Add(outcome.Workers);
        windowSeconds += outcome.Window.TotalSeconds;
        var actors = outcome.Workers.Count == 0 ? request.Actors.Actors : outcome.Workers.Sum(worker => worker.Actors);
        actorSeconds += outcome.Window.TotalSeconds * actors;
        latency.Add(outcome.Latency);
        rounds.Add(new RoundReport(
            round,
            grouping.TotalMilliseconds,
            outcome.Routing.TotalMilliseconds,
            outcome.Window.TotalMilliseconds,
            outcome.Committed,
            outcome.Failure is null ? outcome.Committed / outcome.Window.TotalSeconds : null,
            outcome.Reassigned.Count));
        slices.AddRange(outcome.Slices.Where(slice => slice.Length > TimeSpan.Zero).Select(slice => new SliceReport(
            round,
            slice.Start.TotalMilliseconds,
            slice.Length.TotalMilliseconds,
            slice.Committed,
            slice.Committed / slice.Length.TotalSeconds,
            slice.DeepestMailbox,
            slice.OldestMessage.TotalMilliseconds)));
    }

    private (TimeSpan Grouping, RoundOutcome Outcome, TimeSpan Compiling) Execute(CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        var groups = Grouper.Group(request.Block);
        var jobs = JobMerger.Merge(groups, request.Actors.MaxJobs);
        var grouping = Stopwatch.GetElapsedTime(start);
        lastPlan = new RoundPlan(request.Block, groups, jobs, blocks, versions, request.Actors.Mode);
        Volatile.Write(ref committedBefore, blocks * request.Block.Count);
        resources.Start();
        var outcome = executor.Execute(lastPlan, cancellation);
        var compiling = resources.Stop(phase == RunPhase.Measure);
        blocks++;
        foreach (var grant in outcome.Reassigned)
        {
            laterVersions.AddRange(lastPlan.AccountsOf(grant.Group).Select(account => new AccountKey(account, grant.Epoch)));
        }

        return (grouping, outcome, outcome.Workers.Aggregate(compiling, (sum, worker) => sum + worker.Compiling));
    }

    private void Note(int round, RoundOutcome outcome)
    {
        faults.AddRange(outcome.Faults.Select(fault => new FaultReport(round, fault.At.TotalMilliseconds, fault.Kind, fault.What, fault.Count)));
        if (outcome.Failure is not null)
        {
            reasons.Add(outcome.Failure);
            storeLostData |= outcome.StoreLostData;
        }
        else if (outcome.Committed != request.Block.Count)
        {
            throw new InvalidOperationException($"a round of {request.Block.Count} transfers ended with {outcome.Committed} committed");
        }
    }

    private ComparisonResult? Audit()
    {
        if (reasons.Count > 0)
        {
            return null;
        }

        return phases.Time(Enter(RunPhase.Audit), () =>
        {
            var expected = SequentialReplay.Run(request.Block, blocks);
            try
            {
                using var connection = store.Connect();
                return FinalComparison.Compare(request.Block, expected, AccountTable.Read(connection, versions), versions);
            }
            catch (StoreException exception)
            {
                reasons.Add($"the accounts cannot be read back: {exception.Message}");
                return null;
            }
        });
    }

    private void ReportAudited(EnvironmentReport environment, ComparisonResult? audit, BaselineRates? baseline, BaselineRates? redisBenchmark, int depth)
    {
        if (request.Audited is null || audit is null)
        {
            return;
        }

        // The report is made again after the clean-up, and notes the same things anew.
        var (faultsBefore, reasonsBefore) = (faults.Count, reasons.Count);
        request.Audited(Report(environment, audit, baseline, redisBenchmark, depth));
        faults.RemoveRange(faultsBefore, faults.Count - faultsBefore);
        reasons.RemoveRange(reasonsBefore, reasons.Count - reasonsBefore);
    }

    private void CleanUp(BaselineStore? baseline) => phases.Time(Enter(RunPhase.Cleanup), () =>
    {
        try
        {
            baseline?.Dispose();
            using var connection = store.Connect();
            baseline?.Remove(connection);

            // Prepared accounts that are not those of this run wait for the run they were prepared for.
            if (ownsAccounts)
            {
                AccountTable.Remove(connection, [.. AccountTable.SeededKeys(versions.Length), .. laterVersions.Distinct()]);
            }

            store.ReleaseRunLock();
        }
        catch (StoreException exception)
        {
            cleanUpError = $"keys that start with ab{request.RunId}: may be left in the store, and want removing by hand: {exception.Message}";
        }
    });

    private RunPhase Enter(RunPhase next, int round = 0, int ofRounds = 0)
    {
        phase = next;
        currentRound = round;
        roundsOfPhase = ofRounds;
        progress.Enter(Snapshot());
        return next;
    }

    private RunReport Report(EnvironmentReport environment, ComparisonResult? audit, BaselineRates? baseline, BaselineRates? redisBenchmark, int depth)
    {
        var ended = audit is not null;
        if (ledger.WasLost)
        {
            faults.Add(new FaultReport(0, 0, "ledger", $"the servers' counters were lost: {ledger.Unavailable}", 1));
        }

        var reconciliation = Reconcile();
        var tps = ended && rounds.Count > 0 ? Statistics.SummaryStatistics.Describe([.. rounds.Select(round => round.Tps!.Value)]) : null;
        var report = new RunReport
        {
            Verdict = Evaluate(audit, reconciliation),
            Reasons = reasons,
            RunId = request.RunId,
            Mode = SettingRules.NameOf(request.Actors.Mode),
            Transfers = request.Block.Count,
            Groups = lastPlan?.Groups.Count ?? 0,
            Skew = request.Skew,
            Accounts = request.Block.AccountCount,
            Scenario = request.Topology.Scenario,
            Servers = request.Topology.Servers,
            Processes = request.Topology.Processes,
            Actors = request.Topology.Actors > 0 ? request.Topology.Actors : request.Actors.Actors,
            Lanes = request.Actors.Lanes,
            Jobs = lastPlan?.Jobs.Count ?? 0,
            JobImbalance = lastPlan?.Jobs.Imbalance ?? 1,
            LargestGroup = lastPlan?.Groups.LargestGroup ?? 0,
            Routing = SettingRules.NameOf(request.Actors.Routing),
            Imbalance = imbalance,
            IdleShare = actorSeconds > 0 ? idle.TotalSeconds / actorSeconds : 0,
            Workers = workers.Report(windowSeconds),
            Rounds = rounds,
            Notes = Advise(tps),
            Tps = tps,
            OperationsPerSecond = tps is null ? null : Statistics.SummaryStatistics.Describe(operationsPerSecond),
            Counts = new TransferCounts((long)request.Block.Count * rounds.Count, rounds.Sum(round => round.Committed), 0, retried),
            LatencyUs = LatencyReport.From(latency),
            GroupingMs = rounds.Count == 0 ? null : Statistics.SummaryStatistics.Describe([.. rounds.Select(round => round.GroupingMs)]),
            RoutingMs = rounds.Count == 0 ? null : Statistics.SummaryStatistics.Describe([.. rounds.Select(round => round.RoutingMs)]),
            PhasesMs = phases.Report(),
            Slices = slices,
            Store = StoreSide(reconciliation),
            Ceiling = Ceiling(baseline, redisBenchmark, depth, tps?.Median),
            Audit = AuditSide(audit),
            Faults = faults,
            Resources = resources.Report(rounds.Sum(round => round.Committed), allocated, windowSeconds, workers),
            Environment = environment,
            Options = request.EffectiveOptions,
        };
        return report.Published();
    }

    private List<string> Advise(Spread? tps)
    {
        var notes = new List<string>();
        if (tps is not null && Statistics.SummaryStatistics.Describe([.. rounds.Select(round => round.ExecuteMs)]).Median is var length and < MinRoundMs)
        {
            notes.Add(FormattableString.Invariant(
                $"rounds of {length:0.0} ms are short: what starts and ends a round is much of them; a larger -n gives a steadier figure"));
        }

        if (tps is { Variation: > MaxVariation and var variation })
        {
            notes.Add(FormattableString.Invariant(
                $"the rounds vary by {100 * variation:0} %: something else ran on this machine, or they are too few; raise --repeattime"));
        }

        if (store.Description.AddedRoundTrip > TimeSpan.Zero)
        {
            notes.Add("the round trip is added by a relay in this process, also under the bare store and redis-benchmark; cost includes the relay's CPU");
        }

        return notes;
    }

    private string Reconcile()
    {
        if (rounds.Count == 0)
        {
            return "unavailable: nothing was measured";
        }

        if (ledger.Unavailable is { } why)
        {
            return $"unavailable: {why}";
        }

        // Only a fault of a measured round can leave an operation in doubt that is counted.
        var faulty = reasons.Count > 0 || faults.Exists(fault => fault is { Round: > 0, Kind: not CeilingFault });
        return Reconciliation.Evaluate(sent, ledger.Served, unreportedUpperBound, store.Description.Proxies > 0, faulty);
    }

    private Verdict Evaluate(ComparisonResult? audit, string reconciliation)
    {
        if (reconciliation.StartsWith("mismatch", StringComparison.Ordinal))
        {
            reasons.Add($"the operations do not add up: {reconciliation}");
        }

        if (audit is { Wrong: > 0 } or { Conserved: false })
        {
            reasons.Add($"{audit.Wrong} of {audit.Compared} accounts are not what a sequential replay says");
        }

        var failed = audit is null || reasons.Count > 0;
        if (cleanUpError is not null)
        {
            reasons.Add(cleanUpError);
        }

        if (failed)
        {
            return Verdict.Failed;
        }

        if (faults.Count > 0)
        {
            reasons.Add($"faults met: {faults.Sum(fault => fault.Count)}; every transfer was applied exactly once all the same");
        }

        return reasons.Count > 0 ? Verdict.Degraded : Verdict.Pass;
    }

    private StoreReport StoreSide(string reconciliation) => new()
    {
        Type = store.Description.Type,
        Client = store.Description.Client,
        Endpoint = store.Description.Endpoint,
        Proxies = store.Description.Proxies,
        AddedRoundTripMs = store.Description.AddedRoundTrip.TotalMilliseconds,
        Shards = ledger.Report(windowSeconds),
        ClientOps = OperationReport.From(sent),
        ServerOps = ledger.Unavailable is null ? OperationReport.From(ledger.Served) : null,
        FaultOps = faultOperations == default ? null : OperationReport.From(faultOperations),
        Reconciliation = reconciliation,
    };

    private static CeilingReport? Ceiling(BaselineRates? baseline, BaselineRates? redisBenchmark, int depth, double? tps) => baseline is null ? null : new CeilingReport(
        baseline.TransfersPerSecond,
        tps / baseline.TransfersPerSecond,
        baseline.GetPerSecond,
        baseline.SetPerSecond,
        depth,
        redisBenchmark is null ? null : new RedisBenchmarkReport(
            redisBenchmark.TransfersPerSecond,
            tps / redisBenchmark.TransfersPerSecond,
            redisBenchmark.GetPerSecond,
            redisBenchmark.SetPerSecond,
            redisBenchmark.Command));

    private AuditReport AuditSide(ComparisonResult? audit)
    {
        if (audit is null)
        {
            var word = storeLostData ? "failed" : "unknown";
            return new AuditReport(word, word, 0, 0, []);
        }

        return new AuditReport(
            audit.Conserved ? "passed" : "failed",
            audit.Wrong == 0 ? "passed" : "failed",
            audit.Compared,
            audit.Wrong,
            [.. audit.First.Select(difference => new DifferenceReport(
                difference.Key.Account,
                $"{request.RunId}:{difference.Key.Account:x8}@{difference.Key.Version:x8}",
                difference.Expected.Sequence,
                difference.Expected.Balance,
                Describe(difference.Found)))]);
    }

    private static string Describe(StoreReply found) => found.Kind == ReplyKind.Value
        ? $"at sequence {found.State.Sequence} with balance {found.State.Balance}"
        : found.Kind.ToString().ToLowerInvariant();
}
