using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Faults of the store, its shards and their proxy during a round of a cluster.</summary>
public sealed class StoreFaultTests(ITestOutputHelper log)
{
    private static readonly RedisServerOptions Kept = new() { Persistence = RedisPersistence.AppendOnlyAlways };

    [Fact]
    public async Task Run_RedisRestartedFromAppendOnlyFile_IsDegraded()
    {
        await using var redis = await RedisServer.StartAsync(Kept);
        await using var trial = await ClusterTrial.StartAsync(log, [], redis);

        var run = await StrikeAsync(trial, () => KillAndRestartAsync(redis));

        ClusterTrial.AssertDegraded(run, ClusterTrial.Wide, "closed|timeout");
        await trial.AssertNothingLeftAsync();
    }

    [Fact]
    public async Task Run_RedisRestartedEmpty_Fails()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [], redis);

        var run = await StrikeAsync(trial, () => KillAndRestartAsync(redis));

        ClusterTrial.AssertLostByStore(run, ProblemKind.StoreRestarted);
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Run_AccountsLost_Fails()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [], redis);

        var run = await StrikeAsync(trial, async () => Assert.Equal("+OK\r\n", await redis.AskAsync("FLUSHALL")));

        ClusterTrial.AssertLostByStore(run, ProblemKind.StoreRemovedKeys);
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Run_RedisKilledBetweenTheWritesOfATransfer_IsDegraded()
    {
        await using var redis = await RedisServer.StartAsync(Kept);
        await using var trial = await ClusterTrial.StartAsync(log, [], redis);
        var between = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 240, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(between);
        using var program = trial.Submit(ClusterTrial.Narrow);

        await trial.ReachedAsync(between, program);
        await KillAndRestartAsync(redis);
        trial.Cluster.Workers[0].Store.LetGo();

        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, "closed|timeout");
    }

    [Fact]
    public async Task Write_LongAfterItsWorkWasGrantedAgain_ReachesADeadKey()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.FirstWorker], redis);
        var indeterminate = new StopPoint(command => command.Verb is "SET" && command.IsOfSeeded, 240, Held.Command);
        var copied = new StopPoint(command => command.Verb is "SET" && command.IsOfLaterAttempt, 120, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(indeterminate);
        trial.Cluster.Workers[1].Store.Arm(copied);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(indeterminate, program);
        await trial.Cluster.Workers[0].KillAsync();
        await trial.ReachedAsync(copied, program);

        // The other worker has copied the group and is executing it.
        await ClusterTrial.LandAsync(trial.Cluster.Workers[0], indeterminate, redis);
        trial.Cluster.Workers[1].Store.LetGo();

        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, "worker");
    }

    [SlowFact]
    public Task Run_ShardRestarted_IsDegraded() =>
        StrikeShardsAsync((shards, _) => KillAndRestartAsync(shards[1]), "degraded");

    [SlowFact]
    public Task Run_ShardRestartedEmpty_Fails() => StrikeShardsAsync(
        async (shards, _) =>
        {
            shards[1].Kill();
            Directory.Delete(Path.Combine(shards[1].Folder, "appendonlydir"), recursive: true);
            await shards[1].RestartAsync();
        },
        "failed");

    [SlowFact]
    public Task Run_ShardPausedBeyondProxyTimeout_IsDegraded() =>
        StrikeShardsAsync(
            (shards, _) => IntegrationTests.Faults.FaultTrial.PauseAsync(shards[1], Wait.Slow(TimeSpan.FromSeconds(1))),
            "degraded");

    [SlowFact]
    public Task Run_ProxyRestarted_IsDegraded() => StrikeShardsAsync(
        (_, proxy) =>
        {
            proxy.Kill();
            return proxy.RestartAsync();
        },
        "degraded");

    [SlowFact]
    public Task Run_ProxyPausedBeyondTimeout_IsDegraded() => StrikeShardsAsync(
        async (shards, proxy) =>
        {
            await using var witness = await shards[0].ConnectAsync();
            proxy.Pause();
            witness.Deadline = Wait.Slow(TimeSpan.FromSeconds(2.5));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => witness.AskAsync("BLPOP", "nothing", "0"));
            proxy.Resume();
        },
        "degraded");

    private static Task KillAndRestartAsync(RedisServer redis)
    {
        redis.Kill();
        return redis.RestartAsync();
    }

    private static async Task<BenchmarkResult> StrikeAsync(ClusterTrial trial, Func<Task> strike)
    {
        using var program = await trial.SubmitHeldAsync(ClusterTrial.Wide);
        await strike();
        trial.Cluster.Workers[0].Store.LetGo();
        return await trial.EndOfAsync(program);
    }

    private async Task StrikeShardsAsync(Func<IReadOnlyList<RedisServer>, Nutcracker, Task> strike, string verdict)
    {
        await using var first = await RedisServer.StartAsync(Kept);
        await using var second = await RedisServer.StartAsync(Kept);
        var waiting = new NutcrackerOptions { Timeout = Wait.Slow(TimeSpan.FromMilliseconds(300)) };
        await using var proxy = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint], waiting);
        var options = ClusterTrial.OptionsOver(first) with
        {
            StoreType = "twemproxy",
            Store = proxy.Endpoint,
            Shards = proxy.Shards,
            StoreArguments = ["--timeout", Wait.SlowMilliseconds(1000)],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, first, second);

        var run = await StrikeAsync(trial, () => strike([first, second], proxy));

        if (verdict is "degraded")
        {
            ClusterTrial.AssertDegraded(run, ClusterTrial.Wide, "closed|timeout|refused|unreachable");
        }
        else
        {
            ClusterTrial.AssertLostByStore(run, ProblemKind.StoreRestarted);
        }

        await trial.AssertNothingLeftAsync();
    }
}
