using AElf.Bench.IntegrationTests.Cluster.Programs;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Runs over database 3 of a real redis-server.</summary>
public sealed class DatabaseTests
{
    private const string Prepared = "0badcafe";

    [Theory]
    [InlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Run_OtherDatabase_ReadsAndWritesThere(string client)
    {
        await using var redis = await RedisServer.StartAsync();
        await PrepareAsync(redis, BenchmarkResult.SmallLoad, client);

        var run = await BenchmarkResult.RunAsync(
        [
            .. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client,
            "--db", "3", "--prepared", Prepared,
        ]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal(3, run.At("store.database").GetInt32());
        Prose.AssertNames(run.At("claim").GetString(), $"{redis.Endpoint}", "database 3");
        Assert.DoesNotContain("db", await redis.AskAsync("INFO", "keyspace"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cleanup_OtherDatabase_RemovesItsKeysOnly()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var connection = await redis.ConnectAsync();
        foreach (var database in new[] { "0", "3" })
        {
            await connection.AskAsync("SELECT", database);
            await connection.AskAsync("SET", $"ab{Prepared}:lock", "1");
        }

        var removed = await ProductCall.RunAsync(
            "cleanup", $"{redis.Endpoint}", "--db", "3", "--older-than", "0s", "--remove");

        Assert.Equal((0, ""), (removed.ExitCode, removed.Error));
        Assert.Equal(":0\r\n", await connection.AskAsync("DBSIZE"));
        Assert.Equal(":1\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Theory]
    [InlineData("pipelined")]
    [InlineData("stackexchange")]
    public async Task Run_DatabaseThatTheServerLacks_NamesTheOption(string client)
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await ProductCall.RunAsync(
        [
            .. BenchmarkResult.SmallLoad, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client,
            "--db", "16",
        ]);

        Assert.Equal(2, run.ExitCode);
        Prose.AssertNames(run.Error, $"{redis.Endpoint}", "database 16", "--db", "'databases'");
    }

    [Fact]
    public async Task Cluster_OtherDatabase_MakesTheRunThereAndRefusesAWorkerOfTheFirst()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await PrepareAsync(trio.Redis, ThreePrograms.SmallLoad, "pipelined");
        await trio.CallManagerAsync("--db", "3");
        var stranger = trio.CalledWorker();
        await ThreePrograms.UntilPrintedAsync(stranger, $"{trio.Redis.Endpoint}/3");
        await trio.CallWorkerAsync("--db", "3");

        var run = await trio.RunAsync("--prepared", Prepared, "--quiet");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.DoesNotContain("db", await trio.Redis.AskAsync("INFO", "keyspace"), StringComparison.Ordinal);
    }

    // Prepares accounts in database 3: a run in another database would not find them.
    private static async Task PrepareAsync(RedisServer redis, IReadOnlyList<string> load, string client)
    {
        var prepared = await ProductCall.RunAsync(
        [
            .. load, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client, "--db", "3", "--benchmark",
            "genAccount", "--run-id", Prepared,
        ]);
        Assert.True(prepared.ExitCode == 0, prepared.Error);
        var keys = await redis.AskAsync("INFO", "keyspace");
        Assert.Contains("db3:", keys, StringComparison.Ordinal);
        Assert.DoesNotContain("db0:", keys, StringComparison.Ordinal);
    }
}
