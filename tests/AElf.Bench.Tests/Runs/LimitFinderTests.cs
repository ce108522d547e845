using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Runs;

/// <summary>The limit of runs with known figures.</summary>
public sealed class LimitFinderTests
{
    // 212,000 transfers/s of 14.25 µs on 4 cores with one shard; all parts are far from their bounds.
    private static readonly RunReport Slack = ExampleReports.PassingRedis with
    {
        Store = WithShards(0.4),
        BareStore = ExampleReports.PassingRedis.BareStore! with { Ratio = 0.5 },
        Controls = null,
    };

    /// <summary>The limits, each with a run that has it.</summary>
    public static TheoryData<string, RunReport> Limits => new()
    {
        {
            "shard 127.0.0.1:7003",
            Slack with
            {
                Store = WithShards(0.5, 0.4, 0.97),
                BareStore = Slack.BareStore! with { Ratio = 0.99 },
            }
        },
        { "store", Slack with { BareStore = Slack.BareStore! with { Ratio = 0.9 } } },
        {
            "proxies",
            Slack with { Store = Slack.Store with { Proxies = 2 }, BareStore = Slack.BareStore! with { Ratio = 0.9 } }
        },
        {
            "load",
            Slack with
            {
                CriticalPath = Slack.CriticalPath! with { MaxShare = 0.8 },
                Figures = ExampleReports.With(Slack, ("machineBusyShare", 1)),
            }
        },
        { "actors", Slack with { Figures = ExampleReports.With(Slack, ("cpuCores", 3.8)) } },
        { "processors", Slack with { Figures = ExampleReports.With(Slack, ("machineBusyShare", 0.99)) } },
        {
            "garbage collection",
            Slack with
            {
                Figures = ExampleReports.With(
                    Slack,
                    ("gcPauseMs", 0.25 * Slack.Rounds.Sum(each => each.ExecuteMs))),
            }
        },
        {
            "manager",
            Slack with { Figures = ExampleReports.With(Slack, ("managerCpuUsPerTransfer", 0.95e6 / Slack.Tps!.Median)) }
        },
        { "harness", Slack with { Controls = new ControlReport(Slack.Tps!.Median / 0.9, 1e9, 40) } },
        {
            "mailboxes",
            Slack with { Controls = new ControlReport(Slack.Tps!.Median / 0.5, Slack.Tps.Median / 0.9, 40) }
        },
        {
            "manager and wire",
            Slack with
            {
                Controls = new ControlReport(Slack.Tps!.Median / 0.5, Slack.Tps.Median / 0.9, 40)
                {
                    NullActorIn = ControlReport.Cluster,
                },
            }
        },
        { "round trip", Slack with { LatencyUs = Slack.LatencyUs! with { Min = 900, Mean = 1000 } } },
    };

    [Theory]
    [MemberData(nameof(Limits))]
    public void Limit_PartNearItsBound_IsThatPart(string name, RunReport run) => AssertLimit(name, run);

    [Fact]
    public void Limit_AllPartsFarFromTheirBounds_IsNull()
    {
        var limit = LimitFinder.Find(Slack)!;
        Assert.Null(limit.Name);
        Assert.Equal("actors", limit.Bounds[0].Name);
        Assert.Equal(limit.Bounds.OrderByDescending(bound => bound.Share), limit.Bounds);
    }

    [Theory]
    [InlineData(0.4, 1, 1, "proxy 127.0.0.1:7101")]
    [InlineData(0.4, 2, 1, "proxy 127.0.0.1:7101")]
    [InlineData(0.4, 2, 2, "proxies")]
    [InlineData(0.95, 1, 1, "shard 127.0.0.1:7001")]
    [InlineData(0.95, 2, 1, "proxies")]
    public void Limit_ShardMeasuredWithoutProxies_IsProxiesOrShard(
        double ofItThroughThem, int shards, int proxiesUsed, string limit)
    {
        var run = Slack with
        {
            Store = WithShards([.. Enumerable.Repeat(0.5, shards)]) with { Proxies = 2, Endpoint = "127.0.0.1:7101" },
            BareStore = Slack.BareStore! with
            {
                Ratio = 0.9,
                BareShard = new BareShardReport("127.0.0.1:7001", 1, ofItThroughThem, 1, 1),
            },
        };
        var worker = ExampleReports.ClusterWithFaults.Workers[0] with { CpuUsPerTransfer = 0 };
        var found = LimitFinder.Find(proxiesUsed == 1 ? run : run with
        {
            Workers = [worker with { Store = "127.0.0.1:7101" }, worker with { Store = "127.0.0.1:7102" }],
        })!;
        Assert.Equal((limit, 0.9), (found.Bounds[0].Name, found.Bounds[0].Share));
    }

    [Theory]
    [InlineData(0.9, 4, "depth")]
    [InlineData(0.9, 1.2, "shard 127.0.0.1:7001")]
    [InlineData(0.4, 4, "shard 127.0.0.1:7001")]
    public void Limit_StoreFasterAtMoreDepth_IsDepthWithAdvice(
        double ratio, double gain, string limit)
    {
        var bareStore = Slack.BareStore! with { Tps = 100_000, Ratio = ratio };
        var found = LimitFinder.Find(Slack with
        {
            Actors = 16,
            Dispatchers = 16,
            Jobs = 80,
            Store = WithShards(0.99),
            BareStore = bareStore with { Deep = new DeepBareStoreReport(gain * bareStore.Tps, 512, 1, 1) },
        })!;

        Assert.Equal(limit, found.Name);
        Assert.Equal(
            limit is "depth", found.Bounds[0].Text.Contains("400,000", StringComparison.Ordinal));
    }

    // Half of its bound at the shortest latency, and all of it at the mean.
    [Theory]
    [InlineData(1.0, "load")]
    [InlineData(0.6, "load")]
    [InlineData(0.4, null)]
    public void Limit_LongestGroup_IsTheLoadByItsMeanLatency(
        double ofBlock, string? limit)
    {
        var steps = (int)(ofBlock * Slack.BlockWeight);

        Assert.Equal(limit, LimitFinder.Find(Slack with
        {
            CriticalPath = new CriticalPathReport(steps, 1, Share: 0.99, 1, MaxShare: 0.5) { Item = "account 7" },
        })!.Name);
    }

    [Theory]
    [InlineData(1, "load")]
    [InlineData(2, null)]
    public void Limit_UnitsOfOneStep_IsTheLoadForOneUnitOnly(int units, string? limit) => Assert.Equal(
        limit,
        LimitFinder.Find(Slack with { Units = units, CriticalPath = new(1, 1, Share: 0.9, 1, MaxShare: 0.8) })!.Name);

    [Theory]
    [InlineData("account 7", true)]
    [InlineData(null, false)]
    public void Limit_ItemOfAllSteps_IsNamed(string? item, bool isNamed) => Assert.Equal(
        isNamed,
        LimitFinder.Find(Slack with
        {
            CriticalPath = Slack.CriticalPath! with { MaxShare = 0.8, Item = item },
        })!.Bounds[0].Text.Contains("account 7", StringComparison.Ordinal));

    [Fact]
    public void Limit_AnyPart_IsAtMostItsWhole()
    {
        var found = LimitFinder.Find(Slack with
        {
            Store = WithShards(1.02),
            CriticalPath = new CriticalPathReport((int)Slack.BlockWeight, 1, Share: 1.02, 1, MaxShare: 0.5),
            Figures = ExampleReports.With(
                Slack,
                ("cpuCores", 4.1),
                ("machineBusyShare", 1.01),
                ("managerCpuUsPerTransfer", 1.1e6 / Slack.Tps!.Median)),
        })!;

        Assert.All(found.Bounds, bound => Assert.InRange(bound.Share, 0, 1));
    }

    [Fact]
    public void Limit_ServerWithSeveralCores_IsNotOneCore() => Assert.DoesNotContain(
        LimitFinder.Find(Slack with { Store = WithShards(1.233) })!.Bounds,
        bound => bound.Name.StartsWith("shard", StringComparison.Ordinal));

    [Fact]
    public void Limit_ActorsUseTheWholeQuota_NamesTheQuotaAndTheRunsShare()
    {
        var found = LimitFinder.Find(
            Slack with
            {
                Environment = Slack.Environment with { Cores = 0.5 },
                Figures = ExampleReports.With(Slack, ("cpuCores", 0.49), ("machineBusyShare", 0.3)),
                Processors = new ProcessorReport(0.5, 0.49, 0, 0, 0, null, 0, []),
            },
            machine: 2)!;

        Assert.Equal(("actors", 0.98), (found.Name, Math.Round(found.Bounds[0].Share, 9)));
        Assert.Contains("0.5 cores", found.Bounds[0].Text, StringComparison.Ordinal);
        var machine = found.Bounds.Single(bound => bound.Name is "processors").Text;
        Assert.Contains("2 cores", machine, StringComparison.Ordinal);
        Assert.Contains("24.5 %", machine, StringComparison.Ordinal);
    }

    [Fact]
    public void Limit_BusiestWorkerWithFullCores_IsThatWorker()
    {
        var cluster = ExampleReports.ClusterWithFaults with { Limit = null, Controls = null, BareStore = null };
        var committed = cluster.Workers.Sum(worker => worker.Committed);
        var full = cluster.Workers[2] with
        {
            CpuUsPerTransfer = 0.9e6 * cluster.Workers[2].Actors
                / (cluster.Tps!.Median * cluster.Workers[2].Committed / committed)!.Value,
        };
        AssertLimit(
            "worker b-1",
            cluster with
            {
                Store = WithShards(0.2),
                Workers = [cluster.Workers[0], cluster.Workers[1], full, cluster.Workers[3]],
            });
    }

    [Theory]
    [InlineData(4.3, 2.5, "serialization")]
    [InlineData(4.3, 1.5, "manager")]
    [InlineData(2.0, 1.9, null)]
    public void Limit_ManagerUsesItsCore_IsManagerOrSerialization(
        double managerUs, double serializationUs, string? limit) => Assert.Equal(
        limit,
        LimitFinder.Find(Slack with
        {
            Figures = ExampleReports.With(
                Slack,
                ("managerCpuUsPerTransfer", managerUs),
                ("serializationUsPerTransfer", serializationUs)),
        })!.Name);

    [Fact]
    public void Limit_InMemory_IsNotTheStore() => Assert.DoesNotContain(
        LimitFinder.Find(Slack with
        {
            LatencyUs = Slack.LatencyUs! with { Min = 900, Mean = 1000 },
            Store = Slack.Store with { Endpoint = null },
        })!.Bounds,
        bound => bound.Name is LimitKind.RoundTrip);

    [Theory]
    [InlineData(10_000, "more lanes may help")]
    [InlineData(80, "more groups may help")]
    public void RoundTrip_IdleLanes_AdvisesMoreGroups(int jobs, string advice) => Assert.EndsWith(
        advice,
        LimitFinder.Find(Slack with { LatencyUs = Slack.LatencyUs! with { Min = 900, Mean = 1000 }, Jobs = jobs })!
            .Bounds.Single(bound => bound.Name is LimitKind.RoundTrip).Text,
        StringComparison.Ordinal);

    [Fact]
    public void Limit_MultiKeyCommands_AreNotComparedWithSingleKeyCommands() => Assert.DoesNotContain(
        LimitFinder.Find(Slack with
        {
            Store = Slack.Store with { ClientOps = OperationReport.From(new(0, 0, 10, 10, 100, 100)) },
        })!.Bounds,
        bound => bound.Name is "store" or "depth");

    [Fact]
    public void Limit_RunWithoutAFigure_IsNull() => Assert.Null(LimitFinder.Find(Slack with { Tps = null }));

    [Theory]
    [InlineData("cpu  10 1 5 80 4 2 3 1 7 7", 22, 106)]
    [InlineData("cpu  10 1 5 80", 16, 96)]
    public void BusyTicks_ExcludeIdleAndIoWait(string line, long busy, long all) =>
        Assert.Equal(
            (busy, all), MachineMeter.Parse(line) is { } ticks ? (ticks.All - ticks.Idle, ticks.All) : default);

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("cpu0 1 2 3 4 5")]
    [InlineData("cpu 1 2")]
    public void Busy_OtherLine_IsNull(string? line) => Assert.Null(MachineMeter.Parse(line));

    private static void AssertLimit(string name, RunReport run)
    {
        var limit = LimitFinder.Find(run)!;
        Assert.Equal(name, limit.Name);
        Assert.Equal(name, limit.Bounds[0].Name);
        Assert.Single(limit.Bounds, bound => string.Equals(bound.Name, name, StringComparison.Ordinal));
    }

    private static StoreReport WithShards(params double[] shares) => ExampleReports.PassingRedis.Store with
    {
        Shards =
        [
            .. shares.Select((share, index) => ExampleReports.PassingRedis.Store.Shards[0] with
            {
                Endpoint = $"127.0.0.1:{7001 + index}",
                CpuShare = share,
            }),
        ],
    };
}
