using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Reports;

/// <summary>One run of each kind, with consistent figures.</summary>
internal static class ExampleReports
{
    private const int Transfers = 240_000;

    public static readonly RunReport PassingRedis = Run([1130.22, 1125.5, 1142.75, 1128, 1151.25]) with
    {
        Store = Redis(extra: 0),
        BareStore = new BareStoreReport(
            Tps: 263_157.9,
            Ratio: 0.8069,
            GetPerSecond: 1_111_111.1,
            SetPerSecond: 1_000_000,
            Depth: 256,
            new RedisBenchmarkReport(
                355_310.7, 0.5976, 1_500_300, 1_350_100, "redis-benchmark -t get,set -P 64 -c 50")),
        Controls = new ControlReport(4_512_300.5, 310_200_000, 38.25)
        {
            NullStoreIn = ControlReport.Benchmark,
            NullActorIn = ControlReport.Benchmark,
        },
        Limit = new LimitReport(
            "shard 127.0.0.1:6379",
            [
                new("shard 127.0.0.1:6379", 0.93, "of its core"),
                new("store", 0.8069, "of the store alone at the same depth"),
                new("garbage collection", 0.0002, "of the time"),
            ]),
    };

    public static readonly RunReport DegradedWithFaults = PassingRedis with
    {
        RunId = RunId.Parse("0badf00d"),
        Controls = null,
        Verdict = Verdict.Degraded,
        Reasons = ["actor 2 lost its connection twice and tried 17 groups again"],
        Rounds = [.. PassingRedis.Rounds.Select(round => round.Round == 2 ? round with { Retried = 17 } : round)],
        Figures = With(PassingRedis, ("retried", 3_400), ("faults", 5)),
        Store = Redis(extra: 6_800) with
        {
            FaultOps = new OperationReport(6_800, 6_800, 0, 0, 6_800, 6_800),
            Reconciliation = new(
                ReconciliationOutcome.WithinBounds,
                "servers saw 13,600 operations fewer than were queued, at most 13,600 were in doubt"),
        },
        Faults =
        [
            new FaultReport(0, 12.5, "refused", "actor 0, group 7, reading: LOADING Redis is loading | wait", 3),
            new FaultReport(
                2,
                431.25,
                "closed",
                "actor 2, group 311, writing: 127.0.0.1:6379 closed the connection\n(\u001b[31mreset\u001b[0m)",
                2),
        ],
    };

    public static readonly RunReport FailedAudit = PassingRedis with
    {
        RunId = RunId.Parse("deadbeef"),
        Verdict = Verdict.Failed,
        Reasons = ["the audit failed: 2 of 480,000 accounts differ from the replay"],
        Audit = new AuditReport(AuditOutcome.Failed, AuditOutcome.Failed, 480_000, 2,
        [
            new DifferenceReport(
                1_017, "aelf:deadbeef:1017", "sequence 4, balance 999996") { Expected = State(5, 999_995) },
            new DifferenceReport(20_411, "aelf:deadbeef:20411", "missing") { Expected = State(5, 1_000_005) },
        ]),
    };

    public static readonly RunReport InMemory = Run([80.5]) with
    {
        Notes = ["rounds of 80.5 ms are short"],
        RunId = RunId.Parse("00c0ffee"),
        Workload = Workload("even") with { Setup = "batch" },
        Store = new StoreReport
        {
            Type = "inmemory",
            Client = "memory",
            ClientOps = new OperationReport(480_000, 480_000, 0, 0, 480_000, 480_000),
            Reconciliation = new(ReconciliationOutcome.Unavailable, "the store is inside this process"),
        },
    };

    public static readonly RunReport ClusterWithFaults = DegradedWithFaults with
    {
        RunId = RunId.Parse("c0a1e5ce"),
        Reasons = ["faults met: 2; every transfer was applied exactly once all the same"],
        Scenario = "cluster",
        Servers = 2,
        Processes = 2,
        Workload = Workload("skew 0.75"),
        Facts = Facts(0.75),
        LargestUnit = 10_511,
        Figures = With(
            DegradedWithFaults, ("imbalance", 1.0733), ("idleShare", 0.1244), ("managerCpuUsPerTransfer", 1.4375),
            ("faults", 2)),
        Workers =
        [
            Worker("a-1", "server-a", 322_000, 12.5, 0.09),
            Worker("a-2", "server-a", 300_000, 13.25, 0.1185),
            Worker("b-1", "server-b", 280_000, 12.75, 0.1521),
            Worker("b-2", "server-b", 298_000, 12.875, 0.137),
        ],
        Faults =
        [
            new FaultReport(0, 81.5, "worker", "b-1 left: its connection ended; 12 groups are granted again", 1),
            new FaultReport(3, 207.25, "timeout", "b-2, actor 3, group 41, writing: no answer within 5000 ms", 1),
        ],
    };

    public static readonly RunReport ByASchedule = PassingRedis with
    {
        RunId = RunId.Parse("0badcafe"),
        CriticalPath = null,
        Figures = With(PassingRedis, ("p99", 8_240.5), ("p99.9", 14_020.25), ("max", 31_250.5)),
        OpenLoop = new OpenLoopReport(
            new(ArrivalKind.Poisson, [210_000]),
            210_000,
            209_871.5,
            Latency(5 * Transfers) with { P99 = 8_240.5, P999 = 14_020.25, Max = 31_250.5 },
            Latency(5 * Transfers) with { P50 = 14.25, P99 = 6_020.5, Max = 28_000.25 },
            0.0372),
    };

    public static readonly RunReport ByTooFastASchedule = ByASchedule with
    {
        Notes = ["the rate was not reached"],
        OpenLoop = ByASchedule.OpenLoop with { Rate = new(ArrivalKind.Ramp, [1_000, 499_000]), Offered = 250_000 },
    };

    public static readonly IReadOnlyList<RunReport> Several =
    [
        PassingRedis with { Units = 1, Jobs = 1, LargestUnit = Transfers },
        DegradedWithFaults with { Units = 2, Jobs = 2 },
        FailedAudit with { Units = 3, Jobs = 3 },
        PassingRedis,
    ];

    /// <summary>Three strategies on even and on skewed groups; one run failed.</summary>
    public static readonly IReadOnlyList<RunReport> Routings =
    [
        Routed("pull", 0, 1.02, [1130.22, 1125.5, 1142.75, 1128, 1151.25]),
        Routed("random", 0, 1.31, [1440.5, 1402.25, 1390, 1421.75, 1433]),
        Routed("least-outstanding-work", 0, 1.03, [1131, 1129.5, 1140.75, 1135, 1147.25]),
        Routed("pull", 1, 1.42, [1630.22, 1625.5, 1642.75, 1628, 1651.25]),
        FailedAudit with { Routing = "random", Workload = Workload(
            "skew 1.0"), Facts = Facts(1), LargestUnit = 31_200 },
        Routed("least-outstanding-work", 1, 1.45, [1641.5, 1627.25, 1655, 1630.5, 1648]),
    ];

    /// <summary>The names of the expectations and their runs.</summary>
    public static readonly TheoryData<string> Names =
        [
            "passing_redis", "degraded_with_faults", "failed_audit", "in_memory", "cluster_with_faults", "several",
            "routings", "open_loop", "open_loop_too_fast",
        ];

    public static IReadOnlyList<RunReport> Named(string name) => name switch
    {
        "passing_redis" => [PassingRedis],
        "degraded_with_faults" => [DegradedWithFaults],
        "failed_audit" => [FailedAudit],
        "in_memory" => [InMemory],
        "cluster_with_faults" => [ClusterWithFaults],
        "several" => Several,
        "routings" => Routings,
        "open_loop" => [ByASchedule],
        "open_loop_too_fast" => [ByTooFastASchedule],
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "No such sample."),
    };

    public static WorkloadDescription Workload(string variant) => new()
    {
        Name = "transfers",
        Noun = "transfer",
        UnitNoun = "group",
        ItemNoun = "account",
        Items = 480_000,
        Setup = "strict",
        Variant = variant,
    };

    private static IReadOnlyDictionary<string, FactValue> Facts(double skew) =>
        Fact.Named(
            new("mode", "strict"),
            new("load", skew > 0 ? FormattableString.Invariant($"zipf:{skew}") : "even"),
            new("skew", skew),
            new("accounts", 480_000),
            new("largestGroupShare", skew > 0 ? 0.13 : 0.000833),
            new("groupSizeGini", skew > 0 ? 0.834 : 0),
            new("hotAccountShare", skew > 0 ? 0.13 : 0.000833),
            new("conflictShare", 0.995));

    /// <summary>Parses bounds of <c>--fail-if</c>.</summary>
    public static IReadOnlyList<FigureBound> Bounds(params string[] texts) =>
        Array.ConvertAll(texts, text => FigureBound.Parse(text)!);

    private static IReadOnlyDictionary<string, FactValue> State(long sequence, long balance) =>
        Fact.Named(new("sequence", sequence), new("balance", balance));

    private static RunReport Routed(string routing, double skew, double imbalance, double[] windowsMs)
    {
        var run = Run(windowsMs);
        return run with
        {
            Routing = routing,
            Workload = Workload(skew > 0 ? "skew 1.0" : "even"),
            Facts = Facts(skew),
            LargestUnit = skew > 0 ? 31_200 : 200,
            Figures = With(run, ("imbalance", imbalance), ("idleShare", imbalance - 1)),
        };
    }

    /// <summary>The figures of a run with some replaced.</summary>
    public static IReadOnlyDictionary<string, double?> With(RunReport run, params (string Name, double? Value)[] others)
    {
        var all = run.Figures.ToDictionary(StringComparer.Ordinal);
        foreach (var (name, value) in others)
        {
            all[name] = value;
        }

        return all;
    }

    private static Dictionary<string, double?> Used(double[] tps) => new(StringComparer.Ordinal)
    {
        ["tps"] = tps.Order().ElementAt(tps.Length / 2),
        ["operationsPerSecond"] = 4 * tps.Order().ElementAt(tps.Length / 2),
        ["p50"] = 1_180.5,
        ["p90"] = 1_420.25,
        ["p99"] = 2_310.125,
        ["p99.9"] = 4_096,
        ["max"] = 9_312.75,
        ["cpuUsPerTransfer"] = 14.25,
        ["cpuCores"] = 3.02,
        ["allocatedBytesPerTransfer"] = 0.031,
        ["collections"] = 1,
        ["gcPauseMs"] = 0.875,
        ["compilingMs"] = 2.25,
        ["memoryMb"] = 412.5,
        ["jobImbalance"] = 1.0417,
        ["offered"] = Transfers * tps.Length,
        ["committed"] = Transfers * tps.Length,
        ["retried"] = 0,
        ["faults"] = 0,
        ["ceiling"] = 0.8069,
        ["imbalance"] = 1.0312,
        ["idleShare"] = 0.0575,
        ["groupingMs"] = 41.125 + (tps.Length / 2),
        ["routingMs"] = 3.5,
    };

    private static RunReport Run(double[] windowsMs)
    {
        var rounds = Rounds(windowsMs);
        return new RunReport
        {
            Verdict = Verdict.Pass,
            RunId = RunId.Parse("1a2b3c4d"),
            Workload = Workload("even"),
            Facts = Facts(0),
            Sections = [Mode()],
            BlockWeight = Transfers,
            Units = 1_200,
            Actors = 4,
            Lanes = 64,
            Jobs = 256,
            LargestUnit = 200,
            Routing = "pull",
            Rounds = rounds,
            Tps = SummaryStatistics.Describe([.. rounds.Select(round => round.Tps)]),
            OperationsPerSecond = SummaryStatistics.Describe([.. rounds.Select(round => 4 * round.Tps)]),
            LatencyUs = Latency(Transfers * rounds.Length),
            CriticalPath = new CriticalPathReport(200, 967_547.1, 0.2194, 3_864_734.3, 0.0549),
            GroupingMs = SummaryStatistics.Describe([.. rounds.Select(round => round.GroupingMs)]),
            RoutingMs = SummaryStatistics.Describe([.. rounds.Select(round => round.RoutingMs)]),
            PhasesMs = new PhaseReport(120.5, 890, 2_260, 5_900.75, 1_250.5, 610, 402.125),
            SliceMs = 100,
            Slices = [new(1, 0, 100, 20_100, 61, 0.75), new(1, 100, 10, 2_200, 0, 0)],
            Store = Redis(extra: 0),
            Audit = new AuditReport(AuditOutcome.Passed, AuditOutcome.Passed, 480_000, 0, []),
            Figures = Used([.. rounds.Select(round => round.Tps)]),
            Environment = Machine(),
            Options = new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                ["transfers"] = UsedSetting.Parse("240000"),
                ["grouprange"] = UsedSetting.Parse("1200 1200"),
                ["password"] = UsedSetting.Parse("[redacted]"),
            },
        };
    }

    private static ReportSection Mode() => new("Transfers")
    {
        Figures = [new("mode", "strict: two GET, then two SET") { Audience = ReportAudience.Page }],
    };

    private static LatencyReport Latency(long count) =>
        new(1_180.5, 1_420.25, 2_310.125, 4_096, 9_312.75, count) { Min = 310.5, Mean = 1_240.25 };

    private static RoundReport[] Rounds(double[] windowsMs) =>
    [
        .. windowsMs.Select((ms, index) =>
            new RoundReport(index + 1, 41.125 + index, 3.5, ms, Transfers, Transfers / ms * 1000, 0)),
    ];

    private static EnvironmentReport Machine() => new(
        "Example CPU 9000", 4, 15.6, "Example Linux 12, kernel 6.1.0, x64", ".NET 10.0.0", "Release", false,
        "2026-11-21T12:00:00Z", "1.0.0");

    private static WorkerReport Worker(string name, string server, long committed, double cpu, double idle) => new(
        name, server, "127.0.0.1:6379", 4, committed, cpu, idle,
        new OperationReport(2 * committed, 2 * committed, 0, 0, 2 * committed, 2 * committed));

    private static StoreReport Redis(long extra)
    {
        const long Operations = 2 * 5 * Transfers;
        var served = new OperationReport(Operations, Operations, 0, 0, Operations, null);
        return new StoreReport
        {
            Type = "redis",
            Client = "pipelined",
            Endpoint = "127.0.0.1:6379",
            Shards =
            [
                new ShardReport("127.0.0.1:6379", "redis 7.0.15", "aof everysec", 480_000, served, 0.93)
                {
                    Setup = new() { IoThreads = 1, Replicas = 0, MaxMemoryMb = 100, MaxMemoryPolicy = "noeviction" },
                },
            ],
            ClientOps = new OperationReport(
                Operations + extra, Operations + extra, 0, 0, Operations + extra, Operations + extra),
            ServerOps = served,
            Reconciliation = new(ReconciliationOutcome.Equal),
        };
    }
}
