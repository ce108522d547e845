using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Reports;

public sealed partial class JsonRecordTests
{
    [Theory]
    [InlineData("schema", "\"aelf-bench/run/2\"")]
    [InlineData("verdict", "\"pass\"")]
    [InlineData("scenario", "\"single\"")]
    [InlineData("facts.mode", "\"strict\"")]
    [InlineData("facts.skew", "0")]
    [InlineData("facts.accounts", "480000")]
    [InlineData("largestGroup", "200")]
    [InlineData("audit.accountsCompared", "480000")]
    [InlineData("workload.name", "\"transfers\"")]
    [InlineData("transfers", "240000")]
    [InlineData("groups", "1200")]
    [InlineData("actors", "4")]
    [InlineData("lanes", "64")]
    [InlineData("latencyUs.p50", "1180.5")]
    [InlineData("latencyUs.p99", "2310.125")]
    [InlineData("groupingMs.median", "43.125")]
    [InlineData("store.type", "\"redis\"")]
    [InlineData("store.clientOps.get", "2400000")]
    [InlineData("store.clientOps.set", "2400000")]
    [InlineData("store.serverOps.get", "2400000")]
    [InlineData("store.serverOps.set", "2400000")]
    [InlineData("ceiling.tps", "263157.9")]
    [InlineData("ceiling.ratio", "0.8069")]
    [InlineData("audit.conservation", "\"passed\"")]
    [InlineData("audit.replay", "\"passed\"")]
    [InlineData("environment.cores", "4")]
    [InlineData("options.password", "\"[redacted]\"")]
    public void Field_Documented_IsAtItsPath(string path, string value) =>
        Assert.Equal(value, At(path).GetRawText());

    [Theory]
    [InlineData("passing_redis", "rounds.0.executeMs", "1130.22")]
    [InlineData("passing_redis", "slices.1.committed", "2200")]
    [InlineData("passing_redis", "slices.0.deepestMailbox", "61")]
    [InlineData("passing_redis", "phasesMs.warmUp", "2260")]
    [InlineData("passing_redis", "phasesMs.cleanup", "402.125")]
    [InlineData("passing_redis", "controls.nullStoreTps", "4512300.5")]
    [InlineData("passing_redis", "controls.roundTripUs", "38.25")]
    [InlineData("passing_redis", "store.shards.0.persistence", "\"aof everysec\"")]
    [InlineData("passing_redis", "store.shards.0.ops.keysWritten", "null")]
    [InlineData("passing_redis", "figures.allocatedBytesPerTransfer", "0.031")]
    [InlineData("in_memory", "store.reconciliation", "\"unavailable: the store is inside this process\"")]
    [InlineData("in_memory", "store.endpoint", "null")]
    [InlineData("open_loop", "openLoop.offered", "210000")]
    [InlineData("open_loop", "openLoop.achieved", "209871.5")]
    [InlineData("open_loop", "openLoop.isReached", "true")]
    [InlineData("open_loop", "openLoop.latencyUs.p99", "8240.5")]
    [InlineData("open_loop", "openLoop.lagUs.p99", "6020.5")]
    [InlineData("open_loop", "openLoop.lateShare", "0.0372")]
    [InlineData("open_loop", "latencyUs.p99", "2310.125")]
    [InlineData("open_loop_too_fast", "openLoop.isReached", "false")]
    [InlineData("open_loop_too_fast", "openLoop.share", "0.839486")]
    [InlineData("cluster_with_faults", "verdict", "\"degraded\"")]
    [InlineData("cluster_with_faults", "servers", "2")]
    [InlineData("cluster_with_faults", "facts.skew", "0.75")]
    [InlineData("cluster_with_faults", "workers.2.server", "\"server-b\"")]
    [InlineData("cluster_with_faults", "workers.2.committed", "280000")]
    [InlineData("cluster_with_faults", "workers.2.ops.get", "560000")]
    [InlineData("cluster_with_faults", "faults.1.round", "3")]
    [InlineData("cluster_with_faults", "faults.1.atMs", "207.25")]
    [InlineData("cluster_with_faults", "faults.1.kind", "\"timeout\"")]
    [InlineData("cluster_with_faults", "figures.managerCpuUsPerTransfer", "1.4375")]
    [InlineData("failed_audit", "tps", "null")]
    [InlineData("failed_audit", "latencyUs", "null")]
    [InlineData("failed_audit", "audit.accountsWrong", "2")]
    [InlineData("failed_audit", "verdict", "\"failed\"")]
    public void Field_OfAnExample_HasItsValue(string report, string path, string value) =>
        Assert.Equal(value, At(path, ExampleReports.Named(report)[0]).GetRawText());

    [Theory]
    [InlineData("tps.median", 212_348.038)]
    [InlineData("tps.min", 208_469.055)]
    [InlineData("tps.max", 213_238.561)]
    [InlineData("rounds.2.tps", 210_019.689)]
    [InlineData("operationsPerSecond.median", 849_392.154)]
    [InlineData("groupingMs.median", 43.125)]
    public void Figure_WindowsOf240000Transfers_FollowsFromThem(string path, double value) =>
        Assert.Equal(value, At(path).GetDouble(), 0.001);

    [Fact]
    public void Claim_InTheFile_IsReadable() =>
        Assert.Contains(
            "1 process × 4 actors", JsonExporter.Format([ExampleReports.PassingRedis]), StringComparison.Ordinal);

    [Fact]
    public void Json_SeveralRuns_HaveTheSchemaOfAList()
    {
        using var document = JsonDocument.Parse(JsonExporter.Format(ExampleReports.Several));

        Assert.Equal("aelf-bench/runs/2", document.RootElement.GetProperty("schema").GetString());
        Assert.Equal(4, document.RootElement.GetProperty("runs").GetArrayLength());
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity)]
    public void Number_NotFinite_IsNull(double value)
    {
        var run = ExampleReports.PassingRedis with
        {
            Figures = ExampleReports.With(ExampleReports.PassingRedis, ("jobImbalance", value)),
            Tps = ExampleReports.PassingRedis.Tps! with { Variation = value },
        };
        using var document = JsonDocument.Parse(JsonExporter.Format([run]));

        Assert.Equal(
            JsonValueKind.Null,
            document.RootElement.GetProperty("figures").GetProperty("jobImbalance").ValueKind);
        Assert.Equal(JsonValueKind.Null, document.RootElement.GetProperty("tps").GetProperty("variation").ValueKind);
    }

    [Fact]
    public void Fields_OfTheFile_AreExactlyTheDocumentedOnes()
    {
        using var document = JsonDocument.Parse(JsonExporter.Format([Everything]));
        var fields = Leaves("", document.RootElement)
            .Select(field => field.StartsWith("starts[].", StringComparison.Ordinal) ? "starts[]" : field)
            .Distinct(StringComparer.Ordinal).ToList();
        var spread = Described("Spread");
        var operations = Described("Operations");

        Assert.Equal(
            fields.Order(StringComparer.Ordinal),
            Section("").Split('\n').SelectMany(row => Expand(row, spread, operations)).Concat(Described("Figures"))
                .Order(StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    [Fact]
    public void Fields_WrittenAndRead_AreEqual()
    {
        var run = Everything;

        Assert.Equal(JsonExporter.Format([run]), JsonExporter.Format([ReportReader.Read(JsonExporter.BytesOf(run))]));
    }

    /// <summary>A run with a value in every field.</summary>
    internal static RunReport Everything => ExampleReports.PassingRedis with
    {
        ProcessStarts = 2,
        Starts = [ExampleReports.PassingRedis],
        Tps = ExampleReports.PassingRedis.Tps! with { Starts = 2 },
        OperationsPerSecond = ExampleReports.PassingRedis.OperationsPerSecond! with { Starts = 2 },
        GroupingMs = ExampleReports.PassingRedis.GroupingMs! with { Starts = 2 },
        RoutingMs = ExampleReports.PassingRedis.RoutingMs! with { Starts = 2 },
        Figures = Figures.All.ToDictionary(figure => figure.Name, _ => (double?)1, StringComparer.Ordinal),
        Reasons = ["a reason"],
        Notes = ["a note"],
        FailIf = ExampleReports.Bounds("tps < 100000"),
        Workload = ExampleReports.Workload("even") with
        {
            SetupText = "in words",
            Proof = "answered correctly",
            Kinds = ["transfer"],
        },
        LatencyUs = ExampleReports.PassingRedis.LatencyUs! with { Kinds = [ExampleReports.PassingRedis.LatencyUs] },
        Dispatchers = 2,
        CriticalPath = ExampleReports.PassingRedis.CriticalPath! with { Item = "account 7" },
        Audit = ExampleReports.PassingRedis.Audit with
        {
            Scope = "the load in any order",
            Differences = ExampleReports.FailedAudit.Audit.Differences,
        },
        Faults = ExampleReports.DegradedWithFaults.Faults,
        Store = ExampleReports.DegradedWithFaults.Store with
        {
            Shards =
            [
                .. ExampleReports.DegradedWithFaults.Store.Shards.Select(
                    shard => shard with
                    {
                        EvictionPolicy = "allkeys-lru",
                        MemoryMb = 12.5,
                        Setup = new()
                        {
                            IoThreads = 4,
                            Replicas = 1,
                            MaxMemoryMb = 100,
                            MaxMemoryPolicy = "allkeys-lru",
                        },
                    }),
            ],
        },
        Workers = ExampleReports.ClusterWithFaults.Workers,
        IdleWorkers = ["another worker"],
        OpenLoop = ExampleReports.ByASchedule.OpenLoop,
        BareStore = WholeBareStore(),
        Raw = RawData(),
        Hosts =
        [
            new(
                "a host",
                ExampleReports.PassingRedis.Environment,
                1,
                1,
                [new("a worker", "0-3", "ended"), new("a store")]),
        ],
        Profile = new(["benchmark"], 1, [new(0, "benchmark", 1)], [new("a method", 0.5, 0.25, 0.75)]),
        Processors = Processors,
        Facts = new Dictionary<string, FactValue>(
            [.. ExampleReports.PassingRedis.Facts, .. Fact.Named(FactsOfWallets())], StringComparer.Ordinal)
        {
            ["mix"] = "smallbank",
            ["contractHash"] = "0123456789abcdef",
            ["keySize"] = 64,
            ["valueSize"] = 1024,
        },
        Rounds = [new(1, 1, 1, 1, 1, 1, 1) { LatencyUs = new(1, 1, 1), Processors = Processors }],
        Sections = [SectionOfAWorkload],
        Outcomes = Outcomes,
    };

    private static IReadOnlyList<Fact> FactsOfWallets()
    {
        var options = new ElectrumOptions
        {
            Chain = new() { Blocks = 110, WalletAddresses = 2, WalletTransactions = 3 },
            Model = new CostModel(DiskModel.Parse("ssd"), TimeSpan.Zero, NodeBandwidth: null),
        };
        using var wallets = new ElectrumLoad(options).Open(new RunId(1), new ActorOptions(), store: null);
        wallets.Seed(version: 0, CancellationToken.None);
        wallets.Audit(blocks: 0);
        return wallets.Description.Facts;
    }

    private static readonly ReportSection SectionOfAWorkload = new("a title")
    {
        Figures = [new("a name", "a line")],
        Tables = [new([new("a heading")], [["a cell"]]) { Tones = [ReportTone.Plain] }],
        Series = [new("a series", [1])],
    };

    private static readonly KindOutcomes[] Outcomes = [new("a contract", 1, [new("a reason", 1)])];

    private static readonly ProcessorReport Processors = new(1, 1, 1, 1, 1, 1, 1, ["127.0.0.1:7001"]);

    private static BareStoreReport WholeBareStore() => ExampleReports.PassingRedis.BareStore! with
    {
        BareShard = new("127.0.0.1:7001", 1, 1, 1, 1),
        Deep = new(1, 512, 1, 1),
    };

    private static RawRun RawData()
    {
        var counted = OperationReport.None;
        return new RawRun
        {
            Failures = ["a failure"],
            Outcomes = Outcomes,
            WarmUp = [new(1, 1, 1, 1)],
            Rounds =
            [
                new RawRound
                {
                    Offered = 1,
                    Committed = 1,
                    WindowNs = 1,
                    Ops = counted,
                    FaultOps = counted,
                    UnreportedOps = counted,
                    ServedOps = counted,
                    Silent = ["a worker"],
                    Latency = new(1, 1, 1),
                    Processors = new(1, 1, 1, 1, 1, 1, ["127.0.0.1:7001"]),
                },
            ],
            UnitWeights = [new(1, 1)],
            Workers = [new("a worker", "a server", "a store", 1, 1, 1, 1, counted)],
            Shards = [new(1, counted) { MemoryBytes = 1 }],
            BareStore = new(1, [new(1, 1, 1, 1)], [new(1, 1, "a command")])
            {
                BareShard = new("127.0.0.1:7001", [new(1, 1, 1, 1)]),
                Deep = new(512, [new(1, 1, 1, 1)]),
            },
        };
    }

    private static IEnumerable<string> Expand(
        string row, IReadOnlyList<string> spread, IReadOnlyList<string> operations)
    {
        var fields = NamedIn(row);
        if (row.Contains("| *Spread*", StringComparison.Ordinal))
        {
            return spread.Select(part => $"{fields[0]}.{part}");
        }

        return row.Contains("| *Operations*", StringComparison.Ordinal)
            ? operations.Select(part => $"{fields[0]}.{part}")
            : fields;
    }

    /// <summary>The fields in the table of a documented section, by its title.</summary>
    internal static List<string> Described(string title) => NamedIn(Section(title));

    private static string Section(string title) =>
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Reports", "README.md")).Split("\n## ")
            .First(section => title.Length == 0 || section.StartsWith($"{title}\n", StringComparison.Ordinal));

    private static List<string> NamedIn(string text) =>
    [
        .. text.Split('\n')
            .Where(row => row.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(row => CodeSpan().Matches(row.Split('|')[1]).Select(match => match.Groups["name"].Value)),
    ];

    /// <summary>The paths of all fields, without list indexes.</summary>
    /// <param name="path">The path of the element.</param>
    /// <param name="element">The element with the fields.</param>
    /// <param name="isKnown">Whether null fields are left out.</param>
    internal static IEnumerable<string> Leaves(string path, JsonElement element, bool isKnown = false) =>
        element.ValueKind switch
        {
            JsonValueKind.Null when isKnown => [],
            JsonValueKind.Object when path is "options" or "raw.facts" or "environment.libraries"
                or "hosts[].machine" => [path],
            JsonValueKind.Object => element.EnumerateObject().SelectMany(
                field => Leaves(path.Length == 0 ? field.Name : $"{path}.{field.Name}", field.Value, isKnown)),
            JsonValueKind.Array => element.EnumerateArray().SelectMany(item => Leaves(path + "[]", item, isKnown)),
            _ => [path],
        };

    private static JsonElement At(string path, RunReport? report = null)
    {
        using var document = JsonDocument.Parse(JsonExporter.Format([report ?? ExampleReports.PassingRedis]));
        return path.Split('.').Aggregate(
            document.RootElement,
            (element, name) => int.TryParse(name, out var at) ? element[at] : element.GetProperty(name)).Clone();
    }

    [GeneratedRegex("`(?<name>[^`]+)`", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex CodeSpan();
}
