using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>The summary of one run in plain words.</summary>
internal static class RunSummary
{
    private const int MaxTexts = 2;
    private const int MaxThresholds = 3;
    private const int MaxMethods = 3;

    /// <param name="run">As it is published.</param>
    /// <param name="command">The command that made it, to add an option to; null when unknown.</param>
    public static Summary From(RunReport run, string? command = null)
    {
        var tone = RunSections.ToneOf(run);
        return new(Title(run), tone is ReportTone.Plain ? ReportTone.Strong : tone,
        [
            SummaryLine.First("why", run.Verdict is Verdict.Disturbed ? [] : run.Reasons, MaxTexts, tone),
            SummaryLine.First("faults", Faults(run), MaxTexts, ReportTone.Warning) with { Dispensable = 4 },
            new("wrong", run.Audit.Differences is not [var first, ..] ? null
                : RunSections.Difference(first, run.Workload.ItemNoun)) { Tone = ReportTone.Alarm },
            .. Thresholds(run),
            new(run.OpenLoop is null ? "speed" : "schedule", run.OpenLoop is { } loop
                ? Schedule(loop, run.Workload.Noun)
                : Speed(run)),
            new("limit", LimitText.Of(run.Limit)),
            new("latency", Latency(run)),
            new("store", Store(run.Store)) { Dispensable = 1 },
            new("", BareStore(run)) { Dispensable = 5 },
            new("audit", Audit(run)),
            new("", Ledger(run.Store.Reconciliation)) { Dispensable = 3 },
            new("load", Load(run)) { Dispensable = 8 },
            new("actors", Actors(run)) { Dispensable = 6 },
            new("cost", Cost(run)) { Dispensable = 9 },
            new("machine", Machine(run.Processors)) { Dispensable = 10 },
            new("profile", run.Profile is null ? [] :
                [ProfileSection.Meaning, .. run.Profile.Methods.Take(MaxMethods).Select(ProfileSection.Text)])
            { Tone = ReportTone.Warning },
            SummaryLine.First("note", run.Notes, MaxTexts, ReportTone.Warning) with { Dispensable = 2 },
            new("next", NextStep.After(run, command)) { Dispensable = 7 },
        ]);
    }

    /// <summary>What is proved of each committed thing.</summary>
    public static string ProofOf(RunReport run) => run.Workload.Proof ?? "applied exactly once";

    private static string Title(RunReport run)
    {
        if (run.WasCancelled())
        {
            return "CANCELLED: no result";
        }

        var (noun, proof) = (run.Workload.Noun, ProofOf(run));
        if (!run.HasNumber())
        {
            return $"FAILED: there is no result, as it is not proved that every {noun} was {proof}";
        }

        return run.Verdict switch
        {
            Verdict.Disturbed => $"DISTURBED: {Reasons(run)}. Rough figure: {Rate(run)}",
            Verdict.Degraded => $"DEGRADED: {Figure(run)}",
            _ when run.Profile is not null => $"PROFILED: {Figure(run)}",
            _ => Figure(run),
        };
    }

    // Starts are mostly disturbed by the same.
    private static string Reasons(RunReport run) => run is { Starts: not null, Reasons: [var first, _, ..] reasons }
        ? $"{first} (and {Count(reasons.Count - 1)} more)"
        : string.Join("; ", run.Reasons);

    private static string Figure(RunReport run) =>
        $"{Rate(run)}{(run.OpenLoop is null ? ":" : ";")} each was {ProofOf(run)}";

    private static string Rate(RunReport run) => run.OpenLoop is { } loop
        ? $"{PerSecond(loop.Achieved)} of {PerSecond(loop.Offered)} {Plural(run.Workload.Noun)} per second that were "
            + "asked for"
        : $"{Whole(run.Tps?.Median)} {Plural(run.Workload.Noun)} per second, committed and audited";

    private static string[] Faults(RunReport run) =>
        [.. run.Faults.Select(fault => $"{Count(fault.Count)} × {fault.Kind}: {fault.What}")];

    private static SummaryLine[] Thresholds(RunReport run) =>
    [
        .. ThresholdSection.From(run).SelectMany(section => section.Figures).Select(figure =>
            SummaryLine.First("threshold", figure.Lines, MaxThresholds, figure.Tone)),
    ];

    private static string? Speed(RunReport run) => run.Tps switch
    {
        null => null,
        { Starts: not null } tps => $"{StartsSection.MediansOf(run)}, the median of them above; "
            + $"{Percent(tps.Coverage)} interval over starts and rounds {Whole(tps.Low95)} – {Whole(tps.High95)}",
        { Count: 1 } => "measured in one round, so nothing is known of how much it varies",
        var tps => $"the median of {Counted(tps.Count, "round")}; the slowest had {Whole(tps.Min)} per second, "
            + $"the fastest {Whole(tps.Max)}",
    };

    private static string Schedule(OpenLoopReport loop, string noun) =>
        $"{PerSecond(loop.Offered)} {Plural(noun)} per second were to be started ({loop.Rate}), "
            + (loop.IsReached ? "and were" : $"but only {PerSecond(loop.Achieved)} were: the rate was not reached");

    private static string? Latency(RunReport run) => run.UserLatencyUs() is not { } latency ? null
        : $"half of the {Plural(run.Workload.Noun)} took up to {Time(latency.P50)}, 99 % up to {Time(latency.P99)}, "
            + $"the longest {Time(latency.Max)}"
            + (run.OpenLoop is null ? "" : ", from the scheduled start");

    public static string Store(StoreReport store) => store switch
    {
        { Endpoint: null, Type: "inmemory" } => "the memory of this process: no network, no disk, nothing is kept",
        { Endpoint: null } => $"{store.Type}, in this process: no network",
        _ => $"{ClaimLine.Server(store)} at {store.Endpoint} ({Counted(store.Shards.Count, "shard")}, "
            + $"{Counted(store.Proxies, "proxy", "proxies")}), {Persistence(store)}; {store.Client} client"
            + (store.AddedRoundTripMs > 0 ? $"; {TimeOfMs(store.AddedRoundTripMs)} of round trip added" : ""),
    };

    private static string Persistence(StoreReport store) => ClaimLine.Persistence(store) switch
    {
        "no persistence" => "which keeps nothing on disk",
        var kind and "persistence unknown" => kind,
        var kind => $"persistence {kind}",
    };

    private static string? BareStore(RunReport run) => run switch
    {
        { BareStore: null } => null,
        { HasMultiKeyCommands: true, BareStore: { Ratio: > 1 and var times } single } =>
            $"by itself it could do {Whole(single.Tps)} {Plural(run.Workload.Noun)} per second with one key in each "
                + $"command; this run had several in each, and did {Number(times)} × as many",
        { BareStore: var bareStore } =>
            $"by itself it could do {Whole(bareStore.Tps)} {Plural(run.Workload.Noun)} per second; "
                + $"this run reached {Percent(bareStore.Ratio)} of that",
    };

    private static string Audit(RunReport run)
    {
        var (audit, items) = (run.Audit, Counted(run.Audit.Compared, run.Workload.ItemNoun));
        return audit switch
        {
            { Replay: AuditOutcome.Unknown } => $"not made: no {run.Workload.ItemNoun} was compared with a replay",
            _ when audit.Passed() => $"passed: {items} read back, none differs from a sequential replay of the load",
            { Wrong: > 0 } => $"failed: {Count(audit.Wrong)} of {items} differ from a sequential replay of the load",
            _ => $"failed: what no {run.Workload.Noun} may change, such as a sum, has changed",
        };
    }

    private static string? Ledger(Reconciliation counts) => counts.Outcome switch
    {
        ReconciliationOutcome.Equal => "the store counted exactly the operations that the actors sent",
        ReconciliationOutcome.WithinBounds =>
            $"the store counted what the actors sent, but for what is explained: {counts.Reason}",
        ReconciliationOutcome.Mismatch => "the store did not count the operations that the actors sent",
        _ => null,
    };

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
        var where = run.Workers.Count == 0
            ? $"{ClaimLine.Actors(run)} in this process"
            : $"{Counted(run.Servers, "server")} × {Counted(run.Processes, "process", "processes")} × "
                + ClaimLine.Actors(run);
        return $"{where}, up to {Counted(run.Lanes, "job")} in flight each" + (!run.HasNumber() ? "" :
            $"; idle {Percent(run.IdleShare)} of the time, the busiest did {Number(run.Imbalance)} × the mean");
    }

    private static string? Cost(RunReport run) => !run.HasNumber() ? null
        : $"{Time(run.Resources.CpuUsPerTransfer)} of CPU time and "
            + $"{Number(run.Resources.AllocatedBytesPerTransfer)} bytes allocated for each {run.Workload.Noun}; "
            + $"{Number(run.Resources.CpuCores)} cores busy";

    private static string? Machine(ProcessorReport? used) => used is not { Others: { } others } ? null
        : FormattableString.Invariant($"this run and its store used {Math.Min(used.Own, used.Usable):0.00} of ")
            + FormattableString.Invariant($"{used.Usable:0} cores, other programs {others:0.00}");
}
