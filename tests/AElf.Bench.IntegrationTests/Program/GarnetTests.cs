using System.Globalization;
using AElf.Bench.Harness.Processes;
using AElf.Bench.IntegrationTests.Stores;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Runs over a Garnet, whose command counters differ from those of Redis.</summary>
public sealed class GarnetTests(Shared<GarnetFixture> shared) : IClassFixture<Shared<GarnetFixture>>
{
    [Theory]
    [InlineData(true, "strict", "counts successive GET of a batch as one")]
    [InlineData(false, "multi", "lists no commands in INFO commandstats")]
    public async Task Run_OverGarnet_PassesAuditAndExplainsTheUnknownLedger(
        bool countsCommands, string mode, string reason)
    {
        await using var garnet = await GarnetServer.StartAsync(countsCommands);

        var run = await BenchmarkResult.RunAsync(
            [.. BenchmarkResult.SmallLoad, "--mode", mode, .. BenchmarkResult.Store("redis", garnet.Endpoint)]);

        run.AssertPassed();
        Assert.Equal("garnet 2.2.8", run.At("store.shards")[0].GetProperty("version").GetString());
        Assert.Equal(
            $"unavailable: {garnet.Endpoint}, garnet 2.2.8, {reason}", run.At("store.reconciliation").GetString());
        await using var connection = await RespSocket.ConnectAsync(garnet.Endpoint);
        Assert.Equal(":0\r\n", await connection.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Reproduce_RunOverRedis_NamesTheOtherStore()
    {
        using var temporary = new TemporaryFolder();
        await using var redis = await RedisServer.StartAsync();
        var before = await BenchmarkResult.RunAsync(
            [.. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint)]);

        var again = await ProductProcess.RunAsync(
            new(),
            [
                "reproduce", temporary.Write("report.json", before.Json!), "--dbport",
                shared.Fixture.Options.Address.Port.ToString(CultureInfo.InvariantCulture),
            ]);

        Assert.True(again.ExitCode is 0 or 6, again.AllOutput);
        Assert.Matches(@"store\s+redis\s+\S+\s+in\s+the\s+report,\s+garnet\s+2\.2\.8\s+in", again.Output);
    }
}
