using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Makes a run's report of what was gathered. It changes nothing: the same input gives the same report.
/// </summary>
internal static class RunReportBuilder
{
    /// <summary>The report of a run whose keys are still there.</summary>
    public static RunReport Build(
        RunRequest request,
        IWorkload workload,
        RunMeasurements measured,
        BaselineResult? baseline,
        ControlReport? controls,
        WorkloadAudit? audit,
        ResourceReport resources,
        PhaseReport phases)
    {
        var rounds = measured.Rounds;
        var shape = measured.Shape(workload.BlockWeight);
        var tps = audit is null ? null : Spread(rounds, round => round.Tps!.Value);
        var latency = LatencyReport.From(measured.Latency);
        var openLoop = measured.OpenLoop(request.Measure.Rate);
        var store = StoreSide(workload.Store.Description, measured);
        FaultReport[] faults = [.. measured.Faults, .. measured.Ledger.Faults];
        var verdict = RunVerdict.Evaluate(Evidence(request, workload, measured, audit, tps) with
        {
            Faults = faults,
            Controls = controls,
            OpenLoop = openLoop,
        });
        var report = new RunReport
        {
            Verdict = verdict.Verdict,
            Reasons = verdict.Reasons,
            Notes = verdict.Notes,
            RunId = request.RunId,
            Workload = workload.Description,
            Facts = JsonFacts.From(workload.Description.Facts),
            Sections = workload.Sections(),
            BlockWeight = workload.BlockWeight,
            Blocks = shape.Blocks,
            Units = shape.Units,
            LargestUnit = shape.LargestUnit,
            Jobs = shape.Jobs,
            JobImbalance = shape.JobImbalance,
            Scenario = request.Topology.Scenario,
            Servers = request.Topology.Servers,
            Processes = request.Topology.Processes,
            Actors = request.Topology.Actors > 0 ? request.Topology.Actors : request.Actors.Actors,
            Lanes = request.Actors.Lanes,
            Routing = SettingRules.NameOf(request.Actors.Routing),
            Imbalance = measured.Imbalance,
            IdleShare = measured.ActorTime > TimeSpan.Zero ? measured.Idle / measured.ActorTime : 0,
            Workers = measured.Workers.Report(measured.Window.TotalSeconds),
            Rounds = rounds,
            Tps = tps,
            OperationsPerSecond = tps is null ? null : SummaryStatistics.Describe(measured.OperationsPerSecond),
            Counts = new CommitCounts(measured.Offered, measured.Committed, measured.Retried),
            LatencyUs = latency,
            OpenLoop = openLoop,
            CriticalPath = openLoop is null ? CriticalPath(workload, latency, tps) : null,
            GroupingMs = Spread(rounds, round => round.GroupingMs),
            RoutingMs = Spread(rounds, round => round.RoutingMs),
            PhasesMs = phases,
            SliceMs = measured.SliceLength.TotalMilliseconds,
            Slices = measured.Slices,
            Store = store,
            Ceiling = baseline is null ? null : Ceiling(baseline, workload.Baseline, tps?.Median),
            Controls = controls,
            Audit = AuditSide(audit, measured.StoreLostData),
            Faults = faults,
            Resources = resources,
            Environment = request.Environment,
            Options = request.EffectiveOptions,
        };
        return report with { Limit = LimitFinder.Find(report) };
    }

    /// <summary>The report to give out once the clean-up is over.</summary>
    /// <param name="report">The report as it was before.</param>
    /// <param name="phases">The phases, with the clean-up.</param>
    /// <param name="leftover">What the clean-up left in the store; null when nothing.</param>
    public static RunReport Complete(RunReport report, PhaseReport phases, string? leftover)
    {
        var whole = report with { PhasesMs = phases };
        return (leftover is null ? whole : whole with
        {
            Verdict = report.Verdict is Verdict.Failed ? Verdict.Failed : Verdict.Degraded,
            Reasons = [.. report.Reasons, leftover],
        }).Published();
    }

    private static RunEvidence Evidence(
        RunRequest request, IWorkload workload, RunMeasurements measured, WorkloadAudit? audit, Spread? tps) => new()
        {
            Workload = workload.Description,
            Store = workload.Store.Description,
            Failures = measured.Failures,
            Rounds = measured.Rounds,
            Reconciliation = Reconcile(workload.Store.Description, measured),
            Audit = audit,
            Tps = tps,
            Silent = measured.Silent,
            Unreported = measured.UnreportedUpperBound,
            SliceAsked = request.Measure.Slice,
            Slice = measured.SliceLength,
        };

    private static CriticalPathReport? CriticalPath(IWorkload workload, LatencyReport? latency, Spread? tps) =>
        CriticalPathReport.From(workload.Description.CriticalSteps, workload.BlockWeight, latency, tps?.Median);

    private static Spread? Spread(IReadOnlyList<RoundReport> rounds, Func<RoundReport, double> value) =>
        rounds.Count == 0 ? null : SummaryStatistics.Describe([.. rounds.Select(value)]);

    private static StoreReport StoreSide(StoreDescription store, RunMeasurements measured) => new()
    {
        Type = store.Type,
        Client = store.Client,
        Endpoint = store.Endpoint,
        Proxies = store.Proxies,
        AddedRoundTripMs = store.AddedRoundTrip.TotalMilliseconds,
        Shards = measured.Ledger.Report(measured.Window.TotalSeconds),
        ClientOps = OperationReport.From(measured.Sent),
        ServerOps = measured.Ledger.Unavailable is null ? OperationReport.From(measured.Ledger.Served) : null,
        FaultOps = measured.FaultOperations == default ? null : OperationReport.From(measured.FaultOperations),
        Reconciliation = Reconcile(store, measured),
    };

    private static Reconciliation Reconcile(StoreDescription store, RunMeasurements measured)
    {
        if (measured.Rounds.Count == 0)
        {
            return new(ReconciliationOutcome.Unavailable, "nothing was measured");
        }

        if (measured.Ledger.Unavailable is { } why)
        {
            return new(ReconciliationOutcome.Unavailable, why);
        }

        // Only a fault of a measured round can leave an operation in doubt that is counted.
        var faulty = measured.HasFailed
            || measured.Faults.Any(fault => fault is { Round: > 0, Kind: not BaselineProbe.Fault });
        return Reconciler.Compare(
            measured.Sent,
            measured.Ledger.Served,
            measured.UnreportedUpperBound,
            measured.CarriedUpperBound,
            store.Proxies > 0,
            faulty);
    }

    private static CeilingReport Ceiling(BaselineResult baseline, BaselineShape shape, double? tps)
    {
        var bare = baseline.Rates.PerSecond(shape.Reads, shape.Writes);
        var asked = baseline.RedisBenchmark?.PerSecond(shape.Reads, shape.Writes);
        return new CeilingReport(
            bare,
            tps / bare,
            baseline.Rates.GetPerSecond,
            baseline.Rates.SetPerSecond,
            baseline.Depth,
            baseline.RedisBenchmark is not { } rates
                ? null
                : new RedisBenchmarkReport(
                    asked!.Value, tps / asked, rates.GetPerSecond, rates.SetPerSecond, rates.Command));
    }

    private static AuditReport AuditSide(WorkloadAudit? audit, bool storeLostData)
    {
        if (audit is null)
        {
            var outcome = storeLostData ? AuditOutcome.Failed : AuditOutcome.Unknown;
            return new AuditReport(outcome, outcome, 0, 0, []);
        }

        return new AuditReport(
            audit.Conserved ? AuditOutcome.Passed : AuditOutcome.Failed,
            audit.Wrong == 0 ? AuditOutcome.Passed : AuditOutcome.Failed,
            audit.Compared,
            audit.Wrong,
            [.. audit.First.Select(wrong => new DifferenceReport(
                wrong.Item, wrong.Key, wrong.Found) { Expected = JsonFacts.From(wrong.Expected) })]);
    }
}
