using System.Globalization;
using AElf.Bench.IntegrationTests.Cluster.Faults;
using AElf.Bench.IntegrationTests.Faults;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>Transactions that the store executes, with and without faults.</summary>
public sealed class StoreExecutionTests(ITestOutputHelper log)
{
    // Two rounds that are long enough for a fault, with one transaction in flight at each worker.
    private static readonly ClusterLoad Load = new(3000, 20, 2, 1);

    [Theory]
    [InlineData(null, "group", "--load", "conflict:0.3")]
    [InlineData(null, "store", "--load", "receiver")]
    [InlineData(null, "store", "--rate", "20000")]
    [InlineData("erc20", "group")]
    [InlineData("erc20", "store")]
    [InlineData("swap", "group")]
    [InlineData("swap", "store")]
    [InlineData("smallbank", "group")]
    [InlineData("smallbank", "store")]
    [InlineData("counter", "store", "--skew", "1")]
    public async Task Measure_StoreExecutes_IsProvedAndReconciled(
        string? contract, string conflicts, params string[] options)
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load =
        [
            "-n", "600", "--rounds", "2", "--warmup", "0", "--blocks", "1", "--execute", "store", "--conflicts",
            conflicts, .. contract is null ? Array.Empty<string>() : ["--contract", contract], .. options,
        ];

        var run = await BenchmarkResult.RunAsync(
            [.. load, .. BenchmarkResult.Store("redis", redis.Endpoint), "--quiet"]);

        run.AssertPassed();
        Assert.Equal(conflicts, run.At("facts.conflicts").GetString());
        Assert.Equal(1200, run.At("figures.committed").GetInt64());
        Assert.Equal(1200, run.At("store.clientOps.evalSha").GetInt64());
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Theory]
    [InlineData("--execute store", "evalSha")]
    [InlineData("--execute store --contract erc20", "evalSha")]
    [InlineData("--mode exec", "exec")]
    public async Task Measure_RedisClusterExecutesInOneSlot_IsProvedAndReconciled(string options, string counted)
    {
        await using var cluster = await RedisCluster.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            [
                "-n", "600", "--rounds", "2", "--warmup", "0", "--blocks", "1", "--hash-tag", "group", "--quiet",
                .. options.Split(' '), .. cluster.Arguments,
            ]);

        run.AssertPassed();
        Assert.Equal(1200, run.At($"store.clientOps.{counted}").GetInt64());
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
    }

    [Fact]
    public async Task Measure_RedisClusterAndAnAccountOfNoGroup_IsRefusedWithAWayThatWorks()
    {
        await using var cluster = await RedisCluster.StartAsync();
        using var folder = new TemporaryFolder();
        var file = folder.Write(
            "bet.contract",
            "pool a: n 1\npool o: w 1..6\ncontract c\n  account a\n  account o: shared, read only\n  a.n += o.w\n");
        string[] words =
        [
            "-n", "600", "--rounds", "1", "--warmup", "0", "--blocks", "1", "--hash-tag", "group", "--contract", file,
            .. cluster.Arguments,
        ];

        var refused = await ProductCall.RunAsync(["--execute", "store", .. words]);
        var run = await BenchmarkResult.RunAsync(["--execute", "client", .. words]);

        Assert.True(refused.ExitCode == 1, refused.AllOutput);
        Assert.Contains(": use --execute client", refused.Error, StringComparison.Ordinal);
        run.AssertPassed();
    }

    [Theory]
    [InlineData("--execute store", "inmemory")]
    [InlineData("--mode exec", "inmemory")]
    [InlineData("--execute store --database twemproxy", "twemproxy")]
    [InlineData("--execute store --database ssdb", "ssdb")]
    [InlineData("--execute store --database redis --client stackexchange", "--client pipelined")]
    [InlineData("--conflicts store", "--execute store")]
    [InlineData("--execute store --mode multi", "--mode")]
    [InlineData("--execute store --database redis-cluster", "--hash-tag")]
    [InlineData("--execute store --conflicts store --hash-tag group --database redis-cluster", "--conflicts")]
    [InlineData("--mode exec --database redis-cluster", "--hash-tag")]
    public async Task Measure_StoreCannotExecute_IsRefusedBeforeAnythingStarts(string options, string named)
    {
        var refused = await ProductCall.RunAsync(["-n", "600", .. options.Split(' ')]);

        Assert.True(refused.ExitCode == 1, refused.AllOutput);
        Assert.Contains(named, refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_ServerWithoutScripting_IsNamedAndNoKeyStays()
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Directives = ["rename-command EVALSHA \"\""] });

        var refused = await BenchmarkResult.RunAsync(
            ["-n", "600", "--execute", "store", .. BenchmarkResult.Store("redis", redis.Endpoint), "--quiet"]);

        refused.AssertExit(2);
        Assert.Contains("EVALSHA", refused.Result.Error, StringComparison.Ordinal);
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Theory]
    [InlineData("group", Held.Command, Strike.Kill)]
    [InlineData("store", Held.ReplyAndNextCommands, Strike.Kill)]
    [SlowInlineData("group", Held.ReplyAndNextCommands, Strike.Kill)]
    [SlowInlineData("store", Held.Command, Strike.Kill)]
    [SlowInlineData("store", Held.Command, Strike.Stop)]
    [SlowInlineData("group", Held.Command, Strike.Cut)]
    public Task Cluster_WorkerStruckWithAScriptOnItsWay_AppliesEachExactlyOnce(
        string conflicts, Held held, Strike strike) => ClusterTrial.AssertSurvivesAsync(
            log,
            Load,
            new StopPoint(command => command.Verb is "EVALSHA", 75, held),
            strike,
            "--execute",
            "store",
            "--conflicts",
            conflicts);

    [Theory]
    [InlineData("store", "store")]
    [SlowInlineData("client", "group")]
    [SlowInlineData("store", "group")]
    public Task Cluster_ManagerKilledAndStartedAgain_AppliesEachExactlyOnce(string executor, string conflicts) =>
        ClusterTrial.AssertOutlivesItsManagerAsync(log, Load, "--execute", executor, "--conflicts", conflicts);

    [Theory]
    [InlineData("client", "group")]
    [InlineData("store", "store")]
    [SlowInlineData("store", "group")]
    public async Task Measure_RedisKilledWithItsFileAlwaysWritten_AppliesEachExactlyOnce(
        string executor, string conflicts)
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyAlways });
        string[] store =
        [
            .. BenchmarkResult.Store("redis", redis.Endpoint), "--execute", executor, "--conflicts", conflicts,
        ];

        var trial = new FaultTrial(log, redis)
        {
            Transfers = 10_000,
            ReadsAsync = executor is "client" ? null : () => EvaluatedAsync(redis),
        };
        var run = await trial.RunAsync(store, () =>
        {
            redis.Kill();
            return redis.RestartAsync();
        });

        FaultTrial.AssertDegraded(run, trial.Transfers);
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    private static async Task<long> EvaluatedAsync(RedisServer redis) =>
        CommandStatistics.Calls(await redis.AskAsync("INFO", "commandstats"), "evalsha");
}
