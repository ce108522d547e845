using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>Faults of nutcracker and the shards behind it in the middle of a measured round.</summary>
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
    public async Task A_killed_shard_fails_the_run_with_the_words_of_the_proxy()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards).RunAsync(
            [.. StoreOf(proxy), "--reconnect", "1"], () => Strike(shards[1].Kill));

        FaultTrial.AssertFailed(run, "ERR Connection re", 5);
    }

    [SlowFact]
    public async Task A_killed_proxy_fails_the_run_after_the_reconnect_deadline()
    {
        await using var proxy = await StartProxyAsync();

        var run = await new FaultTrial(log, shards)
            .RunAsync([.. StoreOf(proxy), "--reconnect", "1"], () => Strike(proxy.Kill));

        FaultTrial.AssertFailed(run, "within 1 s", 5);
    }

    [SlowFact]
    public async Task A_proxy_that_is_restarted_degrades_the_run_and_every_transfer_is_applied_once()
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
    public async Task A_proxy_that_comes_back_with_its_shards_in_another_order_gives_no_wrong_figure()
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
    public async Task A_shard_paused_for_longer_than_the_proxy_waits_degrades_the_run()
    {
        await using var proxy = await StartImpatientProxyAsync();

        var run = await new FaultTrial(log, shards)
            .RunAsync(StoreOf(proxy), () => FaultTrial.PauseAsync(shards[1], Wait.Slow(TimeSpan.FromSeconds(1))));

        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task A_proxy_that_ejects_a_paused_shard_never_gives_a_figure()
    {
        await using var proxy = await StartImpatientProxyAsync(ejecting: true);

        var run = await new FaultTrial(log, shards)
            .RunAsync(StoreOf(proxy), () => FaultTrial.PauseAsync(shards[1], Wait.Slow(TimeSpan.FromSeconds(1))));

        // The fault was hit when an account was looked for on a shard that never held it.
        FaultTrial.AssertFailed(run, "auto_eject_hosts", 2);
    }

    private static Task Strike(Action fault)
    {
        fault();
        return Task.CompletedTask;
    }

    private static string[] StoreOf(Nutcracker proxy) =>
        BenchmarkResult.Store("twemproxy", proxy.Endpoint, proxy.Shards);

    // On a slow machine any shard may take a while to answer.
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
