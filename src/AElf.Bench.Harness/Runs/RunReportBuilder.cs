using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Makes a run's report from its measurements. It has no side effects: the same input gives the same report.
/// </summary>
public static class RunReportBuilder
{
    /// <summary>The report of a run whose keys are still in the store.</summary>
    internal static RunReport Build(
        RunRequest request,
        IWorkload workload,
        RunMeasurements measured,
        WorkloadAudit? audit,
        double workingSetMb,
        PhaseReport phases)
    {
        var topology = request.Topology;
        return RunDerivation.Of(new RunReport
        {
            RunId = request.RunId,
            ProcessStarts = 1,
            Workload = workload.Description,
            Sections = workload.Sections(),
            BlockWeight = workload.BlockWeight,
            Scenario = topology.Scenario,
            Servers = topology.Servers,
            Processes = topology.Processes,
            Actors = topology.Actors > 0 ? topology.Actors : request.Actors.Actors,
            Lanes = request.Actors.Lanes,
            Routing = SettingRules.NameOf(request.Actors.Routing),
            LatencyUs = LatencyReport.From(measured.Latency),
            OpenLoop = OpenLoopReport.From(
                request.Measure.Rate, measured.Arrivals, spans: default, rounds: 0, committed: 0, medianUs: null),
            PhasesMs = phases,
            SliceMs = measured.SliceLength.TotalMilliseconds,
            Slices = measured.Slices,
            Store = new(
                StoreFacts.Of(workload.Store.Description, request.Store), new(ReconciliationOutcome.Unavailable))
            {
                Shards = measured.Ledger.Shards,
            },
            Controls = measured.Controls,
            Audit = AuditSide(audit, measured.StoreLostData),
            Faults = [.. measured.Faults, .. measured.Ledger.Faults],
            Environment = request.Environment with { Libraries = MachineReader.Libraries() },
            Options = request.EffectiveOptions,
            Raw = measured.Raw(workload) with { WorkingSetMb = workingSetMb, Outcomes = audit?.Outcomes ?? [] },
        });
    }

    /// <summary>The report for publication after the clean-up.</summary>
    /// <param name="report">The report from before the clean-up.</param>
    /// <param name="phases">Times of the phases, with the clean-up.</param>
    /// <param name="leftover">The keys that the clean-up could not remove; null for none.</param>
    internal static RunReport Complete(RunReport report, PhaseReport phases, Problem? leftover) => RunDerivation.Of(
        report with { PhasesMs = phases, Raw = report.Raw! with { Leftover = leftover } }).Published();

    /// <summary>Completes the report of a run with a later control measurement of the cluster.</summary>
    /// <param name="report">The report of the run.</param>
    /// <param name="perSecond">Commits per second of the cluster with null actors; null if unknown.</param>
    /// <param name="unavailable">Why it is unknown; null if it is known.</param>
    public static RunReport WithNullActor(RunReport report, double? perSecond, string? unavailable) =>
        report.Controls is not { } controls ? report : RunDerivation.Of(report with
        {
            Controls = controls with
            {
                NullActorTps = perSecond,
                NullActorIn = perSecond is null ? null : ControlReport.Cluster,
                NullActorUnavailable = unavailable,
            },
        });

    /// <summary>Completes the report of a run with the joined workers that it did not use.</summary>
    public static RunReport WithIdleWorkers(RunReport report, IReadOnlyList<string> idle) =>
        idle.Count == 0 ? report : RunDerivation.Of(report with { IdleWorkers = idle });

    /// <summary>Adds why the manager could not store the report. A failed run stays unchanged.</summary>
    public static RunReport WithNotKept(RunReport report, string reason) =>
        RunDerivation.Of(report with { Raw = report.Raw is { } raw ? raw with { NotKept = reason } : null });

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
                wrong.Item, wrong.Key, wrong.Found) { Expected = Fact.Named(wrong.Expected) })])
        {
            Scope = audit.Scope,
        };
    }
}
