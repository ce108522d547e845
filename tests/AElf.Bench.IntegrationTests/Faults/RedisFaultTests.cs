using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>Faults of a real Redis during a measured round.</summary>
public sealed class RedisFaultTests(ITestOutputHelper log)
{
    [Fact]
    public async Task Run_ConnectionsCut_IsDegradedAndAppliesEachOnce()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(StoreOf(redis), async () =>
            Assert.Matches("^:[2-9]", await redis.AskAsync("CLIENT", "KILL", "TYPE", "normal")));

        FaultTrial.AssertDegraded(run);
        Assert.Equal(2, run.At("dispatchers").GetInt32());
        Assert.All(
            run.At("faults").EnumerateArray().Where(fault => fault.GetProperty("kind").GetString() is "closed"),
            lost => Assert.Matches("^actors (0, 1, 2, 3|4, 5, 6, 7): ", lost.GetProperty("what").GetString()));
        await AssertNothingLeftAsync(redis);
    }

    [Fact]
    public async Task Run_PauseBelowTimeout_HasNoFault()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(
            [.. StoreOf(redis), "--timeout", Wait.SlowMilliseconds(10_000)],
            () => FaultTrial.PauseAsync(redis, TimeSpan.FromMilliseconds(600)));

        run.AssertPassed();
        Assert.Contains(run.At("slices").EnumerateArray(), slice => slice.GetProperty("committed").GetInt64() == 0);
        await AssertNothingLeftAsync(redis);
    }

    [Fact]
    public async Task Run_AccountsLost_Fails()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(
            StoreOf(redis), async () => Assert.Equal("+OK\r\n", await redis.AskAsync("FLUSHALL")));

        FaultTrial.AssertFailed(run, "[store-removed-keys]", 2);
        await AssertNothingLeftAsync(redis);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public async Task Benchmark_ServerAllowsTooFewConnections_NamesTheNeededNumberBeforeTheRun(int most)
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Directives = [$"maxclients {most}"] });

        var run = await BenchmarkResult.RunAsync(
            [.. StoreOf(redis), "-n", "2400", "--groups", "80", "--dispatchers", "4", "--actors", "4"]);

        run.AssertExit(2);
        Assert.Contains("needs 5 at once", run.ToString(), StringComparison.Ordinal);
        Assert.Contains("[connection-limit]", run.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_TooFewConnectionsForTheBareStore_LosesOnlyTheCeiling()
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Directives = ["maxclients 3"] });

        var run = await BenchmarkResult.RunAsync(
            [
                .. StoreOf(redis), "-n", "2400", "--groups", "80", "--rounds", "2", "--warmup", "1",
                "--dispatchers", "2", "--actors", "2", "--ceiling", "on",
            ]);

        run.AssertExit(5);
        Assert.Equal("degraded", run.At("verdict").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal("ceiling", Assert.Single(run.At("faults").EnumerateArray()).GetProperty("kind").GetString());
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_ReplicaForATime_IsWaitedForAsLongAsALostStore()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync([.. StoreOf(redis), "--reconnect", "60"], async () =>
        {
            await redis.AskAsync("REPLICAOF", "127.0.0.1", "1");
            await Wait.UntilAsync(
                async () => (await redis.AskAsync("INFO", "errorstats"))
                    .Contains("errorstat_READONLY:count=1", StringComparison.Ordinal),
                () => "a thousand refused writes");
            await redis.AskAsync("REPLICAOF", "NO", "ONE");
        });

        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync(redis);
    }

    [Fact]
    public async Task Run_RedisKilled_FailsAfterReconnectDeadline()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync([.. StoreOf(redis), "--reconnect", "1"], () =>
        {
            redis.Kill();
            return Task.CompletedTask;
        });

        FaultTrial.AssertFailed(run, "within 1 s", 5);
    }

    [Theory]
    [InlineData("pipelined")]
    [SlowInlineData("stackexchange")]
    public async Task Run_Interrupted_RemovesItsKeysAndSaysSo(string client)
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync([.. StoreOf(redis), "--client", client], program =>
        {
            program.Interrupt();
            return Task.CompletedTask;
        });

        FaultTrial.AssertFailed(run, Problem.NameOf(ProblemKind.Cancelled), 5);
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_RedisRestartedFromAppendOnlyFile_IsDegradedAndLosesNothing()
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyEverySecond });

        var run = await TrialOf(redis).RunAsync(StoreOf(redis), () =>
        {
            redis.Kill();
            return redis.RestartAsync();
        });

        // The kernel has each acknowledged write and survives the process.
        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_RedisRestartedEmpty_Fails()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(StoreOf(redis), () =>
        {
            redis.Kill();
            return redis.RestartAsync();
        });

        FaultTrial.AssertFailed(run, "[store-restarted]", 2);
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_PauseBeyondTimeout_IsDegradedAndAppliesEachOnce()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(
            [.. StoreOf(redis), "--timeout", Wait.SlowMilliseconds(300)],
            () => FaultTrial.PauseAsync(redis, Wait.Slow(TimeSpan.FromSeconds(1))));

        FaultTrial.AssertDegraded(run);
        Assert.Contains(run.At("faults").EnumerateArray(), fault => fault.GetProperty("kind").GetString() is "timeout");
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_RedisStaysPaused_FailsAfterReconnectDeadline()
    {
        await using var redis = await RedisServer.StartAsync();

        string[] store = [.. StoreOf(redis), "--timeout", Wait.SlowMilliseconds(300), "--reconnect", "1"];
        var run = await TrialOf(redis).RunAsync(store, () =>
        {
            redis.Pause();
            return Task.CompletedTask;
        });

        FaultTrial.AssertFailed(run, "within 1 s", 5);
    }

    [SlowFact]
    public async Task Run_RedisWithoutMemory_FailsWithItsMessage()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(StoreOf(redis), async () =>
        {
            Assert.Equal(
                "+OK\r\n", await redis.AskAsync("CONFIG", "SET", "maxmemory", "1mb", "maxmemory-policy", "noeviction"));
        });

        FaultTrial.AssertFailed(run, "OOM command not allowed", 5);
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_MemoryFreedInTime_IsDegraded()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await TrialOf(redis).RunAsync(StoreOf(redis), async () =>
        {
            await redis.AskAsync("CONFIG", "SET", "maxmemory", "1mb", "maxmemory-policy", "noeviction");
            await UntilWriteRefusedAsync(redis);
            await redis.AskAsync("CONFIG", "SET", "maxmemory", "0");
        });

        FaultTrial.AssertDegraded(run);
        Assert.Contains(
            run.At("faults").EnumerateArray(),
            fault => fault.GetProperty("what").GetString()!.Contains("OOM", StringComparison.Ordinal));
        await AssertNothingLeftAsync(redis);
    }

    [SlowFact]
    public async Task Run_RedisRestartedUnderStackExchange_IsDegraded()
    {
        // A restart, not a cut connection: this driver silently replaces a connection without outstanding operations.
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyEverySecond });

        var run = await TrialOf(redis).RunAsync([.. StoreOf(redis), "--client", "stackexchange"], () =>
        {
            redis.Kill();
            return redis.RestartAsync();
        });

        FaultTrial.AssertDegraded(run);
        await AssertNothingLeftAsync(redis);
    }

    private static string[] StoreOf(RedisServer redis) => BenchmarkResult.Store("redis", redis.Endpoint);

    private static async Task AssertNothingLeftAsync(RedisServer redis) =>
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));

    private static Task UntilWriteRefusedAsync(RedisServer redis) => Wait.UntilAsync(
        async () => (await redis.AskAsync("INFO", "errorstats")).Contains("errorstat_OOM", StringComparison.Ordinal),
        () => "a write that Redis refuses");

    private FaultTrial TrialOf(RedisServer redis) => new(log, redis);
}
