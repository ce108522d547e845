using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>The summary of one run in plain words.</summary>
internal static class RunSummary
{
    private const int MaxMethods = 3;

    /// <param name="run">The published report.</param>
    /// <param name="command">The command of the run, to which an option can be added; null if unknown.</param>
    public static Summary From(RunReport run, string? command = null)
    {
        var tone = RunSections.ToneOf(run);
        return new(Title(run), tone is ReportTone.Plain ? ReportTone.Strong : tone,
        [
            new("why", run.Verdict is Verdict.Disturbed ? [] : TextsOf(CausesOf(run)))
            {
                Max = 2,
                Tone = tone,
                Detail = TextsOf(run.Reasons.Except(CausesOf(run))),
            },
            new("faults", Faults(run)) { Max = 2, Tone = ReportTone.Warning, Dispensable = 4 },
            new("wrong", [.. run.Audit.Differences.Select(wrong =>
                RunSections.Difference(wrong, run.Workload.ItemNoun))])
            {
                Max = 1,
                Tone = ReportTone.Alarm,
            },
            new("declined", [.. run.Outcomes.Where(IsAnyDeclined).Select(Declined)])
            {
                Max = 3,
                Tone = ReportTone.Warning,
                Detail = [.. run.Outcomes.Where(kind => !IsAnyDeclined(kind)).Select(Declined)],
            },
            new("threshold", [.. run.Thresholds.OrderBy(each => each.Broken is false).Select(each => each.Line)])
            {
                Max = 3,
                Tone = run.Thresholds.All(each => each.Broken is false) ? ReportTone.Plain : ReportTone.Alarm,
            },
            run.OpenLoop is { } loop
                ? new("schedule", Schedule(loop, run.Workload.Noun)) { Detail = [SentLate(loop)] }
                : new("speed", Speed(run)) { Detail = [Interval(run.Tps), WordsOf(run, FigureLine.Speed, true)] },
            new("limit", Limit(run.Limit)) { Detail = [Controls(run.Controls, run.Workload.Noun)] },
            new("latency", Latency(run, isDetail: false))
            {
                Detail = [Latency(run, isDetail: true), Service(run), .. LatencyOfKinds(run)],
            },
            new("store", Store(run.Store)) { Dispensable = 1, Detail = [WordsOf(run, FigureLine.Store, true)] },
            new("", BareStore(run)) { Dispensable = 5, Detail = [RedisBenchmark(run), BareShard(run)] },
            new("audit", Audit(run)),
            new("", Ledger(run.Store.Reconciliation)) { Dispensable = 3 },
            new("load", Load(run)) { Dispensable = 8, Detail = [Jobs(run), WordsOf(run, FigureLine.Load, true)] },
            new("actors", Actors(run)) { Dispensable = 6 },
            new("cost", WordsOf(run, FigureLine.Cost, false))
            {
                Dispensable = 9,
                Detail = [WordsOf(run, FigureLine.Cost, true)],
            },
            new("machine", Machine(run.Processors)) { Dispensable = 10, Detail = [Environment(run.Environment)] },
            new("phases", (string?)null) { Detail = [Phases(run.PhasesMs)] },
            new("profile", run.Profile is null ? [] :
                [ProfileSection.Meaning, .. run.Profile.Methods.Take(MaxMethods).Select(ProfileSection.Text)])
            { Tone = ReportTone.Warning },
            new("note", TextsOf(run.Notes)) { Max = 2, Tone = ReportTone.Warning, Dispensable = 2 },
            new("next", NextStep.After(run, command)) { Dispensable = 7 },
            new("run", (string?)null) { Detail = [$"{run.RunId}"] },
        ]);
    }

    /// <summary>The proof of the audit for each unit, such as a transfer.</summary>
    public static string ProofOf(RunReport run) => run.Workload.Proof ?? "applied exactly once";

    // Null if no possible limit was measured.
    private static string? Limit(LimitReport? limit) => limit switch
    {
        null or { Bounds: [] } => null,
        { Name: null, Bounds: [var nearest, ..] } =>
            $"none found; the nearest was {nearest.Name}, with {Percent(nearest.Share)} {nearest.Text}",
        { Bounds: [var bound, ..] } =>
            $"{LimitKind.Of(bound.Name).SubjectOf(bound.Name)}: {Percent(bound.Share)} {bound.Text}",
    };

    private static string Title(RunReport run)
    {
        if (run.WasCancelled())
        {
            return "CANCELLED: no result";
        }

        var (noun, proof) = (run.Workload.Noun, ProofOf(run));
        if (!run.HasNumber())
        {
            return $"FAILED: no result, because it is not proved that every {noun} was {proof}";
        }

        return run.Verdict switch
        {
            Verdict.Disturbed => $"DISTURBED: {Reasons(run)}. Rough figure: {Rate(run)}",
            Verdict.Degraded => $"DEGRADED: {Figure(run)}",
            _ when run.Profile is not null => $"PROFILED: {Figure(run)}",
            _ => Figure(run),
        };
    }

    private static string Reasons(RunReport run) => run switch
    {
        { Starts: not null, Processors: { IsDisturbed: true } ofAll } => ofAll.Takers(),
        { Starts: not null, Reasons: [var first, _, ..] reasons } =>
            $"{first} (and {Counted(reasons.Count - 1, "more reason")})",
        _ => string.Join("; ", run.Reasons),
    };

    private static string Figure(RunReport run) =>
        $"{Rate(run)}{(run.OpenLoop is null && run.DeclinedText is null ? ":" : ";")} each was {ProofOf(run)}";

    private static string Rate(RunReport run) => (run.OpenLoop is { } loop
        ? $"{PerSecond(loop.Achieved)} of {PerSecond(loop.Offered)} {Plural(run.Workload.Noun)} per second that were "
            + "requested"
        : $"{Whole(run.Tps?.Median)} {Plural(run.Workload.Noun)} per second, committed and audited")
        + (run.DeclinedText is { } declined ? $", {declined}" : "");

    private static bool IsAnyDeclined(KindOutcomes kind) => KindOutcomes.DeclinedOf([kind]).Part > 0;

    private static string Declined(KindOutcomes kind)
    {
        var share = KindOutcomes.DeclinedOf([kind]);
        return $"{kind.Kind}: {Percent(share.Value)} of {Count(share.Whole)} executed, warm-up included"
            + (share.Part == 0 ? "" : " (" + string.Join(", ", kind.Declined.OrderByDescending(each => each.Count)
                .Select(each => $"{each.Reason}: {Count(each.Count)}")) + ")");
    }

    private static string[] Faults(RunReport run) =>
        [.. run.Faults.Select(fault => $"{Count(fault.Count)} × {fault.Kind}: {fault.What}")];

    // A call ends with an error that names its keys, so a screen with another reason does not need to.
    private static IReadOnlyList<Problem> CausesOf(RunReport run) =>
        run.Reasons.ExceptBy(run.KeysLeft, reason => reason.Text, StringComparer.Ordinal).ToList() is [_, ..] others
            ? others
            : run.Reasons;

    private static string[] TextsOf(IEnumerable<Problem> problems) => [.. problems.Select(problem => $"{problem}")];

    /// <summary>The figures of a line in words; null without figures.</summary>
    private static string? WordsOf(RunReport run, FigureLine line, bool isDetail)
    {
        var texts = Figures.All
            .Where(figure => figure.Words?.Line == line && figure.Words.IsDetail == isDetail)
            .Where(figure => figure.Of(run) is not null)
            .Select(figure => figure.Words!.Text(figure.TextOf(run), run.Workload.Noun)).ToList();
        return texts.Count == 0 ? null : string.Join("; ", texts);
    }

    private static string? Speed(RunReport run) => run.Tps switch
    {
        null => null,
        { Starts: not null } tps => $"{StartsSection.MediansOf(run)}; the first line has their median; "
            + $"{Percent(tps.Coverage)} interval over starts and rounds {Whole(tps.Low95)} – {Whole(tps.High95)}",
        { Count: 1 } => "measured in one round, so the variation is unknown",
        var tps => $"the median of {Counted(tps.Count, "round")}; the slowest had {Whole(tps.Min)} per second, "
            + $"the fastest {Whole(tps.Max)}",
    };

    private static string Schedule(OpenLoopReport loop, string noun) =>
        $"{PerSecond(loop.Offered)} {Plural(noun)} per second were scheduled ({loop.Rate}); "
            + (loop.IsReached ? "the rate was reached" : $"the rate was not reached: {PerSecond(loop.Achieved)}");

    private static string? Interval(Spread? tps) => tps is not { Low95: not null, Starts: null } ? null
        : $"{RunSections.IntervalOf(tps)} {Whole(tps.Low95)} – {Whole(tps.High95)}; mean {Whole(tps.Mean)}, "
            + $"variation {Percent(tps.Variation)}";

    private static string SentLate(OpenLoopReport loop) =>
        $"{Percent(loop.LateShare)} were sent more than {TimeOfMs(ArrivalStats.MaxLag.TotalMilliseconds)} late; "
            + Times(loop.LagUs);

    private static string? Latency(RunReport run, bool isDetail) =>
        WordsOf(run, FigureLine.Latency, isDetail) is { } texts
            ? $"{texts} from the {(run.OpenLoop is null ? "first read" : "scheduled start")} to the last write"
                + (run.OpenLoop is null ? Untimed(run) : "")
            : null;

    private static string Untimed(RunReport run) => Figures.Untimed.Of(run) is > 0 and var count
        ? $", without {Counted((long)count, run.Workload.Noun)} whose times were lost in a fault"
        : "";

    private static string? Service(RunReport run) => run is not { OpenLoop: not null, LatencyUs: { } latency } ? null
        : $"{Times(latency)} from the first read{Untimed(run)}";

    private static IEnumerable<string> LatencyOfKinds(RunReport run) => (run.LatencyUs?.Kinds ?? [])
        .Zip(run.Workload.Kinds ?? [])
        .Select(each => each.First is { } latency
            ? $"{each.Second}: {Times(latency)}; {Count(latency.Count)} timed"
            : $"{each.Second}: 0 timed");

    private static string Times(LatencyReport latency) =>
        $"p50 {Time(latency.P50)}, p99 {Time(latency.P99)}, max {Time(latency.Max)}";

    public static string Store(StoreReport store) => store switch
    {
        { Endpoint: null, Type: "inmemory" } => "the memory of this process: no network, no disk",
        { Endpoint: null } => $"{store.Type}, in this process: no network",
        _ => $"{ClaimLine.Server(store)} at {store.Endpoint} ({Counted(store.Shards.Count, "shard")}, "
            + $"{Counted(store.Proxies, "proxy", "proxies")}), {Persistence(store)}; "
            + string.Join("; ", [$"{store.Client} client", .. store.Peculiarities]),
    };

    private static string Persistence(StoreReport store) => ClaimLine.Persistence(store) switch
    {
        "no persistence" => "without a file on disk",
        var kind and "persistence unknown" => kind,
        var kind => $"persistence {kind}",
    };

    private static string? BareStore(RunReport run) => run.BareStore is not { } bareStore ? null
        : $"the store alone: {Whole(bareStore.Tps)} {Plural(run.Workload.Noun)} per second"
            + Reached(run, bareStore.Ratio);

    private static string Replayed(AuditReport audit) => audit.Scope ?? "a sequential replay of the load";

    // A command with several keys replaces several commands.
    private static string Reached(RunReport run, double? ratio) => run.HasMultiKeyCommands && ratio > 1
        ? $" with one key per command; this run had several keys per command, and reached {Number(ratio)} × as many"
        : $"; this run reached {Percent(ratio)} of that{(ratio > 1 ? ": both rates vary" : "")}";

    private static string? RedisBenchmark(RunReport run) => run.BareStore?.RedisBenchmark is not { } asked ? null
        : $"redis-benchmark: {Whole(asked.Tps)} per second{Reached(run, asked.Ratio)} ({asked.Command})";

    private static string? BareShard(RunReport run) => run switch
    {
        { BareStore.BareShard: { } shard } =>
            $"{shard.Endpoint} without proxies: {Whole(shard.Tps)} per second; through the proxies "
                + $"{Percent(shard.Ratio)} of that",
        { Controls: not null, Store: { Proxies: > 0, Shards.Count: 0 } } =>
            "the rate without proxies is unknown: name the servers behind them with --shards",
        _ => null,
    };

    private static string? Controls(ControlReport? controls, string noun)
    {
        string?[] texts = controls is null ? [] :
        [
            controls.NullStoreTps is { } inMemory
                ? $"in memory {Whole(inMemory)} {Plural(noun)} per second{PlaceOf(controls.NullStoreIn)}"
                : null,
            controls.NullActorTps is { } idle ? $"with null actors {Whole(idle)}{PlaceOf(controls.NullActorIn)}" : null,
            controls.NullActorUnavailable is { } why ? $"with null actors unknown: {why}" : null,
            controls.RoundTripUs is { } trip ? $"round trip {Time(trip)}" : null,
        ];
        return texts.Any(text => text is not null) ? string.Join("; ", texts.OfType<string>()) : null;
    }

    private static string PlaceOf(string? control) => control switch
    {
        ControlReport.Manager => " in the manager's process",
        ControlReport.Cluster => " through manager, wire and workers",
        _ => "",
    };

    private static string Audit(RunReport run)
    {
        var (audit, items) = (run.Audit, Counted(run.Audit.Compared, run.Workload.ItemNoun));
        return audit switch
        {
            { Replay: AuditOutcome.Unknown } => $"not made: no {run.Workload.ItemNoun} was compared with a replay",
            _ when audit.Passed() => $"passed: all {items} equal {Replayed(audit)}",
            { Wrong: > 0 } => $"failed: {Count(audit.Wrong)} of {items} differ from {Replayed(audit)}",
            { Compared: 0 } => $"failed: the store lost data, so no {run.Workload.ItemNoun} was compared with a replay",
            _ => $"failed: a total that no {run.Workload.Noun} may change has changed",
        };
    }

    private static string? Ledger(Reconciliation counts) => counts.Outcome switch
    {
        ReconciliationOutcome.Equal => "the store counted exactly the operations that the actors sent",
        ReconciliationOutcome.WithinBounds =>
            $"counts of store and actors agree within the expected difference: {counts.Reason}",
        ReconciliationOutcome.Mismatch => "the store did not count the operations that the actors sent",
        _ => $"the operations that the store counted were not compared: {counts.Reason}",
    };

    private static string Jobs(RunReport run) =>
        $"{Counted(run.Workload.Items, run.Workload.ItemNoun)}; the largest {run.Workload.UnitNoun} has "
            + $"{Count(run.LargestUnit)}; {Counted(run.Jobs, "job")}, routing {run.Routing}";

    private static string Load(RunReport run)
    {
        var times = run.Blocks is { } blocks and not 1 ? $", {Counted(blocks, "time")} in a round" : "";
        var setup = run.Workload.SetupText is { } text ? $"{run.Workload.Setup}: {text}" : run.Workload.Setup;
        var order = run.Units == 1 ? ", one after the other" : " that run in parallel";
        return $"{Counted(run.BlockWeight, run.Workload.Noun)} in {Counted(run.Units, run.Workload.UnitNoun)} "
            + $"({run.Workload.Variant}){order}{times}; {setup}";
    }

    private static string Actors(RunReport run)
    {
        // A run that failed early has no report of a worker.
        var where = run is { Workers.Count: 0, Scenario: "single" }
            ? $"{ClaimLine.Actors(run)} in this process"
            : $"{Counted(run.Servers, "server")} × {Counted(run.Processes, "process", "processes")} × "
                + ClaimLine.Actors(run);
        return string.Join(
            "; ",
            new[]
            {
                $"{where}, up to {Counted(run.Lanes, "job")} in flight each",
                WordsOf(run, FigureLine.Actors, false),
            }.OfType<string>());
    }

    private static string? Machine(ProcessorReport? used) => used is not { Others: { } others } ? null
        : FormattableString.Invariant($"this run and its store used {Math.Min(used.Own, used.Usable):0.00} of ")
            + FormattableString.Invariant($"{Cores(used.Usable)}, other programs {others:0.00}");

    private static string Environment(EnvironmentReport machine) =>
        $"{machine.Cpu}, {Cores(machine.Cores)}, {Number(machine.MemoryGb)} GiB; {machine.Os}; "
            + $"{machine.Runtime}, {machine.Build}, {(machine.ServerGc ? "server" : "workstation")} GC; "
            + $"version {machine.Version}{(machine.Libraries.Count == 0 ? "" : " with ")}"
            + string.Join(", ", machine.Libraries.Select(each => $"{each.Key} {each.Value}"))
            + $"; started {machine.StartedUtc}";

    private static string? Phases(PhaseReport? phases) => phases is null ? null
        : $"prepare {TimeOfMs(phases.Prepare)}, seed {TimeOfMs(phases.Seed)}, warm-up {TimeOfMs(phases.WarmUp)}, "
            + $"measure {TimeOfMs(phases.Measure)}, store alone {TimeOfMs(phases.BareStore)}, "
            + $"audit {TimeOfMs(phases.Audit)}, clean-up {TimeOfMs(phases.Cleanup)}";
}
