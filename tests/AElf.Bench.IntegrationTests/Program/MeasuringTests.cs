using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Runs over every kind of store, with the options that users give.</summary>
public sealed class MeasuringTests
{
    private static readonly string[] Fields =
    [
        "schema", "claim", "verdict", "scenario", "facts.mode", "transfers", "groups", "actors", "lanes", "rounds",
        "tps.median", "tps.min", "tps.max", "tps.mean",
        "tps.low95", "tps.high95", "latencyUs.p50", "latencyUs.p99", "groupingMs.median", "store.type",
        "store.clientOps.get", "store.clientOps.set",
        "store.serverOps.get", "store.serverOps.set", "audit.conservation", "audit.replay", "environment", "options",
    ];

    private static string[] Small => [.. BenchmarkResult.SmallLoad];

    [Fact]
    public async Task Measure_PublishedCommand_ReportsEveryField()
    {
        var run = await BenchmarkResult.RunAsync("-n", "8000", "--grouprange", "80", "80", "--repeattime", "5");

        run.AssertPassed();
        Assert.All(Fields, field => run.At(field));
        run.At("ceiling");
        Assert.Equal("aelf-bench/run/2", run.At("schema").GetString());
        Assert.Equal(8000, run.At("transfers").GetInt32());
        Assert.Equal(80, run.At("groups").GetInt32());
        Assert.Equal(5, run.At("rounds").GetArrayLength());
        Assert.Equal(2 * 8000 * 5, run.At("store.clientOps.get").GetInt64());
        Assert.Equal(2 * 8000 * 5, run.At("store.clientOps.set").GetInt64());
    }

    [Fact]
    public async Task Measure_Redis_CountsAgreeAndTheBareStoreIsMeasured()
    {
        await using var redis = await RedisServer.StartAsync();

        var store = BenchmarkResult.Store("redis", redis.Endpoint);
        var run = await BenchmarkResult.RunAsync(
            ["-n", "2400", "--grouprange", "40", "40", "--repeattime", "3", "--ceiling", "on", .. store]);

        run.AssertPassed();
        Assert.All(Fields, field => run.At(field));
        run.AssertBareStoreMeasured();
        Assert.Equal(2 * 2400 * 3, run.At("store.clientOps.get").GetInt64());
        AssertReconciled(run);
        await AssertNothingLeftAsync(redis);
    }

    [Fact]
    public async Task Measure_Controls_MeasureTheHarnessAndNameTheLimit()
    {
        await using var redis = await RedisServer.StartAsync();

        string[] load = ["-n", "2400", "--grouprange", "1", "1", "--repeattime", "2", "--controls", "on", "--verbose"];
        var stored = await BenchmarkResult.RunAsync(
            [.. load, "--ceiling", "on", .. BenchmarkResult.Store("redis", redis.Endpoint)]);
        var inMemory = await BenchmarkResult.RunAsync(load);

        // While other tests run, the harness alone can be slower than the run, which is exit code 5.
        stored.AssertExit(0, 5);
        Assert.Equal("passed", stored.At("audit.replay").GetString());
        Assert.True(stored.At("controls.nullStoreTps").GetDouble() > 0);
        Assert.True(stored.At("controls.nullActorTps").GetDouble() > 0);
        Assert.True(stored.At("controls.roundTripUs").GetDouble() > 0);
        Assert.Contains("\nlimit ", stored.Result.Output, StringComparison.Ordinal);
        Assert.Contains(
            stored.At("limit.bounds").EnumerateArray(), bound => bound.GetProperty("name").ValueEquals("load"));
        await AssertNothingLeftAsync(redis);

        inMemory.AssertPassed();
        Assert.Equal(JsonValueKind.Null, inMemory.At("controls.nullStoreTps").ValueKind);
        Assert.True(inMemory.At("controls.nullActorTps").GetDouble() > 0);
    }

    [Theory]
    [InlineData("pipelined", "strict")]
    [InlineData("pipelined", "multi")]
    [InlineData("pipelined", "exec")]
    [InlineData("pipelined", "batch")]
    [InlineData("stackexchange", "strict")]
    [InlineData("stackexchange", "multi")]
    [InlineData("stackexchange", "batch")]
    public async Task Measure_EachModeOverRedis_Passes(string client, string mode)
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            [.. Small, .. BenchmarkResult.Store("redis", redis.Endpoint), "--client", client, "--mode", mode]);

        run.AssertPassed();
        Assert.Equal(mode, run.At("facts.mode").GetString());
        Assert.Equal(client, run.At("store.client").GetString());
        AssertReconciled(run);
        await AssertNothingLeftAsync(redis);
    }

    [Theory]
    [InlineData("pipelined", "strict")]
    [InlineData("pipelined", "multi")]
    [InlineData("pipelined", "batch")]
    [InlineData("stackexchange", "strict")]
    public async Task Measure_EachModeOverNutcracker_Passes(string client, string mode)
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var third = await RedisServer.StartAsync();
        await using var fourth = await RedisServer.StartAsync();
        RedisServer[] shards = [first, second, third, fourth];
        await using var proxy = await Nutcracker.StartAsync([.. shards.Select(shard => shard.Endpoint)]);

        var store = BenchmarkResult.Store("twemproxy", proxy.Endpoint, proxy.Shards);
        var run = await BenchmarkResult.RunAsync([.. Small, .. store, "--client", client, "--mode", mode]);

        run.AssertPassed();
        Assert.Equal(4, run.At("store.shards").GetArrayLength());
        Assert.All(
            run.At("store.shards").EnumerateArray(),
            shard => Assert.True(
                shard.GetProperty("ops").GetProperty("keysRead").GetInt64() > 0, $"no key was read on {shard}"));
        Assert.Matches("^(equal|within bounds)", run.At("store.reconciliation").GetString());
        foreach (var shard in shards)
        {
            await AssertNothingLeftAsync(shard);
        }
    }

    [Theory]
    [InlineData("pipelined", "strict")]
    [InlineData("pipelined", "multi")]
    [InlineData("pipelined", "batch")]
    [InlineData("stackexchange", "strict")]
    public async Task Measure_EachModeOverSsdb_Passes(string client, string mode)
    {
        await using var ssdb = SsdbStandIn.Start();

        var run = await BenchmarkResult.RunAsync(
            [.. Small, .. BenchmarkResult.Store("ssdb", ssdb.Endpoint), "--client", client, "--mode", mode]);

        run.AssertPassed();
        AssertReconciled(run);
        Assert.Empty(ssdb.Keys);
    }

    [Fact]
    public async Task Measure_Skew_IsOfferedAndNamed()
    {
        var run = await BenchmarkResult.RunAsync([.. Small, "--skew", "1"]);

        run.AssertPassed();
        Assert.Equal(1, run.At("facts.skew").GetDouble());
        Assert.Equal(20, run.At("groups").GetInt32());
        Assert.Equal(SkewedGroups.Sizes(600, 20, 1)[0], run.At("largestGroup").GetInt32());
        Prose.AssertNames(run.At("claim").GetString(), "600 transfers", "20 groups", "skew 1.0", "2 rounds");
    }

    [Fact]
    public async Task Measure_AllRoutings_UseTheSameEvenAndSkewedGroups()
    {
        var run = await BenchmarkResult.RunAsync([.. Small, "--routing", "all", "--verbose"]);

        run.AssertExit(0);
        var runs = run.At("runs").EnumerateArray().ToList();
        Assert.Equal(
            from skew in new[] { 0.0, 1.0 }
            from routing in SettingRules.Routing.Words
            select (skew, routing),
            runs.Select(each => (
                each.GetProperty("facts").GetProperty("skew").GetDouble(), each.GetProperty("routing").GetString()!)));
        Assert.All(runs, each => Assert.True(BenchmarkResult.IsClean(each)));
        Assert.Equal(2, runs.Select(each => each.GetProperty("largestGroup").GetInt32()).Distinct().Count());
        Assert.Contains("over 20 groups", run.Result.Output, StringComparison.Ordinal);
        Assert.Matches("even +(2 rounds|1 round)", run.Result.Output);
    }

    [Fact]
    public async Task Measure_AllRoutingsOverABlockFile_UseItAlone()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("block.bin");
        (await BenchmarkResult.RunAsync([.. Small, "--skew", "2", "--block-out", file])).AssertPassed();

        var run = await BenchmarkResult.RunAsync(
            "--block-in", file, "--routing", "all", "--repeattime", "2", "--warmup", "1", "--quiet");

        run.AssertExit(0);
        var runs = run.At("runs").EnumerateArray().ToList();
        Assert.Equal(
            string.Join(' ', SettingRules.Routing.Words),
            string.Join(' ', runs.Select(each => each.GetProperty("routing").GetString())));
        Assert.All(
            runs,
            each => Assert.Equal(
                (JsonValueKind.Null, 20),
                (each.GetProperty("facts").GetProperty("skew").ValueKind, each.GetProperty("groups").GetInt32())));
    }

    [Fact]
    public async Task Measure_SeveralGroupCounts_AreRunsOfOneReport()
    {
        var run = await BenchmarkResult.RunAsync(
            "-n", "600", "--grouprange", "3", "5", "--repeattime", "2", "--warmup", "1", "--quiet");

        run.AssertExit(0);
        var runs = run.At("runs").EnumerateArray().ToList();
        Assert.Equal([3, 4, 5], runs.Select(each => each.GetProperty("groups").GetInt32()));
        Assert.All(runs, each => Assert.True(BenchmarkResult.IsClean(each)));
    }

    [Fact]
    public async Task Measure_BlockWritten_IsOfferedAgain()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("block.bin");
        var again = folder.File("again.bin");

        var written = await BenchmarkResult.RunAsync([.. Small, "--seed", "7", "--block-out", file]);
        var read = await BenchmarkResult.RunAsync(
            "--block-in", file, "--block-out", again, "--repeattime", "2", "--warmup", "1", "--quiet");

        written.AssertPassed();
        read.AssertPassed();
        foreach (var field in new[] { "transfers", "groups", "facts.accounts", "largestGroup" })
        {
            Assert.Equal(written.At(field).GetInt32(), read.At(field).GetInt32());
        }

        Assert.Equal(
            await File.ReadAllBytesAsync(file, ThisTest.Cancelled),
            await File.ReadAllBytesAsync(again, ThisTest.Cancelled));
    }

    [Fact]
    public async Task Measure_DamagedBlock_IsRefusedWithExitCode1()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("block.bin");
        (await BenchmarkResult.RunAsync([.. Small, "--block-out", file])).AssertExit(0);
        var bytes = await File.ReadAllBytesAsync(file, ThisTest.Cancelled);
        bytes[bytes.Length / 2] ^= 1;
        await File.WriteAllBytesAsync(file, bytes, ThisTest.Cancelled);

        var run = await BenchmarkResult.RunAsync("--block-in", file, "--repeattime", "1", "--warmup", "1");

        run.AssertExit(1);
        Assert.Equal("", run.Result.Output);
        Assert.Contains("checksum", run.Result.Error, StringComparison.Ordinal);
        Assert.Null(run.Json);
    }

    [Fact]
    public async Task Prepared_SecondRun_IsRefused()
    {
        const string id = "0a1b2c3d";
        await using var redis = await RedisServer.StartAsync();
        string[] load = [.. Small, .. BenchmarkResult.Store("redis", redis.Endpoint)];

        var prepared = await ProductCall.RunAsync(
            [
                "-f", "genAccount", "-n", "600", "--grouprange", "20", "20",
                .. BenchmarkResult.Store("redis", redis.Endpoint), "--run-id", id,
            ]);
        Prose.AssertNames(prepared.Error, "620 accounts");
        Assert.Equal(0, prepared.ExitCode);
        Assert.Contains($"--prepared {id}", prepared.Output, StringComparison.Ordinal);
        Assert.NotEqual(":0\r\n", await redis.AskAsync("DBSIZE"), StringComparer.Ordinal);
        var first = await BenchmarkResult.RunAsync([.. load, "--prepared", id]);
        var second = await BenchmarkResult.RunAsync([.. load, "--prepared", id]);

        first.AssertPassed();
        Assert.Equal(id, first.At("runId").GetString());
        second.AssertExit(2);
        Assert.Contains("--benchmark genAccount", second.Result.Error, StringComparison.Ordinal);
        await AssertNothingLeftAsync(redis);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Prepared_Incomplete_IsLockedUntilRemoved(bool isKilled)
    {
        const string id = "0a1b2c3f";
        await using var redis = await RedisServer.StartAsync();
        await using var relay = StoreRelay.Start(redis.Endpoint);
        var middle = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 1000, Held.Command);
        relay.Arm(middle);
        string[] prepare =
        [
            "-f", "genAccount", "-n", "3000", "--grouprange", "20", "20",
            .. BenchmarkResult.Store("redis", relay.Endpoint), "--run-id", id,
        ];

        using var first = ProductProcess.Start(new ProductProcessOptions(), prepare);
        await Wait.UntilAsync(first, () => middle.Reached.IsCompleted, "an account in the middle");
        if (isKilled)
        {
            first.KillAlone();
        }
        else
        {
            relay.Cut();
        }

        relay.LetGo();
        var cut = await first.WaitForExitAsync();
        var again = await ProductCall.RunAsync(prepare);
        var cleaned = await ProductCall.RunAsync(
            "cleanup", $"{redis.Endpoint}", "--run", id, "--older-than", "0s", "--remove");
        var removed = await ProductCall.RunAsync(prepare);

        Assert.NotEqual(0, cut.ExitCode);
        Assert.Contains(isKilled ? "" : $"run {id} are incomplete", cut.Error, StringComparison.Ordinal);
        Assert.Equal(2, again.ExitCode);
        Assert.Contains($"run {id} is locked in the store", again.Error, StringComparison.Ordinal);
        Prose.AssertNames(again.Error, "cleanup", $"--run {id}", "--older-than 0s", "--remove");
        Assert.Equal((0, ""), (cleaned.ExitCode, cleaned.Error));
        Assert.Equal((0, true), (removed.ExitCode, removed.Error.Contains("3,020 accounts", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Prepared_OtherLoad_IsRefusedAndKeepsTheAccounts()
    {
        const string id = "0a1b2c3e";
        await using var redis = await RedisServer.StartAsync();
        var store = BenchmarkResult.Store("redis", redis.Endpoint);
        var prepared = await ProductCall.RunAsync(
            ["-f", "genAccount", "-n", "600", "--grouprange", "20", "20", .. store, "--run-id", id]);
        Assert.Equal(0, prepared.ExitCode);
        var before = await redis.AskAsync("DBSIZE");

        var other = await BenchmarkResult.RunAsync(
            ["-n", "6000", "--grouprange", "20", "20", .. store, "--prepared", id]);
        Assert.Equal(before, await redis.AskAsync("DBSIZE"));
        var right = await BenchmarkResult.RunAsync([.. Small, .. store, "--prepared", id]);

        other.AssertExit(2);
        right.AssertPassed();
    }

    [Fact]
    public async Task Measure_JsonAndMarkdown_WritesBoth()
    {
        using var folder = new TemporaryFolder();
        var file = folder.File("report.md");

        var run = await BenchmarkResult.RunAsync([.. Small, "--markdown", file]);

        run.AssertPassed();
        Assert.Contains(
            run.At("claim").GetString()!,
            await File.ReadAllTextAsync(file, ThisTest.Cancelled),
            StringComparison.Ordinal);
        Assert.Contains(
            run.At("tps.median").GetDouble().ToString("N0", CultureInfo.InvariantCulture),
            run.Result.Output,
            StringComparison.Ordinal);
    }

    private static void AssertReconciled(BenchmarkResult run)
    {
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        foreach (var counter in new[] { "get", "set", "multiGet", "multiSet" })
        {
            Assert.Equal(
                run.At($"store.clientOps.{counter}").GetInt64(), run.At($"store.serverOps.{counter}").GetInt64());
        }
    }

    private static async Task AssertNothingLeftAsync(RedisServer redis) =>
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
}
