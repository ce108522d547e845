using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Faults;

/// <summary>Faults and changes of a real Redis Cluster during a measured round.</summary>
public sealed class ClusterFaultTests(ITestOutputHelper log)
{
    // The added round trip makes a round of few transfers long, and leaves the processors to other tests.
    private const int Transfers = 10_000;

    [Fact]
    public async Task Run_SlotsMove_IsDegradedAndAppliesEachOnce()
    {
        await using var cluster = await RedisCluster.StartAsync();
        var (first, _) = cluster.SlotsOf(0);

        var run = await TrialOf(cluster).RunAsync(
            StoreOf(cluster),
            () => RedisCluster.MoveAsync(first, first + 200, cluster.Masters[0], cluster.Masters[1]));

        FaultTrial.AssertDegraded(run, Transfers);
        Assert.Equal(3, run.At("store.shards").GetArrayLength());
        await AssertNothingLeftAsync(cluster);
    }

    [Theory]
    [SlowInlineData("--mode multi")]
    [InlineData("--mode multi --mix smallbank")]
    [InlineData("--mode exec")]
    [InlineData("--execute store")]
    public async Task Run_SlotsMoveUnderCommandsOverSeveralKeys_IsDegraded(string options)
    {
        await using var cluster = await RedisCluster.StartAsync();
        const int GroupsMoved = 40;

        // Each of the 400 groups is in a slot that is a multiple of 32.
        const int Distance = 32;
        var run = await TrialOf(cluster).RunAsync(
            [.. StoreOf(cluster), .. options.Split(' '), "--hash-tag", "group"],
            async () =>
            {
                for (var slot = 0; slot < GroupsMoved * Distance; slot += Distance)
                {
                    await RedisCluster.MoveAsync(slot, slot, cluster.Masters[0], cluster.Masters[1]);
                }
            });

        FaultTrial.AssertDegraded(run, Transfers);
        await AssertNothingLeftAsync(cluster);
    }

    [SlowFact]
    public async Task Run_NodeJoinsAndTakesSlots_IsDegraded()
    {
        await using var cluster = await RedisCluster.StartAsync();
        var added = await cluster.AddNodeAsync();
        var (first, _) = cluster.SlotsOf(2);

        var run = await TrialOf(cluster).RunAsync(
            StoreOf(cluster), () => RedisCluster.MoveAsync(first, first + 100, cluster.Masters[2], added));

        FaultTrial.AssertDegraded(run, Transfers);
        await AssertNothingLeftAsync(cluster);
    }

    [Fact]
    public async Task Run_MasterWithoutReplicaKilled_FailsAfterReconnectDeadline()
    {
        await using var cluster = await RedisCluster.StartAsync();

        var run = await TrialOf(cluster).RunAsync([.. StoreOf(cluster), "--reconnect", "1"], () =>
        {
            cluster.Masters[1].Kill();
            return Task.CompletedTask;
        });

        FaultTrial.AssertFailed(run, "within 1 s", 5);
    }

    [SlowFact]
    public async Task Run_ReplicaTakesOver_IsDegradedOrFailsForLostWrites()
    {
        await using var cluster = await RedisCluster.StartAsync(hasReplicas: true);

        var run = await TrialOf(cluster).RunAsync([.. StoreOf(cluster), "--reconnect", "60"], () =>
        {
            cluster.Masters[1].Kill();
            return Task.CompletedTask;
        });

        // Redis does not promise that a replica has all writes that its master acknowledged.
        if (run.At("verdict").GetString() is "degraded")
        {
            FaultTrial.AssertDegraded(run, Transfers);
        }
        else
        {
            run.AssertExit(2, 3);
            run.AssertNoNumber();
        }
    }

    [Fact]
    public async Task Run_NodePausedBeyondTimeout_IsDegraded()
    {
        await using var cluster = await RedisCluster.StartAsync();

        var run = await TrialOf(cluster).RunAsync(
            [.. StoreOf(cluster), "--timeout", Wait.SlowMilliseconds(500), "--reconnect", "60"],
            () => FaultTrial.PauseAsync(cluster.Masters[2], Wait.Slow(TimeSpan.FromSeconds(1))));

        FaultTrial.AssertDegraded(run, Transfers);
        await AssertNothingLeftAsync(cluster);
    }

    [Fact]
    public async Task Run_CommandsOverSeveralSlots_IsRefused()
    {
        await using var cluster = await RedisCluster.StartAsync();
        foreach (var mode in (string[])["multi", "batch"])
        {
            var run = await BenchmarkResult.RunAsync(
                [.. cluster.Arguments, "-n", "2400", "--groups", "80", "--mode", mode]);

            run.AssertExit(1);
            Assert.Contains("--hash-tag", run.ToString(), StringComparison.Ordinal);
        }

        await AssertNothingLeftAsync(cluster);
    }

    [Fact]
    public async Task Run_ServerWithoutClusterMode_IsNamed()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            ["--database", "redis-cluster", "--dbport", FormattableString.Invariant($"{redis.Port}"), "-n", "2400"]);

        run.AssertExit(2);
        Assert.Contains("[server-mode]", run.ToString(), StringComparison.Ordinal);
    }

    private FaultTrial TrialOf(RedisCluster cluster) =>
        new(log, [.. cluster.Masters]) { Transfers = Transfers };

    private static string[] StoreOf(RedisCluster cluster) => [.. cluster.Arguments, "--latency", "1ms"];

    private static async Task AssertNothingLeftAsync(RedisCluster cluster)
    {
        foreach (var node in cluster.Masters)
        {
            Assert.Equal(":0\r\n", await node.AskAsync("DBSIZE"));
        }
    }
}
