using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The tables of a run in order, below the lines of its summary.</summary>
internal static class RunSections
{
    private static readonly ReportColumn[] OperationColumns =
        Numbers("GET", "SET", "MGET", "MSET", "keys read", "keys written");

    // Most runs have no such operations.
    private static readonly (string Name, Func<OperationReport, long?> Count)[] RareOperations =
        [("EXEC", counts => counts.Exec), ("EVALSHA", counts => counts.EvalSha)];

    public static IReadOnlyList<ReportSection> From(RunReport run) =>
    [
        .. StartsSection.From(run),
        Rounds(run),
        Latency(run),
        Limit(run),
        .. ProfileSection.From(run),
        Audit(run),
        Faults(run.Faults),
        Store(run.Store),
        Workers(run),
        .. run.Sections,
        Section("Options", Texts("option", "value"), run.Options
            .OrderBy(option => option.Key, StringComparer.Ordinal)
            .Select(option => Row(option.Key, $"{option.Value}"))),
    ];

    public static ReportTone ToneOf(RunReport run) => run.Verdict switch
    {
        Core.Reports.Verdict.Failed => ReportTone.Alarm,
        Core.Reports.Verdict.Degraded or Core.Reports.Verdict.Disturbed => ReportTone.Warning,
        _ => ReportTone.Plain,
    };

    /// <summary>The verdict as a word of the report.</summary>
    public static string WordOf(Verdict verdict) => verdict.ToString().ToLowerInvariant();

    /// <summary>The load of a round, such as <c>600 transfers in 20 groups (even) × 50 blocks</c>.</summary>
    public static string LoadOf(RunReport run) =>
        $"{Counted(run.BlockWeight, run.Workload.Noun)} in {Counted(run.Units, run.Workload.UnitNoun)} "
            + $"({run.Workload.Variant}){(run.HasNumber() ? BlocksOf(run) : "")}";

    /// <summary>The number of blocks in a round as a factor; empty for one block.</summary>
    public static string BlocksOf(RunReport run) =>
        run.Blocks is { } blocks and not 1 ? $" × {Counted(blocks, "block")}" : "";

    /// <summary>Median and range, for comparing runs.</summary>
    public static string Range(Spread spread, Func<double?, string> format) =>
        $"{format(spread.Median)} [{format(spread.Min)} – {format(spread.Max)}]";

    private static ReportSection Rounds(RunReport run)
    {
        if (run.Tps is not { } tps)
        {
            return new("Rounds");
        }

        var spreads = new (Figure Figure, Spread? Spread)[]
        {
            (Figures.Tps, tps), (Figures.Operations, run.OperationsPerSecond), (Figures.Grouping, run.GroupingMs),
            (Figures.Routing, run.RoutingMs),
        }.Where(line => line.Spread is not null);
        return new("Rounds")
        {
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
                    [.. spreads.Select(line => Cells(line.Figure, line.Spread!))]),
            ],
            Series = [new("TPS over time", [.. run.Slices.Select(slice => slice.Tps)])],
        };
    }

    /// <summary>The kind of interval, such as <c>93.8 % interval of the median</c>.</summary>
    public static string IntervalOf(Spread spread) => spread switch
    {
        { Starts: { } starts } => $"{Percent(spread.Coverage)} interval over {Counted(starts, "process start")}",
        { Coverage: { } coverage } => $"{Percent(coverage)} interval of the median",
        _ => "95 % interval of the mean",
    };

    private static string[] Cells(Figure figure, Spread spread) =>
    [
        figure.Heading,
        .. new[] { spread.Median, spread.Min, spread.Max, spread.Mean, spread.Low95, spread.High95 }
            .Select(value => figure.TextOf(value)),
        Percent(spread.Coverage),
        Percent(spread.Variation),
        Count(spread.Count),
    ];

    private static ReportSection Latency(RunReport run)
    {
        (string What, LatencyReport? Latency)[] all =
        [
            ("scheduled start to last write", run.OpenLoop?.LatencyUs),
            ("first read to last write", run.LatencyUs),
            .. (run.LatencyUs?.Kinds ?? []).Zip(run.Workload.Kinds ?? [], (latency, kind) => (kind, latency)),
        ];
        return Section(
            "Latency",
            [.. Texts("latency"), .. Numbers("p50", "p90", "p99", "p99.9", "max", Plural(run.Workload.Noun))],
            all.Where(each => each.Latency is not null).Select(each => Cells(each.What, each.Latency!)));
    }

    private static string[] Cells(string what, LatencyReport latency) =>
    [
        what,
        .. new double?[] { latency.P50, latency.P90, latency.P99, latency.P999, latency.Max }.Select(Time),
        Count(latency.Count),
    ];

    private static ReportSection Limit(RunReport run) => Section(
        "Limit",
        [.. Texts("bound"), .. Numbers("reached"), .. Texts("of")],
        (run.Limit?.Bounds ?? []).Select(bound => Row(bound.Name, Percent(bound.Share), bound.Text)));

    private static ReportSection Audit(RunReport run) => Section(
        "Audit",
        [.. Numbers(run.Workload.ItemNoun), .. Texts("key", "expected", "found")],
        run.Audit.Differences.Select(wrong => Row(Plain(wrong.Item), wrong.Key, wrong.ExpectedText(), wrong.Found)));

    public static string Difference(DifferenceReport wrong, string noun) =>
        $"{noun} {Plain(wrong.Item)}, key {wrong.Key}: expected {wrong.ExpectedText()}; found {wrong.Found}";

    private static ReportSection Faults(IReadOnlyList<FaultReport> faults) => Section(
        "Faults",
        [.. Texts("where"), .. Numbers("at"), .. Texts("kind"), .. Numbers("count"), .. Texts("what")],
        faults.Select(fault =>
            Row(RoundOf(fault), TimeOfMs(fault.AtMs), fault.Kind, Count(fault.Count), fault.What)));

    private static string RoundOf(FaultReport fault) => fault.Round == 0 ? "warm-up" : $"round {Count(fault.Round)}";

    private static ReportSection Store(StoreReport store) => new("Store")
    {
        Tables =
        [
            Operations(store),
            new(
                [.. Texts("shard", "version", "persistence", "set-up"), .. Numbers("keys", "CPU")],
                [
                    .. store.Shards.Select(shard => Row(
                        shard.Endpoint,
                        shard.Version,
                        shard.Persistence,
                        $"{shard.Setup}",
                        Count(shard.Keys < 0 ? null : shard.Keys),
                        Percent(shard.CpuShare))),
                ]),
        ],
    };

    private static ReportTable Operations(StoreReport store)
    {
        var rare = RareOperations.Where(each => store.ClientOps is { } sent && each.Count(sent) > 0).ToList();
        return new(
            [
                .. Texts("side"), .. OperationColumns, .. Numbers([.. rare.Select(each => each.Name)]),
            ],
            store.ClientOps is null ? [] :
            [
                Row("actors", store.ClientOps),
                .. store.FaultOps is { } later ? [Row("of these, after faults", later)] : Array.Empty<string[]>(),
                Row("servers", store.ServerOps),
                .. store.Shards.Select(shard => Row(shard.Endpoint, shard.Ops)),
            ])
        {
            Audience = ReportAudience.Everyone,
        };

        string[] Row(string side, OperationReport? counts) =>
        [
            .. RunSections.Row(side, counts),
            .. rare.Select(each => Count(counts is null ? null : each.Count(counts) ?? 0)),
        ];
    }

    private static ReportSection Workers(RunReport run) => new("Workers")
    {
        Tables = [new(
            [
                .. Texts("worker", "server", "store"),
                .. Numbers("actors", "committed", "CPU each", "idle"),
                .. OperationColumns.Select(column => column with { PageOnly = true }),
            ],
            [
                .. run.Workers.Select(worker => (string[])
                [
                    worker.Name, worker.Server, worker.Store, Count(worker.Actors), Count(worker.Committed),
                    Time(worker.CpuUsPerTransfer), Percent(worker.IdleShare), .. Row("", worker.Ops).Skip(1),
                ]),
            ]) { Audience = ReportAudience.Everyone }],
    };

    public static ReportColumn[] Texts(params string[] headings) =>
        [.. headings.Select(heading => new ReportColumn(heading, IsText: true))];

    public static ReportColumn[] Numbers(params string[] headings) =>
        [.. headings.Select(heading => new ReportColumn(heading))];

    private static ReportSection Section(string title, ReportColumn[] columns, IEnumerable<string[]> rows) =>
        new(title) { Tables = [new(columns, [.. rows])] };

    private static string[] Row(params string[] cells) => cells;

    private static string[] Row(string side, OperationReport? counts) =>
    [
        side, Count(counts?.Get), Count(counts?.Set), Count(counts?.MultiGet), Count(counts?.MultiSet),
        Count(counts?.KeysRead), Count(counts?.KeysWritten),
    ];
}
