using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Decides the verdict of a run. Each rule reads the evidence, and concludes nothing if all is well. Refuses a figure
/// by failing the run. Next: <see cref="RunVerdict"/>, which combines the conclusions.
/// </summary>
internal static class RunRules
{
    /// <summary>Share of the harness' own rate above which the harness is the limit.</summary>
    public const double NearLimit = LimitKind.Usual;

    /// <summary>Maximum ratio of a run to an undisturbed store alone: slightly above 1 is noise.</summary>
    public const double MaxShareOfBareStore = 1.1;

    /// <summary>All rules, in the order of their conclusions in a report.</summary>
    public static readonly Func<RunEvidence, IEnumerable<Conclusion>>[] All =
    [
        RunEndCheck, Of(FirstAttemptCheck), Of(LedgerCheck), AuditCheck, CpuInterferenceCheck, Of(DeclineCheck),
        Of(RateCheck), GuardCheck, Of(FaultCheck), Of(HarnessBoundCheck), Of(ClientBoundCheck), Of(RoundSpreadCheck),
        StoreAloneCheck, Of(LatencyCheck), SliceCheck, CompletenessCheck, Of(EvictionCheck), Of(IdleWorkerCheck),
        ReportCopyCheck,
    ];

    /// <summary>A rule that needs the report only.</summary>
    private static Func<RunEvidence, IEnumerable<Conclusion>> Of(Func<RunReport, IEnumerable<Conclusion>> rule) =>
        run => rule(run.Report);

    /// <summary>Fails a run that did not end.</summary>
    private static IEnumerable<Conclusion> RunEndCheck(RunEvidence run) =>
        run.Raw.Failures.Select(failure => new Conclusion(Severity.Failed, failure));

    /// <summary>
    /// Fails a run in which every first attempt was refused: its rate would be that of second attempts, which need
    /// other operations.
    /// </summary>
    private static IEnumerable<Conclusion> FirstAttemptCheck(RunReport run)
    {
        var refused = run.Faults.Where(fault => fault is { Round: > 0, Kind: "refused" }).ToList();
        if (run.Units > 0 && run.Rounds.Count > 0 && run.Rounds.All(round => round.Retried >= run.Units)
            && refused.Sum(fault => (long)fault.Count) >= (long)run.Units * run.Rounds.Count)
        {
            yield return new(Severity.Failed, new Problem(
                ProblemKind.FirstAttemptsRefused,
                $"the store refused every first attempt, so the rate is that of second attempts: {refused[0].What}"));
        }
    }

    /// <summary>Fails a run if actors and servers counted different operations without a known reason.</summary>
    private static IEnumerable<Conclusion> LedgerCheck(RunReport run) =>
        run.Store.Reconciliation.Outcome is ReconciliationOutcome.Mismatch
        ? [new(Severity.Failed, $"the counts of operations do not match: {run.Store.Reconciliation}")]
        : [];

    /// <summary>Fails a run without an audit that passed.</summary>
    private static IEnumerable<Conclusion> AuditCheck(RunEvidence run) => run.Report.Audit switch
    {
        { Wrong: 0, Conservation: AuditOutcome.Passed, Replay: AuditOutcome.Passed } => [],
        { Replay: AuditOutcome.Unknown } when run.Raw.Failures.Count == 0 =>
            [new(Severity.Failed, "there was no audit")],
        { Compared: 0 } when run.Raw.Failures.Count > 0 => [],
        { } audit =>
        [
            new(
                Severity.Failed,
                $"{audit.Wrong} of {audit.Compared} {NumberFormat.Plural(run.Report.Workload.ItemNoun)} "
                    + (audit.Scope is { } scope ? $"differ from {scope}" : "differ from a sequential replay")),
        ],
    };

    /// <summary>Reports disturbed rounds. A run with too few undisturbed rounds is disturbed.</summary>
    private static IEnumerable<Conclusion> CpuInterferenceCheck(RunEvidence run)
    {
        if (run.Report is not { Processors: { } used, Rounds: var rounds })
        {
            yield break;
        }

        var disturbed = rounds.Where(round => round.IsDisturbed).ToList();
        if (run.IsDisturbed)
        {
            yield return new(Severity.Disturbed, used.Takers());
        }
        else if (disturbed.Count > 0)
        {
            var worst = disturbed.Select(round => round.Processors!).MaxBy(each => each.Taken)!;
            yield return new(
                Severity.Note,
                $"{Count(disturbed.Count)} of {Counted(rounds.Count, "round")} {Were(disturbed.Count)} disturbed "
                    + $"and excluded from rate and latency; in the worst, {worst.Takers()}");
        }

        if (used.Unseen.Count > 0)
        {
            yield return new(
                Severity.Note,
                $"the CPU time of {string.Join(", ", used.Unseen)} on this machine is unknown, so it cannot be "
                    + "separated from that of other programs; run as root to read the processes of all users; a "
                    + "container cannot read those of other containers");
        }
    }

    /// <summary>Notes that the rate was not reached, so that the latencies belong to another rate.</summary>
    private static IEnumerable<Conclusion> RateCheck(RunReport run)
    {
        if (run.OpenLoop is { IsReached: false } loop)
        {
            yield return new(
                Severity.Note,
                $"the rate was not reached: {PerSecond(loop.Achieved)} of {PerSecond(loop.Offered)} "
                    + $"{Plural(run.Workload.Noun)}/s offered, {Percent(loop.Share)}; "
                    + "the latencies are those of a growing queue; lower --rate");
        }
    }

    /// <summary>
    /// Reports the broken guards of <c>verify</c> at the end of a run. Compiling disturbs a run above the same share as
    /// other programs.
    /// </summary>
    private static IEnumerable<Conclusion> GuardCheck(RunEvidence run)
    {
        var broken = run.Guards.Where(guard => guard.State is GuardState.Broken).ToList();
        if (run.CompilingShare > ProcessorReport.MaxTaken && broken.Exists(guard => guard.Name is Guard.Warm))
        {
            yield return new(Severity.Disturbed, "the warm-up ended too early");
        }

        if (broken.Count > 0)
        {
            var texts = broken.Select(guard => $"{guard.Name}: {guard.What}");
            yield return new(Severity.Note, $"'verify' refuses this report: {string.Join("; ", texts)}");
        }
    }

    /// <summary>Degrades a run that met faults.</summary>
    private static IEnumerable<Conclusion> FaultCheck(RunReport run) => run.Faults.Count == 0 ? [] :
    [
        new(
            Severity.Degraded,
            $"faults met: {run.Faults.Sum(fault => fault.Count)}; "
                + $"every {run.Workload.Noun} was {run.Workload.Proof ?? "applied exactly once"} nevertheless"),
    ];

    /// <summary>
    /// Degrades a figure that is limited by the harness, so that it does not describe the store. If other programs used
    /// the processors, they slowed the measurement of the harness, and the figure is only disturbed.
    /// </summary>
    private static IEnumerable<Conclusion> HarnessBoundCheck(RunReport run)
    {
        var severity = run.Processors?.IsDisturbed is true ? Severity.Disturbed : Severity.Degraded;
        if (run is { Tps.Median: var tps, Controls.NullStoreTps: { } inMemory }
            && tps >= NearLimit * inMemory)
        {
            yield return new(severity, FormattableString.Invariant(
                $"the harness is the limit, not the store: it commits {inMemory:0} per second in memory, ")
                + FormattableString.Invariant($"and {tps:0} over the store; add actors, or workers on other machines"));
        }

        if (run is { Tps.Median: var reached, Controls: { NullActorIn: ControlReport.Cluster } controls }
            && controls.NullActorTps is { } handed
            && reached >= NearLimit * handed)
        {
            yield return new(severity, FormattableString.Invariant(
                $"the harness is the limit, not the store: the cluster does {handed:0} per second with null ")
                + FormattableString.Invariant($"actors, and {reached:0} over the store; ")
                + "use larger jobs (--concurrency)");
        }
    }

    /// <summary>
    /// Notes that the CPU of the actors limits the figure over a real store, so that it does not describe the store.
    /// </summary>
    private static IEnumerable<Conclusion> ClientBoundCheck(RunReport run)
    {
        if (run is { Store.Endpoint: not null, Limit: { Name: { } name, Bounds: [var bound, ..] } }
            && LimitKind.Of(name).IsOfActors)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"the actors' CPU is the limit, not the store: {name} used {100 * bound.Share:0} % {bound.Text}")
                + "; the store may do more: add actors, cores, or workers on other machines");
        }
    }

    /// <summary>Notes that the rounds vary too much.</summary>
    private static IEnumerable<Conclusion> RoundSpreadCheck(RunReport run)
    {
        if (run.Tps is { Variation: > Spread.MaxVariation and var variation })
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"the rounds vary by {100 * variation:0} %: the machine was busy, or {run.RoundsOption} is too low"));
        }
    }

    /// <summary>Notes that most of the counted transactions were declined.</summary>
    private static IEnumerable<Conclusion> DeclineCheck(RunReport run)
    {
        if (Figures.Declined.Of(run) is > 0.5)
        {
            yield return new(
                Severity.Note,
                $"{run.DeclinedText}: the figure is that of {Plural(run.Workload.Noun)} that change nothing; the "
                    + "line 'declined' has the reasons");
        }
    }

    /// <summary>
    /// Notes that the store alone was slower than the run, so that its sample was disturbed and is dropped.
    /// </summary>
    private static IEnumerable<Conclusion> StoreAloneCheck(RunEvidence run)
    {
        if (run.ShareOfBareStore is > MaxShareOfBareStore and var share)
        {
            yield return new(
                Severity.Note,
                $"the store alone was disturbed, its rate is dropped (the run reached {Percent(share)} of it)");
        }
    }

    /// <summary>Notes which connections have the added latency.</summary>
    private static IEnumerable<Conclusion> LatencyCheck(RunReport run) => run.Store.AddedRoundTripMs <= 0 ? [] :
    [
        new(
            Severity.Note,
            "the round trip is added to the connections of the actors and of the store alone, "
                + "not to logins and redis-benchmark"),
    ];

    /// <summary>Notes that short slices were merged into fewer and longer ones.</summary>
    private static IEnumerable<Conclusion> SliceCheck(RunEvidence run)
    {
        if (run is { Report.SliceMs: var slice, Raw.SliceAskedMs: var requested } && slice > requested)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"slices of {requested:0} ms would be too many, so ")
                + FormattableString.Invariant($"they are merged into slices of {slice:0} ms"));
        }
    }

    /// <summary>
    /// Notes that measurements of lost workers are missing in all figures except the TPS, which the manager counts.
    /// </summary>
    private static IEnumerable<Conclusion> CompletenessCheck(RunEvidence run)
    {
        string[] silent =
        [
            .. run.Raw.Rounds.Index().SelectMany(round => round.Item.Silent.Select(
                worker => FormattableString.Invariant($"{worker} in round {round.Index + 1}"))),
        ];
        if (silent.Length > 0)
        {
            yield return new(
                Severity.Note,
                $"workers that did not report: {string.Join(", ", silent)}; latencies, processor and idle times "
                    + "exclude theirs, and their commands were at most "
                    + FormattableString.Invariant($"{run.Unreported.Commands}"));
        }
    }

    /// <summary>Notes servers that may evict keys.</summary>
    private static IEnumerable<Conclusion> EvictionCheck(RunReport run) => run.Store.Shards
        .Where(shard => shard.EvictionPolicy is not null)
        .Select(shard => new Conclusion(
            Severity.Note, StoreProblems.EvictionPolicy(shard.Endpoint, shard.EvictionPolicy!)));

    /// <summary>Notes workers that had joined and that the run did not use.</summary>
    private static IEnumerable<Conclusion> IdleWorkerCheck(RunReport run)
    {
        if (run.IdleWorkers is { Count: > 0 } idle)
        {
            yield return new(Severity.Note, new Problem(
                ProblemKind.IdleWorkers,
                $"the run did not use {Counted(idle.Count, "worker")} that had joined ({string.Join(", ", idle)}), "
                    + "because it requested fewer"));
        }
    }

    /// <summary>Notes that the manager could not store the report.</summary>
    private static IEnumerable<Conclusion> ReportCopyCheck(RunEvidence run)
    {
        if (run.Raw.NotKept is { } reason)
        {
            yield return new(
                Severity.Note, new Problem(ProblemKind.ReportNotKept, $"the manager has no copy: {reason}"));
        }
    }
}

/// <summary>The effect of a conclusion on the verdict.</summary>
internal enum Severity
{
    /// <summary>No effect: worth knowing.</summary>
    Note,

    /// <summary>Other programs or compiling affected the figure.</summary>
    Disturbed,

    /// <summary>The figure is valid with a reservation.</summary>
    Degraded,

    /// <summary>The run has no figure.</summary>
    Failed,
}

/// <summary>A conclusion of a rule about a run.</summary>
internal sealed record Conclusion(Severity Severity, Problem Problem);

/// <summary>The conclusions of all rules about a run.</summary>
/// <param name="Reasons">Why the verdict is not a pass; for a failed run, only what failed it.</param>
/// <param name="Notes">Other conclusions worth knowing.</param>
internal sealed record RunVerdict(Verdict Verdict, IReadOnlyList<Problem> Reasons, IReadOnlyList<Problem> Notes)
{
    public static RunVerdict Evaluate(RunEvidence run)
    {
        var conclusions = RunRules.All.SelectMany(rule => rule(run)).ToLookup(
            conclusion => conclusion.Severity, conclusion => conclusion.Problem);
        Problem[] failed = [.. conclusions[Severity.Failed]];
        Problem[] disturbed = [.. conclusions[Severity.Disturbed]];
        Problem[] degraded = [.. conclusions[Severity.Degraded]];
        Problem[] notes = [.. conclusions[Severity.Note]];
        return (failed, degraded, disturbed) switch
        {
            ([_, ..], _, _) => new(Verdict.Failed, failed, notes),
            (_, [_, ..], _) => new(Verdict.Degraded, [.. degraded, .. disturbed], notes),
            (_, _, [_, ..]) => new(Verdict.Disturbed, disturbed, notes),
            _ => new(Verdict.Pass, [], notes),
        };
    }
}
