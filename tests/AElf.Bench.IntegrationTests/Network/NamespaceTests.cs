using System.Globalization;
using AElf.Bench.IntegrationTests.Faults;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Network;

/// <summary>Runs in a network namespace over a Redis in another, with a bad network between them.</summary>
public sealed class NamespaceTests(ITestOutputHelper log)
{
    // Stops the program meanwhile: otherwise the run could end before the rule is in place.
    private static void WhileStopped(ProductProcess program, Action cut)
    {
        program.Pause();
        cut();
        program.Resume();
    }

    private static readonly string[] SmallLoad =
        [
            "-n", "4000", "--grouprange", "128", "128", "--repeattime", "2", "--warmup", "0", "--actors", "2",
            "--lanes", "16", "--ceiling", "off", "--quiet",
        ];

    [NamespaceFact]
    public async Task Run_PacketsLostDoubledAndReordered_Passes()
    {
        using var here = NetworkNamespace.Create();
        using var there = NetworkNamespace.Create();
        using var wire = TunRelay.Start(here, there, new TunRelayOptions(
            TimeSpan.FromMilliseconds(0.5), TimeSpan.FromMilliseconds(0.5), Seed: 11)
        {
            Loss = 0.01,
            Duplication = 0.02,
            Reordering = 0.05,
        });
        using var redis = await NamespaceRedis.StartAsync(there, TunRelay.SecondAddress);

        var run = await BenchmarkResult.RunAsync(
            new ProductProcessOptions { Launcher = here.Launcher },
            [.. SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint)]);

        log.WriteLine($"{wire.Snapshot()}\n{run}");
        run.AssertExit(0, 5);
        Assert.True(run.At("verdict").GetString() is "pass" or "disturbed" or "degraded", run.ToString());
        AssertProved(run, 8000);
        var seen = wire.Snapshot();
        Assert.True(seen is { Lost: > 0, Duplicated: > 0, Reordered: > 0 }, $"{seen}");
        Assert.Equal("0", redis.Ask("DBSIZE"));
    }

    [NamespaceFact(isSlow: true)]
    public async Task Run_NetworkCutAndHealed_IsDegraded()
    {
        using var here = NetworkNamespace.Create();
        using var there = NetworkNamespace.Create();
        using var wire = TunRelay.Start(here, there, new TunRelayOptions(TimeSpan.FromMicroseconds(100)));
        using var redis = await NamespaceRedis.StartAsync(there, TunRelay.SecondAddress);

        var run = await TrialOf(here, redis).RunAsync(Arguments(redis), () =>
        {
            wire.Cut();
            AssertSilentFor(Wait.Slow(TimeSpan.FromSeconds(2)), here, redis);
            wire.Heal();
            return Task.CompletedTask;
        });

        FaultTrial.AssertDegraded(run);
        Assert.NotEqual(0, wire.Snapshot().Lost);
    }

    [NamespaceFact]
    public async Task Run_PartitionBeyondTimeout_IsDegraded()
    {
        using var bridge = new NamespaceSwitch();
        using var here = NetworkNamespace.Create();
        using var there = NetworkNamespace.Create();
        var address = bridge.Plug(here);
        using var redis = await NamespaceRedis.StartAsync(there, bridge.Plug(there));

        var run = await TrialOf(here, redis).RunAsync(Arguments(redis), program =>
        {
            WhileStopped(program, () => there.Drop(address));
            AssertSilentFor(Wait.Slow(TimeSpan.FromSeconds(2)), here, redis);
            there.Heal();
            return Task.CompletedTask;
        });

        FaultTrial.AssertDegraded(run);
        Assert.Contains(run.At("faults").EnumerateArray(), fault => fault.GetProperty("kind").GetString() is "timeout");
    }

    [NamespaceFact(isSlow: true)]
    public async Task Run_ConnectionsRejectedForAWhile_IsDegraded()
    {
        using var bridge = new NamespaceSwitch();
        using var here = NetworkNamespace.Create();
        using var there = NetworkNamespace.Create();
        var address = bridge.Plug(here);
        using var redis = await NamespaceRedis.StartAsync(there, bridge.Plug(there));

        var run = await TrialOf(here, redis).RunAsync(Arguments(redis), program =>
        {
            WhileStopped(program, () => there.Reject(address));
            Assert.Throws<InvalidOperationException>(() => Ping(here, redis, TimeSpan.FromSeconds(10)));
            there.Heal();
            return Task.CompletedTask;
        });

        FaultTrial.AssertDegraded(run);
    }

    [NamespaceFact]
    public void Namespace_Dispose_LeavesNothing()
    {
        string name;
        using (var bridge = new NamespaceSwitch())
        using (var space = NetworkNamespace.Create())
        {
            name = space.Name;
            Assert.Equal("10.90.0.1", bridge.Plug(space));
            Assert.Contains(
                "10.90.0.1/24", space.RunInside("/usr/bin/env", "ip", "-brief", "address"), StringComparison.Ordinal);
            Assert.True(File.Exists($"/run/netns/{name}"), "it does not exist");
        }

        Assert.False(File.Exists($"/run/netns/{name}"), "it still exists");
    }

    private static string[] Arguments(NamespaceRedis redis) =>
        [.. BenchmarkResult.Store("redis", redis.Endpoint), "--timeout", Wait.SlowMilliseconds(500)];

    /// <summary>Waits until a PING was unanswered for <paramref name="length"/>.</summary>
    private static void AssertSilentFor(TimeSpan length, NetworkNamespace here, NamespaceRedis redis) =>
        Assert.Contains(
            "ended with 124",
            Assert.Throws<InvalidOperationException>(() => Ping(here, redis, length)).Message,
            StringComparison.Ordinal);

    private static void Ping(NetworkNamespace here, NamespaceRedis redis, TimeSpan length) => here.RunInside(
        "/usr/bin/timeout",
        length.TotalSeconds.ToString(CultureInfo.InvariantCulture),
        "redis-cli",
        "-h",
        redis.Endpoint.Host,
        "-p",
        redis.Endpoint.Port.ToString(CultureInfo.InvariantCulture),
        "PING");

    private static void AssertProved(BenchmarkResult run, long committed)
    {
        Assert.Equal("passed", run.At("audit.conservation").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(committed, run.At("figures.committed").GetInt64());
        Assert.DoesNotContain("mismatch", run.At("store.reconciliation").GetString(), StringComparison.Ordinal);
    }

    private FaultTrial TrialOf(NetworkNamespace here, NamespaceRedis redis) =>
        new(log) { Launcher = here.Launcher, ReadsAsync = redis.ReadsAsync };
}
