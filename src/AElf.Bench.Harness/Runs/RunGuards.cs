using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides whether the figure of a run is reliable: a run lists its broken guards, and <c>verify</c> refuses a report
/// by the same guards. Next: <see cref="RunRules"/>.
/// </summary>
internal sealed class RunGuards
{
    // A measured round begins and ends inside its timed phase, within the resolution of clocks.
    private const double ClockGrainMs = 1;
    private const double CpuGrainMs = 20;

    // In 690 runs of one process with rounds from 100 ms, at most 0.7 %: the median round excludes the first, whose
    // methods are compiled.
    private const double MaxOutside = 0.05;

    private readonly RunReport run;
    private readonly RawRun raw;
    private readonly IReadOnlyList<RawRound> counted;
    private readonly long committed;
    private readonly PhaseReport phases;
    private readonly double windowMs;

    private RunGuards(RunReport run, RawRun raw)
    {
        this.run = run;
        this.raw = raw;
        counted = ProcessorAccount.Counted(raw, run.Environment.Cores);
        committed = raw.Rounds.Sum(round => round.Committed);
        phases = run.PhasesMs ?? PhaseReport.Unknown;
        windowMs = Milliseconds(raw.Rounds.Select(round => round.WindowNs));
    }

    /// <summary>The guards of a run; for several starts, the worst of each.</summary>
    /// <param name="derived">The report as derived from its raw data.</param>
    public static IReadOnlyList<Guard> Of(RunReport derived) => derived.Starts is { } starts
        ? StartsDerivation.Guards(starts)
        : Of(derived, derived.Raw!);

    /// <param name="derived">The report as derived from its raw data.</param>
    /// <param name="raw">The raw data.</param>
    public static IReadOnlyList<Guard> Of(RunReport derived, RawRun raw)
    {
        var guards = new RunGuards(derived, raw);
        return
        [
            guards.Audit(), guards.Ledger(), guards.Servers(), guards.Counts(), guards.Parts(),
            guards.Slices(), guards.Operations(), guards.RoundLength(), guards.RoundCount(), guards.WarmUp(),
            guards.Steadiness(), guards.Clock(), guards.RoundTimes(), guards.Latency(), guards.Processors(),
            guards.Topology(), guards.Build(), guards.Limit(),
        ];
    }

    private int Disturbed => run.Rounds.Count(round => round.IsDisturbed);

    private static Guard Check(string name, bool holds, string what) =>
        new(name, holds ? GuardState.Ok : GuardState.Broken, what);

    private static Guard Weigh(string name, bool holds, string what) =>
        new(name, holds ? GuardState.Ok : GuardState.Caution, what);

    private static double Milliseconds(IEnumerable<long> nanoseconds) => nanoseconds.Sum() / 1e6;

    /// <summary>Whether a report has the verdict that follows from its raw data.</summary>
    public static Guard Verdict(RunReport derived, Verdict claimed) => Check(
        "verdict",
        claimed == derived.Verdict,
        $"{RunSections.WordOf(claimed)}, with {Counted(derived.Faults.Sum(fault => fault.Count), "fault")}");

    private Guard Audit() => Check(
        "audit",
        run.Audit.Differences.Count == 0 && run.Audit.Compared == run.Workload.Items,
        $"{Count(run.Audit.Compared)} of {Counted(run.Workload.Items, run.Workload.ItemNoun)} compared, "
            + $"{Count(run.Audit.Wrong)} wrong");

    private Guard Ledger() => new(
        "ledger",
        run.Store.Reconciliation.Outcome switch
        {
            ReconciliationOutcome.Mismatch => GuardState.Broken,
            ReconciliationOutcome.Unavailable => GuardState.Caution,
            _ => GuardState.Ok,
        },
        $"{run.Store.Reconciliation}");

    private Guard Servers()
    {
        var byRound = raw.Rounds.Select(round => round.ServedOps).ToList();
        return Check(
            "servers",
            run.Store.Shards.Count == raw.Shards.Count
                && run.Store.IsConsistent
                && (raw.CountersUnavailable is not null
                    || (!byRound.Contains(null) && OperationReport.Sum(byRound!) == run.Store.ServerOps)),
            "the sum of the rounds equals the sum of the shards");
    }

    private Guard Counts()
    {
        var offered = run.BlockWeight * run.Blocks;
        return Check(
            "counts",
            raw.Rounds.All(round => round.Offered == offered && round.Committed == offered)
                && raw.WarmUp.All(round => round.Offered == round.Committed && round.Offered % run.BlockWeight == 0)
                && (raw.Outcomes.Count == 0 || KindOutcomes.DeclinedOf(raw.Outcomes).Whole
                    == committed + raw.WarmUp.Sum(round => round.Committed))
                && run.RequestedRounds is var requested
                && (requested is null
                    || (raw.Rounds.Count >= requested && raw.Rounds.Count - requested <= Disturbed)),
            $"{Counted(run.BlockWeight, run.Workload.Noun)} × {Counted(run.Blocks ?? 0, "block")} × "
                + $"{Counted(raw.Rounds.Count, "round")} = {Count(committed)} committed");
    }

    /// <summary>Checks that no part exceeds its whole.</summary>
    private Guard Parts()
    {
        var declined = raw.Outcomes.Select(kind => KindOutcomes.DeclinedOf([kind]));
        var shares = declined.Concat(raw.Facts.Values.Select(fact => fact.Part).OfType<Share>());
        return Check(
            "parts",
            shares.All(share => share.Part <= share.Whole)
                && raw.Jobs <= run.Units && raw.HeaviestJob <= run.BlockWeight
                && raw.Rounds.All(round => round.Latency is not { } waits
                    || (waits.P50Ns <= waits.P99Ns && waits.P99Ns <= waits.MaxNs))
                && raw.Rounds.All(round => round.Processors is not { } used
                    || used.InterruptTicks + used.StealTicks <= round.ProcessorTicks),
            "no part exceeds its whole");
    }

    private Guard Slices()
    {
        var sums = run.Slices.ToLookup(slice => slice.Round);
        return Check(
            "slices",
            run.SliceMs >= raw.SliceAskedMs
                && sums.All(round => round.Key >= 1 && round.Key <= raw.Rounds.Count)
                && raw.Rounds.Index().All(round => IsWhole(round.Item, [.. sums[round.Index + 1]])),
            "the slices of each round add up to the round");
    }

    private static bool IsWhole(RawRound round, SliceReport[] slices) =>
        slices.Sum(slice => slice.Committed) == round.Committed
        && slices is [{ StartMs: < ClockGrainMs }, ..]
        && slices.Zip(slices.Skip(1)).All(pair =>
            Math.Abs(pair.First.StartMs + pair.First.LengthMs - pair.Second.StartMs) < ClockGrainMs)
        && slices.All(slice => slice is { StartMs: >= 0, LengthMs: > 0, DeepestMailbox: >= 0, OldestMs: >= 0 });

    private Guard Operations()
    {
        var (sent, retried) = (
            run.Store.ClientOps ?? OperationReport.None, run.Store.FaultOps ?? OperationReport.None);
        return Check(
            "operations",
            sent.KeysRead - retried.KeysRead <= Math.Round(raw.Reads * committed)
                && sent.KeysWritten - retried.KeysWritten <= Math.Round(raw.Writes * committed)
                && (raw.Reads == 0 || sent.Get + sent.MultiGet > 0)
                && (raw.Writes == 0 || sent.Set + sent.MultiSet > 0),
            $"{Number((double?)sent.KeysRead / committed)} keys read and "
                + $"{Number((double?)sent.KeysWritten / committed)} written for each {run.Workload.Noun}");
    }

    private Guard RoundLength()
    {
        var median = SummaryStatistics.Describe([.. run.Rounds.Select(round => round.ExecuteMs)]).Median;
        return Check(
            "long rounds",
            median >= MeasureOptions.LongRound.TotalMilliseconds,
            $"median {Number(median)} ms; below {MeasureOptions.LongRound.TotalMilliseconds:0} ms, the start and "
                + "end of a round take a large share: use more --blocks");
    }

    private Guard RoundCount() => Check(
        "enough rounds",
        counted.Count >= SummaryStatistics.MinForInterval,
        $"{Counted(counted.Count, "round")}; an interval needs {SummaryStatistics.MinForInterval} "
            + $"({run.RoundsOption})");

    /// <summary>Uses the median round, because it gives the figure: one disturbed round does not change it.</summary>
    private Guard WarmUp()
    {
        var compiling = SummaryStatistics.Describe(
            [.. counted.Select(round => (double)round.CompilingNs / round.WindowNs)]).Median;
        return Check(
            Guard.Warm,
            raw.WarmUp.Count > 0 && compiling <= Runs.WarmUp.WarmShare,
            $"methods were compiled for {Percent(compiling)} of the median round, after "
                + $"{Counted(raw.WarmUp.Count, "round")} of warm-up; at most {Percent(Runs.WarmUp.WarmShare)} allowed");
    }

    private Guard Steadiness() => Weigh(
        "steady",
        run.Tps!.Variation is null or <= Spread.MaxVariation,
        $"the rounds vary by {Percent(run.Tps.Variation)}");

    private Guard Clock()
    {
        var warmUpMs = Milliseconds(raw.WarmUp.Select(round => round.WindowNs));
        return Check(
            "clock",
            raw.Rounds.All(round => round.RoutingNs <= round.WindowNs)
                && windowMs + run.Rounds.Sum(round => round.GroupingMs) <= phases.Measure + ClockGrainMs
                && warmUpMs <= phases.WarmUp + ClockGrainMs
                && phases is { Prepare: >= 0, Seed: >= 0, BareStore: >= 0, Audit: > 0, Cleanup: >= 0 },
            $"windows of {Number(windowMs)} ms inside {Number(phases.Measure)} ms of measuring");
    }

    /// <summary>
    /// Checks the window of a round by the other times of the round: the last slice ends with the window, the readings
    /// of the processors are before and after it, and no idle time or schedule is longer.
    /// </summary>
    private Guard RoundTimes()
    {
        var ends = run.Slices.ToLookup(slice => slice.Round, slice => slice.StartMs + slice.LengthMs);
        var gapMs = raw.Rounds.Index().Average(
            round => Math.Abs(EndMs(round.Item, ends[round.Index + 1]) - WindowMs(round.Item)));
        var outside = OutsideShare();
        var contradiction = run switch
        {
            _ when gapMs > ClockGrainMs => $"the slices end {Number(gapMs)} ms away from the ends of their rounds",
            _ when raw.Rounds.Any(round => round.Processors?.SpanNs / 1e6 < WindowMs(round) - ClockGrainMs) =>
                "a round is longer than the time between the readings of its processors",
            _ when outside > MaxOutside =>
                $"{Percent(outside)} of the time between the readings of the processors is outside of the round",
            _ when Milliseconds(raw.Rounds.Select(round => round.IdleNs))
                > raw.Rounds.Sum(round => round.Actors * (WindowMs(round) + ClockGrainMs)) =>
                "the actors were idle for longer than their rounds",
            _ when raw.Rounds.Any(round => round.ScheduleNs / 1e6 > WindowMs(round) + ClockGrainMs) =>
                "the schedule of a round is longer than the round",
            _ => null,
        };
        return Check(
            "round times",
            contradiction is null,
            contradiction ?? "slices, schedules and the readings of the processors agree with the rounds");
    }

    private static double WindowMs(RawRound round) => round.WindowNs / 1e6;

    // A round of a schedule ends when the next item would be due, if its last slice has ended before.
    private double EndMs(RawRound round, IEnumerable<double> ends) =>
        ends.Append(run.OpenLoop?.Rate.DurationOf(round.Committed).TotalMilliseconds ?? 0).Max();

    /// <summary>
    /// Share of the time between the readings of the processors that is outside of the window. It is the median of the
    /// undisturbed rounds, because other programs delay the readings of a disturbed round. Null if unknown, and for
    /// rounds that are too few or too short for a figure. Null in a cluster too, where this time contains the wait for
    /// answers of workers.
    /// </summary>
    private double? OutsideShare()
    {
        double[] shares =
        [
            .. raw.Rounds.Where(round => ProcessorAccount.Of(round, run.Environment.Cores) is { IsDisturbed: false })
                .Select(round => 1 - Math.Min(1, (double)round.WindowNs / round.Processors!.SpanNs)),
        ];
        return raw.Workers.Count > 0 || shares is []
            || RoundCount().State is GuardState.Broken || RoundLength().State is GuardState.Broken
            ? null
            : SummaryStatistics.Describe(shares).Median;
    }

    /// <summary>Little's law: the operations in flight must fit into the lanes, one step in each.</summary>
    private Guard Latency()
    {
        var lanes = raw.Rounds.Max(round => round.Actors) * (double)run.Lanes;
        var step = (double)run.LargestUnit / (raw.CriticalSteps ?? 1);
        var timedUs = Milliseconds(counted.Select(round => round.WindowNs)) * 1e3;
        var inFlight = run.LatencyUs is { } latency ? latency.Mean * latency.Count / timedUs : double.NaN;
        var untimed = counted.Sum(round => round.Committed) - (run.LatencyUs?.Count ?? 0);
        var isWhole = untimed == 0 || raw.Rounds.Any(round => round.Silent.Count > 0)
            || (untimed > 0 && IsUntimedByFaults);
        return Check(
            "latency",
            isWhole && inFlight <= lanes * step * 1.01
                && run.LatencyUs!.Max / 1e3 <= run.Rounds.Max(round => round.ExecuteMs) + ClockGrainMs,
            $"{Count(run.LatencyUs?.Count)} timed; {Number(inFlight)} in flight on average, "
                + $"in {Counted((long)lanes, "lane")}"
                + (untimed > 0
                    ? $"; {Count(untimed)} {Were(untimed)} interrupted by a fault"
                    : ""));
    }

    /// <summary>
    /// Whether operations may be uncertain: an operation that was repeated, or applied without an answer, has no time.
    /// </summary>
    private bool IsUntimedByFaults => raw.Rounds.Any(round => round.RetriedUnits > 0)
        && run.Faults.Any(StoreDerivation.AffectsOperations);

    /// <summary>Checks the CPU time. A process' time is read before and after a window, in ticks of 10 ms.</summary>
    private Guard Processors()
    {
        var cores = run.Environment.Cores * Math.Max(1, run.Servers);
        var busy = Figures.CpuCores.Of(run);
        var readings = raw.Rounds.Count * (1 + run.Workers.Count);
        var allowedMs = (1.05 * cores * Math.Max(windowMs, phases.Measure)) + (readings * CpuGrainMs);
        return Check(
            "processors",
            run.Environment.Cores > 0 && busy >= 0 && busy * windowMs <= allowedMs
                && raw.Rounds.All(round => round.BusyTicks >= 0 && round.BusyTicks <= round.ProcessorTicks),
            $"{Number(busy)} busy of {Cores(cores)}");
    }

    /// <summary>Checks that at least one process worked, because a claim names the processes that worked.</summary>
    private Guard Topology()
    {
        var working = raw.Workers.Where(worker => worker.Committed > 0).ToList();
        var servers = working.Select(worker => worker.Server).Distinct(StringComparer.Ordinal).Count();
        return Check(
            "topology",
            raw.Workers.Count == 0 || working.Count > 0,
            raw.Workers.Count == 0
                ? $"{Counted(run.Actors, "actor")} in this process"
                : $"{Counted(working.Count, "worker")} of {Count(raw.Workers.Count)} on {Counted(servers, "server")} "
                    + "committed in the measured rounds");
    }

    private Guard Build() => Check(
        "build", run.Environment.Build is "Release", $"{run.Environment.Build}, version {run.Environment.Version}");

    /// <summary>Whether the harness is the limit, if that was measured.</summary>
    private Guard Limit()
    {
        var own = (run.Limit?.Bounds ?? []).Where(bound => LimitKind.Of(bound.Name).IsOfHarness)
            .MaxBy(bound => bound.Share);
        var what = run.Limit?.Name is { } name ? $"the limit is {name}" : "no measured resource is the limit";
        return own is { Share: >= RunRules.NearLimit } || run.Limit?.Name is "garbage collection"
            ? new("limit", GuardState.Broken, $"{what}, which is a part of the harness")
            : new(
                "limit",
                run.Controls is null ? GuardState.Caution : GuardState.Ok,
                run switch
                {
                    { Controls: not null } => what,
                    { OpenLoop: not null } => $"{what}; the harness alone is measured in a closed loop only",
                    _ => $"{what}; the harness alone was not measured (--controls on)",
                });
    }
}
