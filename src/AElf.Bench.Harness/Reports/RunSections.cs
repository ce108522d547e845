using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>A run's report as sections in order, which every exporter for people renders.</summary>
internal static class RunSections
{
    private static readonly ReportColumn[] OperationColumns =
    [
        .. Numbers("GET", "SET", "MGET", "MSET", "keys read", "keys written")
            .Select(column => column with { PageOnly = true }),
    ];

    private static readonly ReportFigure[] Nothing = [];

    public static IReadOnlyList<ReportSection> From(RunReport run) =>
    [
        Verdict(run),
        .. ThresholdSection.From(run),
        .. OpenLoopSection.From(run),
        .. StartsSection.From(run),
        Rounds(run),
        Latency(run),
        Limit(run),
        BareStore(run, run.Workload.Noun),
        Cost(run),
        .. ProfileSection.From(run),
        Audit(run),
        Faults(run.Faults),
        Store(run.Store),
        Workers(run),
        Load(run),
        .. run.Sections,
        Environment(run),
        new("Options")
        {
            Tables = [new(
                [.. Texts("option", "value")],
                [
                    .. run.Options
                        .OrderBy(option => option.Key, StringComparer.Ordinal)
                        .Select(option => Row(option.Key, $"{option.Value}")),
                ])],
        },
    ];

    public static ReportTone ToneOf(RunReport run) => run.Verdict switch
    {
        Core.Reports.Verdict.Failed => ReportTone.Alarm,
        Core.Reports.Verdict.Degraded or Core.Reports.Verdict.Disturbed => ReportTone.Warning,
        _ => ReportTone.Plain,
    };

    /// <summary>The word of a verdict as it is published.</summary>
    public static string WordOf(Verdict verdict) => verdict.ToString().ToLowerInvariant();

    /// <summary>The load of a round, such as <c>600 transfers in 20 groups (even) × 50 blocks</c>.</summary>
    public static string LoadOf(RunReport run) =>
        $"{Counted(run.BlockWeight, run.Workload.Noun)} in {Counted(run.Units, run.Workload.UnitNoun)} "
            + $"({run.Workload.Variant}){(run.HasNumber() ? BlocksOf(run) : "")}";

    /// <summary>The number of blocks in a round as a factor; empty for one block.</summary>
    public static string BlocksOf(RunReport run) =>
        run.Blocks is { } blocks and not 1 ? $" × {Counted(blocks, "block")}" : "";

    /// <summary>Median and range, by which runs may be compared.</summary>
    public static string Range(Spread spread, Func<double?, string> format) =>
        $"{format(spread.Median)} [{format(spread.Min)} – {format(spread.Max)}]";

    private static IReadOnlyList<string> TextsOf(IEnumerable<Problem> problems) =>
        [.. problems.Select(problem => $"{problem}")];

    private static ReportSection Verdict(RunReport run) => new("Verdict")
    {
        Figures =
        [
            new("run", run.RunId) { Audience = ReportAudience.Page },
            new("verdict", WordOf(run.Verdict)) { Tone = ToneOf(run) },
            new(run.Reasons.Count == 1 ? "reason" : "reasons", TextsOf(run.Reasons)) { Tone = ToneOf(run) },
        ],
    };

    private static ReportSection Rounds(RunReport run)
    {
        if (run.Tps is not { } tps)
        {
            return new("Rounds");
        }

        var spreads = new (string Name, Spread? Spread, Func<double?, string> Format)[]
        {
            ("TPS", tps, Whole),
            ("store operations/s", run.OperationsPerSecond, Whole),
            ("grouping", run.GroupingMs, TimeOfMs),
            ("routing", run.RoutingMs, TimeOfMs),
        }.Where(line => line.Spread is not null).ToList();
        return new("Rounds")
        {
            Figures =
            [
                .. OnScreen(
                    run.OpenLoop is null ? "TPS" : "TPS as offered",
                    Tps(tps),
                    run.OpenLoop is null ? ReportTone.Strong : ReportTone.Plain),
                .. OnScreen(
                    "operations",
                    run.OperationsPerSecond is { } served ? $"{Range(served, Whole)} per second" : null),
                new(run.Notes.Count == 1 ? "note" : "notes", TextsOf(run.Notes)),
                .. OnScreen("stages", string.Join("; ", spreads.Skip(2).Select(Stage))),
            ],
            Tables =
            [
                new(
                    [
                        .. Numbers(
                            "round", "grouping", "routing", "committed", $"{Plural(run.Workload.UnitNoun)} retried",
                            "window", "TPS"),
                        .. Texts(""),
                    ],
                    [
                        .. run.Rounds.Select(round => Row(
                            Count(round.Round), TimeOfMs(round.GroupingMs), TimeOfMs(round.RoutingMs),
                            Count(round.Committed), Count(round.Retried), TimeOfMs(round.ExecuteMs), Whole(round.Tps),
                            round.Mark)),
                    ]),
                new(
                    [
                        .. Texts("over the rounds"),
                        .. Numbers("median", "min", "max", "mean", "median from", "to", "held in", "variation", "n"),
                    ],
                    [.. spreads.Select(line => Cells(line.Name, line.Spread!, line.Format))]),
            ],
            Series = [new("TPS over time", [.. run.Slices.Select(slice => slice.Tps)])],
        };

        static string Stage((string Name, Spread? Spread, Func<double?, string> Format) stage) =>
            $"{stage.Name} {Range(stage.Spread!, stage.Format)}";
    }

    private static string Tps(Spread tps) => tps.Count == 1
        ? $"{Whole(tps.Median)} in 1 round: no interval"
        : $"{Range(tps, Whole)}, {Interval(tps)}, mean {Whole(tps.Mean)}, cv {Percent(tps.Variation)}";

    private static string Interval(Spread tps) => tps switch
    {
        { Starts: not null } => $"{IntervalOf(tps)} {Whole(tps.Low95)} – {Whole(tps.High95)}",
        { Low95: null } => $"no interval from {Counted(tps.Count, "round")}",
        { Coverage: { } coverage } => $"median {Percent(coverage)} {Whole(tps.Low95)} – {Whole(tps.High95)}",
        _ => $"mean 95 % {Whole(tps.Low95)} – {Whole(tps.High95)}",
    };

    /// <summary>The kind of interval, such as <c>93.8 % interval of the median</c>.</summary>
    public static string IntervalOf(Spread spread) => spread switch
    {
        { Starts: { } starts } => $"{Percent(spread.Coverage)} interval over {Counted(starts, "process start")}",
        { Coverage: { } coverage } => $"{Percent(coverage)} interval of the median",
        _ => "95 % interval of the mean",
    };

    private static string[] Cells(string name, Spread spread, Func<double?, string> format) =>
    [
        name,
        .. new[] { spread.Median, spread.Min, spread.Max, spread.Mean, spread.Low95, spread.High95 }.Select(format),
        Percent(spread.Coverage),
        Percent(spread.Variation),
        Count(spread.Count),
    ];

    private static ReportSection Latency(RunReport run)
    {
        const string Service = "first read queued to last write acknowledged";
        var noun = run.Workload.Noun;
        var isOpen = run.OpenLoop is not null;
        (string Name, string What, LatencyReport? Latency)[] all =
        [
            ("latency", "intended start to last write acknowledged", run.OpenLoop?.LatencyUs),
            (isOpen ? "from sending" : "latency", Service, run.LatencyUs),
        ];
        var known = all.Where(each => each.Latency is not null).ToList();
        return new("Latency")
        {
            Figures = [.. known.SelectMany(each => OnScreen(each.Name, Percentiles(each.Latency!)))],
            Tables = [new(
                [.. Texts("latency"), .. Numbers("p50", "p90", "p99", "p99.9", "max", $"{noun}s")],
                [.. known.Select(each => Cells(each.What, each.Latency!))])],
        };
    }

    private static string Percentiles(LatencyReport latency) =>
        $"p50 {Time(latency.P50)}, p90 {Time(latency.P90)}, p99 {Time(latency.P99)}, "
            + $"p99.9 {Time(latency.P999)}, max {Time(latency.Max)}";

    private static string[] Cells(string what, LatencyReport latency) =>
    [
        what,
        .. new double?[] { latency.P50, latency.P90, latency.P99, latency.P999, latency.Max }.Select(Time),
        Count(latency.Count),
    ];

    private static ReportSection BareStore(RunReport run, string noun)
    {
        if (run.BareStore is not { } bareStore)
        {
            return new("Ceiling");
        }

        var bare = $"{Percent(bareStore.Ratio)} of {Whole(bareStore.Tps)} {noun}s/s bare "
            + $"(GET {Whole(bareStore.GetPerSecond)}/s, SET {Whole(bareStore.SetPerSecond)}/s, "
            + $"depth {Count(bareStore.Depth)})";
        return new("Ceiling")
        {
            Figures =
            [
                .. bareStore.RedisBenchmark is not { } asked ? [new("ceiling", bare)] : new ReportFigure[]
                {
                    new(
                        "ceiling",
                        bare,
                        $"{Percent(asked.Ratio)} of {Whole(asked.Tps)} {noun}s/s by redis-benchmark "
                            + $"(GET {Whole(asked.GetPerSecond)}/s, SET {Whole(asked.SetPerSecond)}/s)"),
                    new("command", asked.Command) { Audience = ReportAudience.Page },
                },
                .. CostOfProxies(run, noun),
            ],
        };
    }

    private static ReportFigure[] CostOfProxies(RunReport run, string noun) => run switch
    {
        { BareStore.BareShard: { } shard } =>
        [
            new(
                "bare shard",
                $"{Whole(shard.Tps)} {noun}s/s at {shard.Endpoint} without proxies; through them come "
                    + $"{Percent(shard.Ratio)} of it"),
        ],
        { Controls: not null, Store: { Proxies: > 0, Shards.Count: 0 } } =>
            [new("bare shard", "unknown: the shards behind the proxies are not named (--shards)")],
        _ => [],
    };

    private static ReportSection Limit(RunReport run)
    {
        if (run.Limit is not { Bounds: [var first, ..] bounds } limit)
        {
            return new("Limit");
        }

        var noun = run.Workload.Noun;
        return new("Limit")
        {
            Figures =
            [
                // A screen has other things to show where something went wrong.
                .. OnScreen("limit", run.Verdict > Core.Reports.Verdict.Disturbed ? null :
                    $"{(limit.Name is null ? "none found; nearest: " : "")}{first.Name}, "
                        + $"{Percent(first.Share)} {first.Text}"),
                new("limit", limit.Name ?? "none of these is near its bound") { Audience = ReportAudience.Page },
                .. run.Controls is { } controls ? [Controls(controls, noun)] : Nothing,
            ],
            Tables = [new(
                [.. Texts("what"), .. Numbers("reached"), .. Texts("of")],
                [.. bounds.Select(bound => Row(bound.Name, Percent(bound.Share), bound.Text))])],
        };
    }

    private static ReportFigure Controls(ControlReport controls, string noun) => new(
        "controls",
        string.Join("; ", new[]
        {
            controls.NullStoreTps is { } inMemory
                ? $"in memory {Whole(inMemory)} {noun}s/s{PlaceOf(controls.NullStoreIn)}"
                : null,
            controls.NullActorTps is { } idle
                ? $"with actors that do nothing {Whole(idle)}{PlaceOf(controls.NullActorIn)}"
                : null,
            controls.NullActorUnavailable is { } why ? $"with actors that do nothing unknown: {why}" : null,
            controls.RoundTripUs is { } trip ? $"round trip {Time(trip)}" : null,
        }.OfType<string>()));

    private static string PlaceOf(string? control) => control switch
    {
        ControlReport.Manager => " in the manager's process",
        ControlReport.Cluster => " through manager, wire and workers",
        _ => "",
    };

    private static ReportSection Cost(RunReport run)
    {
        var used = run.Resources;
        var serialization = used.SerializationUsPerTransfer is { } coding
            ? $", which encodes and decodes for {Time(coding)}"
            : "";
        var manager = used.ManagerCpuUsPerTransfer is { } part
            ? $" ({Time(part)} of it the manager's{serialization})"
            : "";
        var collections = used.Collections == 0
            ? "no garbage collections"
            : $"{Count(used.Collections)} GC in {TimeOfMs(used.GcPauseMs)}";
        return !run.HasNumber() ? new("Cost") : new("Cost")
        {
            Figures =
            [
                new(
                    "cost",
                    $"{Time(used.CpuUsPerTransfer)} CPU{manager} and "
                        + $"{Number(used.AllocatedBytesPerTransfer)} B allocated per {run.Workload.Noun}, "
                        + $"{Number(used.CpuCores)} cores, {collections}"),
                new("peak memory", $"{Whole(used.WorkingSetMb)} MiB") { Audience = ReportAudience.Page },
                new(
                    "actors busy",
                    $"busiest {(run.Workers.Count == 0 ? "actor" : "worker")} {Number(run.Imbalance)} × the mean, "
                        + "in the worst round; "
                        + $"actors idle {Percent(run.IdleShare)} of the time"),
            ],
        };
    }

    private static ReportSection Audit(RunReport run)
    {
        var audit = run.Audit;
        return new("Audit")
        {
            Figures =
            [
                new(
                    "audit",
                    $"conservation {WordOf(audit.Conservation)}, replay {WordOf(audit.Replay)}; "
                        + $"{Counted(audit.Compared, run.Workload.ItemNoun)} compared, {Count(audit.Wrong)} wrong")
                {
                    Tone = audit.Passed() ? ReportTone.Plain : ReportTone.Alarm,
                },
                new("wrong", [.. audit.Differences.Select(wrong => Difference(wrong, run.Workload.ItemNoun))])
                {
                    Audience = ReportAudience.Screen,
                    Tone = ReportTone.Alarm,
                },
            ],
            Tables = [new(
                [.. Numbers(run.Workload.ItemNoun), .. Texts("key", "expected", "found")],
                [
                    .. audit.Differences.Select(wrong =>
                        Row(Plain(wrong.Item), wrong.Key, wrong.ExpectedText(), wrong.Found)),
                ])],
        };
    }

    public static string Difference(DifferenceReport wrong, string noun) =>
        $"{noun} {Plain(wrong.Item)}, key {wrong.Key}: expected {wrong.ExpectedText()}; found {wrong.Found}";

    private static string WordOf(AuditOutcome outcome) => outcome.ToString().ToLowerInvariant();

    private static ReportSection Faults(IReadOnlyList<FaultReport> faults) => new("Faults")
    {
        Figures =
        [
            new("faults", faults.Count == 0 ? "none" : Count(faults.Sum(fault => fault.Count)))
            {
                Audience = ReportAudience.Page,
            },
            new("faults", [.. faults.Select(fault =>
                $"{Count(fault.Count)} × {fault.Kind} in {RoundOf(fault)} at {TimeOfMs(fault.AtMs)}: {fault.What}")])
            {
                Audience = ReportAudience.Screen,
                Tone = ReportTone.Warning,
            },
        ],
        Tables = [new(
            [.. Texts("where"), .. Numbers("at"), .. Texts("kind"), .. Numbers("count"), .. Texts("what")],
            [
                .. faults.Select(fault =>
                    Row(RoundOf(fault), TimeOfMs(fault.AtMs), fault.Kind, Count(fault.Count), fault.What)),
            ])],
    };

    private static string RoundOf(FaultReport fault) => fault.Round == 0 ? "warm-up" : $"round {Count(fault.Round)}";

    private static ReportSection Store(StoreReport store) => new("Store")
    {
        Figures =
        [
            .. OnScreen("actors sent", store.ClientOps is { } sent ? Operations(sent) : null),
            .. OnScreen("after faults", store.FaultOps is { } faults ? Operations(faults) : null),
            .. OnScreen("servers saw", store.ClientOps is null ? null : Operations(store.ServerOps)),
            new("ledger", store.Reconciliation.ToString()),
        ],
        Tables =
        [
            new([.. Texts("side"), .. OperationColumns],
            store.ClientOps is null ? [] :
            [
                Row("actors", store.ClientOps),
                .. store.FaultOps is { } later ? [Row("of these, after faults", later)] : Array.Empty<string[]>(),
                Row("servers", store.ServerOps),
                .. store.Shards.Select(shard => Row(shard.Endpoint, shard.Ops)),
            ]),
            new(
                [.. Texts("shard", "version", "persistence"), .. Numbers("keys", "CPU")],
                [
                    .. store.Shards.Select(shard => Row(
                        shard.Endpoint,
                        shard.Version,
                        shard.Persistence,
                        Count(shard.Keys < 0 ? null : shard.Keys),
                        Percent(shard.CpuShare))),
                ]),
        ],
    };

    private static string Operations(OperationReport? counts) => counts is null
        ? "not counted"
        : $"GET {Count(counts.Get)}, SET {Count(counts.Set)}, "
            + $"MGET {Count(counts.MultiGet)}, MSET {Count(counts.MultiSet)}; "
            + $"keys read {Count(counts.KeysRead)}, written {Count(counts.KeysWritten)}";

    private static ReportSection Workers(RunReport run) => new("Workers")
    {
        Tables = [new(
            [
                .. Texts("worker", "server", "store"),
                .. Numbers("actors", "committed", "CPU each", "idle"),
                .. OperationColumns,
            ],
            [
                .. run.Workers.Select(worker => (string[])
                [
                    worker.Name, worker.Server, worker.Store, Count(worker.Actors), Count(worker.Committed),
                    Time(worker.CpuUsPerTransfer), Percent(worker.IdleShare), .. Row("", worker.Ops).Skip(1),
                ]),
            ]) { Audience = ReportAudience.Everyone }],
    };

    private static ReportSection Load(RunReport run) => new("Load")
    {
        Figures =
        [
            new(
                "load",
                $"{LoadOf(run)}, the largest of {Count(run.LargestUnit)}, "
                    + $"over {Counted(run.Workload.Items, run.Workload.ItemNoun)}; "
                    + $"{Counted(run.Jobs, "job")}, the largest {Number(run.JobImbalance)} × the mean, "
                    + $"routing {run.Routing}"),
            .. run.Counts is not { } counts ? Nothing : [new(
                Plural(run.Workload.Noun),
                $"offered {Count(counts.Offered)}, committed {Count(counts.Committed)}, "
                    + $"retried {Count(counts.Retried)}")],
            .. run is { CriticalPath: { } path, LatencyUs: { } latency } ? CriticalPath(path, latency, run) : Nothing,
        ],
    };

    private static ReportFigure[] CriticalPath(CriticalPathReport path, LatencyReport latency, RunReport run)
    {
        var bound = $"at most {Whole(path.MaxTps)} {Plural(run.Workload.Noun)}/s, {Percent(path.MaxShare)} reached: "
            + $"{Count(path.Steps)} in a row of at least {Time(latency.Min)}";
        var mean = path.Share <= 1.05 ? Percent(path.Share) : "exceeded: those in a row took less than the mean";
        return
        [
            new("load bound", bound, $"at the mean latency, {Time(latency.Mean)}: {Whole(path.Tps)} ({mean})")
            {
                Audience = ReportAudience.Page,
            },
        ];
    }

    private static ReportSection Environment(RunReport run)
    {
        var machine = run.Environment;
        return new("Environment")
        {
            Figures =
            [
                .. run.PhasesMs is not { } phases ? Nothing : [new(
                    "phases",
                    $"prepare {TimeOfMs(phases.Prepare)}, seed {TimeOfMs(phases.Seed)}, "
                        + $"warm-up {TimeOfMs(phases.WarmUp)}, measure {TimeOfMs(phases.Measure)}, "
                        + $"bare store {TimeOfMs(phases.BareStore)}, audit {TimeOfMs(phases.Audit)}, "
                        + $"clean-up {TimeOfMs(phases.Cleanup)}")],
                new(
                    "machine",
                    $"{machine.Cpu}, {Counted(machine.Cores, "core")}, {Number(machine.MemoryGb)} GiB; "
                        + $"{machine.Os}; {machine.Runtime}, "
                        + $"{machine.Build}, {(machine.ServerGc ? "server" : "workstation")} GC; "
                        + $"version {machine.Version}{LibrariesOf(machine)}; "
                        + $"started {machine.StartedUtc}"),
            ],
        };
    }

    private static string LibrariesOf(EnvironmentReport machine) => machine.Libraries.Count == 0
        ? ""
        : $" with {string.Join(", ", machine.Libraries.Select(each => $"{each.Key} {each.Value}"))}";

    public static ReportColumn[] Texts(params string[] headings) =>
        [.. headings.Select(heading => new ReportColumn(heading, IsText: true))];

    public static ReportColumn[] Numbers(params string[] headings) =>
        [.. headings.Select(heading => new ReportColumn(heading))];

    private static string[] Row(params string[] cells) => cells;

    private static string[] Row(string side, OperationReport? counts) =>
    [
        side, Count(counts?.Get), Count(counts?.Set), Count(counts?.MultiGet), Count(counts?.MultiSet),
        Count(counts?.KeysRead), Count(counts?.KeysWritten),
    ];

    // On a page a table says this.
    private static ReportFigure[] OnScreen(string name, string? text, ReportTone tone = ReportTone.Plain) =>
        text is null ? [] : [new(name, text) { Audience = ReportAudience.Screen, Tone = tone }];
}
