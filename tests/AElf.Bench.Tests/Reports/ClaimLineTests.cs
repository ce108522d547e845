using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Tests.Reports;

public sealed class ClaimLineTests
{
    private static readonly ShardReport Shard = ExampleReports.PassingRedis.Store.Shards[0];

    [Fact]
    public void Claim_PassingRun_HasTheFigureAndItsConditions() => Prose.AssertNames(
        ExampleReports.PassingRedis.Claim,
        "212,348 transfers/s",
        "single",
        "1 server",
        "1 process",
        "4 actors",
        "64 lanes",
        "strict",
        "redis 7.0.15",
        "pipelined",
        "127.0.0.1:6379",
        "1 shard",
        "0 proxies",
        "aof everysec",
        "240,000 transfers",
        "1,200 groups",
        "even",
        "5 rounds",
        "one process start");

    [Theory]
    [InlineData("5", "none", " × 5 rounds")]
    [InlineData("5", "1s", " for 1s")]
    public void SeriesKey_HasTheRequestedSettings(string rounds, string duration, string asked)
    {
        RunReport Made(int count) => ExampleReports.PassingRedis with
        {
            Blocks = count,
            Rounds = [.. Enumerable.Repeat(ExampleReports.PassingRedis.Rounds[0], count)],
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                [MeasureSettings.Rounds.Name] = new(rounds, "command line"),
                [MeasureSettings.Duration.Name] = new(duration, "command line"),
            },
        };

        Assert.Equal(ClaimLine.Conditions(Made(5)), ClaimLine.Conditions(Made(7)));
        Assert.EndsWith(asked, ClaimLine.Conditions(Made(7)), StringComparison.Ordinal);
    }

    [Fact]
    public void Claim_StoreOfAScenario_IsTheSameSeriesAtAnyPort()
    {
        RunReport At(string endpoint, string source) => ExampleReports.PassingRedis with
        {
            Store = ExampleReports.PassingRedis.Store with { Endpoint = endpoint },
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal) { ["Any"] = new("1", source) },
        };

        Assert.Equal(ClaimLine.Conditions(At("h:1", "scenario")), ClaimLine.Conditions(At("h:2", "scenario")));
        Assert.NotEqual(ClaimLine.Conditions(At("h:1", "file")), ClaimLine.Conditions(At("h:2", "file")));
    }

    [Fact]
    public void Claim_DegradedRun_SaysSo() =>
        Prose.AssertNames(ExampleReports.DegradedWithFaults.Claim, "212,348 transfers/s", "DEGRADED, 5 faults");

    [Fact]
    public void Claim_FailedRun_HasNoFigure() => Assert.StartsWith(
        "FAILED · single", ExampleReports.FailedAudit.Claim, StringComparison.Ordinal);

    [Fact]
    public void Claim_StoreInMemory_IsNamed() =>
        Prose.AssertNames(ExampleReports.InMemory.Claim, " · batch · ", "inmemory", "no socket");

    [Theory]
    [InlineData("skew 0.75")]
    [InlineData("file")]
    public void Claim_AnyRun_NamesTheLoad(string variant) => Assert.EndsWith(
        $"in 1,200 groups ({variant}) × 5 rounds in one process start",
        (ExampleReports.PassingRedis with { Workload = ExampleReports.Workload(variant) }).Claim,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(1, "1 ms")]
    [InlineData(0.5, "0.5 ms")]
    public void Claim_AddedRoundTrip_IsNamed(double milliseconds, string claimed)
    {
        var run = ExampleReports.PassingRedis with
        {
            Store = ExampleReports.PassingRedis.Store with { AddedRoundTripMs = milliseconds },
        };

        Assert.Contains($" · {claimed} round trip", run.Claim, StringComparison.Ordinal);
    }

    [Fact]
    public void Claim_Proxy_NamesTheServersBehindIt()
    {
        var run = ExampleReports.PassingRedis with
        {
            Servers = 2,
            Processes = 3,
            Store = ExampleReports.PassingRedis.Store with
            {
                Type = "twemproxy",
                Proxies = 1,
                Shards =
                [
                    Shard,
                    Shard with { Endpoint = "127.0.0.1:6380", Version = "redis 6.2.1", Persistence = "none" },
                ],
            },
        };

        Prose.AssertNames(
            run.Claim, "2 servers", "3 processes", "twemproxy", "redis 7.0.15", "redis 6.2.1", "2 shards", "1 proxy",
            "aof everysec + none");
    }

    [Theory]
    [InlineData(2, "16 actors on 2 dispatchers × 64 lanes")]
    [InlineData(16, "16 actors × 64 lanes")]
    [InlineData(null, "16 actors × 64 lanes")]
    public void Claim_SharedDispatchers_AreNamedOutsideTheConditions(int? dispatchers, string claimed)
    {
        var run = ExampleReports.PassingRedis with { Actors = 16, Dispatchers = dispatchers };

        Assert.Contains(claimed, run.Claim, StringComparison.Ordinal);
        Assert.Contains("16 actors × 64 lanes", ClaimLine.Conditions(run), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("none", "no persistence")]
    [InlineData("unknown", "persistence unknown")]
    [InlineData("rdb", "rdb")]
    public void Claim_Persistence_IsNamed(string persistence, string claimed)
    {
        var run = ExampleReports.PassingRedis with
        {
            Store = ExampleReports.PassingRedis.Store with { Shards = [Shard with { Persistence = persistence }] },
        };

        Assert.Contains($" · 1 shard, 0 proxies · {claimed} · ", run.Claim, StringComparison.Ordinal);
    }
}
