using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>Faults of nutcracker and its shards during a measured round.</summary>
public sealed class ProxyFaultTests(ITestOutputHelper log) : IAsyncLifetime
{
    private readonly List<RedisServer> shards = [];

    public async ValueTask InitializeAsync()
    {
        for (var i = 0; i < 3; i++)
        {
            shards.Add(await RedisServer.StartAsync());
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var shard in shards)
        {
            await shard.DisposeAsync();
        }
    }

    [Fact]
    public async Task Run_ShardKilled_FailsWithTheProxysMessage()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards).RunAsync(
            [.. StoreOf(proxy), "--reconnect", "1"], () => Strike(shards[1].Kill));

        FaultTrial.AssertFailed(run, "ERR Connection re", 5);
    }

    [SlowFact]
    public async Task Run_ProxyKilled_FailsAfterReconnectDeadline()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards)
            .RunAsync([.. StoreOf(proxy), "--reconnect", "1"], () => Strike(proxy.Kill));

        FaultTrial.AssertFailed(run, "within 1 s", 5);
    }

    [SlowFact]
    public async Task Run_ProxyRestarted_IsDegradedAndAppliesEachOnce()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards).RunAsync(StoreOf(proxy), () =>
        {
            proxy.Kill();
            return proxy.RestartAsync();
        });

        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Run_ProxyRestartedWithOtherShardOrder_HasNoWrongFigure()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards).RunAsync(StoreOf(proxy), () =>
        {
            proxy.Kill();
            return proxy.RestartAsync([.. proxy.Shards.Reverse()]);
        });

        FaultTrial.AssertFailed(run, "auto_eject_hosts", 2);
    }

    [SlowFact]
    public async Task Run_ShardPausedBeyondProxyTimeout_IsDegraded()
    {
        await using var proxy = await StartImpatientProxyAsync();

        var run = await new FaultTrial(log, shards)
            .RunAsync(StoreOf(proxy), () => FaultTrial.PauseAsync(shards[1], Wait.Slow(TimeSpan.FromSeconds(1))));

        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Run_ProxyEjectsPausedShard_HasNoFigure()
    {
        await using var proxy = await StartImpatientProxyAsync(ejecting: true);

        var run = await new FaultTrial(log, shards)
            .RunAsync(StoreOf(proxy), () => FaultTrial.PauseAsync(shards[1], Wait.Slow(TimeSpan.FromSeconds(1))));

        // The run met the fault when it looked for an account on a shard that never had it.
        FaultTrial.AssertFailed(run, "auto_eject_hosts", 2);
    }

    private static Task Strike(Action fault)
    {
        fault();
        return Task.CompletedTask;
    }

    private static string[] StoreOf(Nutcracker proxy) =>
        BenchmarkResult.Store("twemproxy", proxy.Endpoint, proxy.Shards);

    // On a slow machine, a shard can be slow to answer.
    private Task<Nutcracker> StartProxyAsync() => StartProxyAsync(new NutcrackerOptions { Timeout = Wait.Deadline });

    private Task<Nutcracker> StartImpatientProxyAsync(bool ejecting = false) => StartProxyAsync(
        new NutcrackerOptions { AutoEjectHosts = ejecting, Timeout = Wait.Slow(TimeSpan.FromMilliseconds(300)) });

    private Task<Nutcracker> StartProxyAsync(NutcrackerOptions options) =>
        Nutcracker.StartAsync([.. shards.Select(shard => shard.Endpoint)], options);

    private async Task AssertNothingLeftAsync()
    {
        foreach (var shard in shards)
        {
            Assert.Equal(":0\r\n", await shard.AskAsync("DBSIZE"));
        }
    }
}
