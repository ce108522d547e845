using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Faults;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>Runs with <c>--latency</c>, and over a relay that delays bytes.</summary>
public sealed class LatencyTests(ITestOutputHelper log)
{
    private static readonly string[] Load =
        [
            "-n", "600", "--grouprange", "64", "64", "--repeattime", "2", "--warmup", "1", "--actors", "2", "--lanes",
            "8", "--quiet",
        ];

    [Theory]
    [InlineData("pipelined")]
    [SlowInlineData("stackexchange")]
    public async Task Run_AddedRoundTrip_PassesAndNamesIt(string client)
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            [
                .. Load, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client, "--latency", "1ms",
                "--ceiling", "on",
            ]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal(1, run.At("store.addedRoundTripMs").GetDouble());
        Assert.Equal(redis.Endpoint.ToString(), run.At("store.endpoint").GetString());
        Prose.AssertNames(run.At("claim").GetString(), $"{redis.Endpoint}", "1 ms round trip", "1 shard");
        Assert.Contains(
            run.At("notes").EnumerateArray(),
            note => note.ToString().Contains("round trip", StringComparison.Ordinal));

        // A transfer takes two exchanges. The bare store has the same round trip.
        Assert.True(run.At("latencyUs.p50").GetDouble() >= 2000, run.ToString());
        run.AssertBareStoreMeasured();
        var least = 1e6 / run.At("raw.ceiling.depth").GetInt32();
        Assert.All(run.At("raw.ceiling.samples").EnumerateArray().ToList(), sample =>
        {
            Assert.True(sample.GetProperty("getNs").GetInt64() >= least * sample.GetProperty("gets").GetInt64());
            Assert.True(sample.GetProperty("setNs").GetInt64() >= least * sample.GetProperty("sets").GetInt64());
        });
        Assert.Equal(0, run.At("raw.ceiling.redisBenchmark").GetArrayLength());
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Run_ProxyBehindAddedRoundTrip_CountsShardsDirectly()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint]);

        var run = await BenchmarkResult.RunAsync(
            [
                .. Load, .. BenchmarkResult.Store("twemproxy", proxy.Endpoint, first.Endpoint, second.Endpoint),
                "--ceiling", "off", "--latency", "500us",
            ]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal(0.5, run.At("store.addedRoundTripMs").GetDouble());
        Assert.True(run.At("latencyUs.p50").GetDouble() >= 1000, run.ToString());
    }

    [Theory]
    [SlowInlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Run_TlsBehindAddedRoundTrip_ChecksTheStoresAddress(string client)
    {
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions { Tls = true });

        string[] store = [.. BenchmarkResult.Store("redis", redis.Endpoint), "--tls", "--tls-ca", redis.AuthorityFile!];
        var run = await BenchmarkResult.RunAsync(
            [.. Load, .. store, "--client", client, "--ceiling", "off", "--latency", "1ms"]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
    }

    [Fact]
    public async Task Latency_StoreIsAway_IsNamedByItsOwnAddress()
    {
        var nobody = new Endpoint("127.0.0.1", LoopbackPort.Reserve());

        var run = await BenchmarkResult.RunAsync(
            [.. Load, .. BenchmarkResult.Store("redis", nobody), "--latency", "1ms"]);

        run.AssertExit(2);
        Assert.Contains($"error: {nobody} cannot be reached", run.Result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pipelined")]
    [SlowInlineData("stackexchange")]
    public async Task Run_StoreGoneBehindAddedRoundTrip_IsNamedByItsAddress(string client)
    {
        await using var redis = await RedisServer.StartAsync();
        string[] arguments =
        [
            .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client, "--reconnect", "1", "--latency",
            "500us",
        ];

        var run = await new FaultTrial(log, redis).RunAsync(arguments, () =>
        {
            redis.Kill();
            return Task.CompletedTask;
        });

        FaultTrial.AssertFailed(run, $"within 1 s: {redis.Endpoint}", 5);
    }

    [Fact]
    public async Task Run_AbandonedWritesArriveLate_ChangeNothing()
    {
        const int Strikes = 2;
        await using var redis = await RedisServer.StartAsync();
        await using var relay = WireRelay.Start(() => redis.Endpoint);

        string[] store = [.. BenchmarkResult.Store("redis", relay.Endpoint), "--timeout", Wait.SlowMilliseconds(3000)];
        var run = await new FaultTrial(log, redis).RunAsync(store, async program =>
        {
            for (var strike = 1; strike <= Strikes; strike++)
            {
                var (passed, stopped) = (relay.Passed, relay.Stopped);
                await Wait.UntilAsync(program, () => relay.Passed > passed + 1_000_000, "the run to go on");
                relay.HoldToServer();
                var dialled = relay.Accepted;

                // Both dispatchers have abandoned their operations and connected again.
                await Wait.UntilAsync(program, () => relay.Accepted >= dialled + 2, "the actors to give up");
                log.WriteLine($"{relay.Stopped - stopped} bytes arrive late in strike {strike}");
                Assert.NotEqual(stopped, relay.Stopped);
                relay.Heal();
            }
        });

        FaultTrial.AssertDegraded(run);

        // The store served the abandoned operations: all delayed bytes arrived.
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Contains(run.At("faults").EnumerateArray(), fault => fault.GetProperty("kind").GetString() is "timeout");
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }
}
