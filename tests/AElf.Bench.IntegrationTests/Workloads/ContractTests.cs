using AElf.Bench.IntegrationTests.Cluster.Faults;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>
/// Contracts in memory, over Redis and on a cluster, with and without faults.
/// </summary>
public sealed class ContractTests(ITestOutputHelper log)
{
    private static readonly string[] Load = [.. BenchmarkResult.SmallLoad, "--mix", "smallbank"];

    [Fact]
    public async Task Measure_SmallBankInMemory_ReportsDeclined()
    {
        var run = await BenchmarkResult.RunAsync([.. Load, "--skew", "1", "--verbose"]);

        run.AssertPassed();
        Assert.Equal("smallbank", run.At("facts.mix").GetString());
        Assert.Equal(20, run.At("groups").GetInt32());
        Assert.Equal(2, run.At("figures.committed").GetInt64() / 600 / run.At("blocks").GetInt64());
        Prose.AssertNames(run.Result.Output, "transactions/s committed", "declined");
    }

    [Fact]
    public async Task Measure_SmallBankOverPreparedRedis_PassesWithTheBareStore()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load = ["-n", "600", "--grouprange", "20", "20", "--mix", "smallbank",
            .. BenchmarkResult.Store("redis", redis.Endpoint)];

        var prepared = await ProductCall.RunAsync(["-f", "genAccount", .. load, "--run-id", "0a1b2c3d"]);
        var run = await BenchmarkResult.RunAsync(
            [.. load, "--prepared", "0a1b2c3d", "--repeattime", "1", "--ceiling", "on", "--quiet"]);

        Assert.True(prepared.ExitCode == 0, prepared.AllOutput);
        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        run.AssertBareStoreMeasured();
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Fact]
    public async Task Prepared_TransferAccountsForSmallBank_AreRefused()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load = ["-n", "600", "--grouprange", "20", "20", .. BenchmarkResult.Store("redis", redis.Endpoint)];
        await ProductCall.RunAsync(["-f", "genAccount", .. load, "--run-id", "0a1b2c3d"]);

        var run = await BenchmarkResult.RunAsync(
            [.. load, "--mix", "smallbank", "--prepared", "0a1b2c3d", "--quiet"]);

        run.AssertExit(2, 3, 5);
        Assert.Contains("-n, --groups, --mix,", run.Result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_AllDeclined_IsInClaimScreenAndReport()
    {
        await using var redis = await RedisServer.StartAsync();
        using var folder = new TemporaryFolder();
        var contract = folder.Write("none.contract", "contract none\naccount a\na.balance = a.balance / 0\n");
        string[] load =
        [
            "-n", "600", "--rounds", "2", "--warmup", "1", "--blocks", "1", "--contract", contract,
            .. BenchmarkResult.Store("redis", redis.Endpoint),
        ];

        var grouped = await BenchmarkResult.RunAsync(load);
        var dealt = await BenchmarkResult.RunAsync(
            [.. load, "--execute", "store", "--conflicts", "store"]);

        Assert.All([grouped, dealt], run =>
        {
            run.AssertPassed();
            Assert.Equal(1, run.At("figures.declinedShare").GetDouble());
            Assert.Equal(1800, run.At("raw.outcomes")[0].GetProperty("executed").GetInt64());
            Prose.AssertNames(run.At("claim").GetString()!, "100.0 % declined");
            Prose.AssertNames(Prose.Unwrapped(run.Result.Output), "100.0 % declined");
        });
        var reason = grouped.At("outcomes")[0].GetProperty("declined")[0].GetProperty("reason");
        Assert.Equal("division by zero", reason.GetString());
    }

    [Fact]
    public async Task Verify_ChangedContractOrOutcome_IsRefused()
    {
        using var folder = new TemporaryFolder();
        var contract = folder.Write("own.contract", "contract own\naccount a\na.balance += 1\n");
        var report = folder.File("report.json");
        await ProductCall.RunAsync(
            ["-n", "600", "--contract", contract, "--starts", "1", "--json", report, "--quiet"]);
        var text = await File.ReadAllTextAsync(report, ThisTest.Cancelled);

        foreach (var (was, becomes) in new[] { ("+= 1", "+= 2"), ("\"own\",", "\"other\",") })
        {
            Assert.Contains(was, text, StringComparison.Ordinal);
            await File.WriteAllTextAsync(
                report, text.Replace(was, becomes, StringComparison.Ordinal), ThisTest.Cancelled);
            Assert.Equal(4, (await ProductCall.RunAsync(["verify", report])).ExitCode);
        }
    }

    [Theory]
    [InlineData("erc20", "--mode", "multi")]
    [InlineData("swap", "--rate", "20000")]
    [InlineData("transfer", "--load", "hot:3,0.5")]
    [InlineData("counter", "--skew", "1")]
    public async Task Measure_ShippedContract_IsProved(string contract, params string[] options)
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load =
        [
            "-n", "600", "--repeattime", "1", "--warmup", "0", "--lanes", "700", "--contract", contract, .. options,
        ];

        var inMemory = await BenchmarkResult.RunAsync([.. load, "--quiet"]);
        var overRedis = await BenchmarkResult.RunAsync(
            [.. load, .. BenchmarkResult.Store("redis", redis.Endpoint), "--quiet"]);

        Assert.All([inMemory, overRedis], run =>
        {
            run.AssertPassed();
            Assert.Equal(contract, run.At("facts.mix").GetString());
        });
        Assert.Equal("equal", overRedis.At("store.reconciliation").GetString());
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Theory]
    [InlineData("erc20", Held.ReplyAndNextCommands, Strike.Kill)]
    [SlowInlineData("swap", Held.Command, Strike.Kill)]
    [SlowInlineData("smallbank", Held.Command, Strike.Kill)]
    [SlowInlineData("swap", Held.ReplyAndNextCommands, Strike.Stop)]
    [InlineData("smallbank", Held.Command, Strike.Cut)]
    public Task Cluster_WorkerStruckInATransaction_AppliesEachExactlyOnce(string contract, Held held, Strike strike) =>
        ClusterTrial.AssertSurvivesAsync(
            log,
            LoadOf(contract),
            new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 75, held),
            strike,
            "--contract",
            contract);

    [Theory]
    [InlineData("swap")]
    [SlowInlineData("erc20")]
    public Task Cluster_ManagerKilledAndStartedAgain_AppliesEachExactlyOnce(string contract) =>
        ClusterTrial.AssertOutlivesItsManagerAsync(log, LoadOf(contract), "--contract", contract);

    // The markets of swap determine its groups.
    private static ClusterLoad LoadOf(string contract) =>
        contract == "swap" ? ClusterTrial.Narrow with { Groups = 0 } : ClusterTrial.Narrow;
}
