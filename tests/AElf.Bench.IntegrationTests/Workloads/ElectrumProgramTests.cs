using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>The Electrum workload in memory, over Redis, in a folder and in a cluster.</summary>
public sealed class ElectrumProgramTests(ITestOutputHelper log)
{
    private static readonly string[] Short =
        ["--repeattime", "1", "--warmup", "0", "--blocks", "1", "--ceiling", "off", "--quiet"];

    private static readonly string[] Small =
    [
        "electrum", "--wallet", "150", "--chain-height", "180", "--block-transactions", "10", .. Short,
    ];

    [Fact]
    public async Task Electrum_AllEngines_AreComparedInThePublishedForm()
    {
        var run = await BenchmarkResult.RunAsync([.. Small, "--engines", "all"]);
        log.WriteLine(run.ToString());

        run.AssertExit(0);
        Assert.Contains("  refresh  addrindexrs ", run.Result.Output, StringComparison.Ordinal);
        using var report = JsonDocument.Parse(run.Json!);
        var runs = report.RootElement.GetProperty("runs").EnumerateArray().ToList();
        Assert.Equal(2 * IndexEngines.Names.Count, runs.Count);
        Assert.All(runs, each => Assert.True(BenchmarkResult.IsClean(each)));
        Assert.All(
            runs,
            each => Assert.Equal(
                each.GetProperty("workload").GetProperty("items").GetInt64(),
                each.GetProperty("audit").GetProperty("accountsCompared").GetInt64()));

        // The designs differ: electrs 0.9 reads blocks again, electrs reads only transactions, esplora stores each
        // transaction itself.
        Assert.InRange(Fact(runs, "electrs-0.9", "initial", "blockBytesRead"), 1, long.MaxValue);
        Assert.Equal(0, Fact(runs, "electrs", "initial", "blockBytesRead"));
        Assert.InRange(Fact(runs, "electrs", "initial", "transactionBytesRead"), 1, long.MaxValue);
        Assert.Equal(0, Fact(runs, "fulcrum", "initial", "blockBytesRead"));
        Assert.Equal(0, Fact(runs, "esplora", "refresh", "nodeTransactions"));
        Assert.Equal(
            Fact(runs, "fulcrum", "refresh", "walletTransactions"),
            Fact(runs, "fulcrum", "refresh", "nodeTransactions"));
    }

    [Fact]
    public async Task Electrum_IndexInRedis_CountsAgreeAndItIsRemoved()
    {
        await using var redis = await RedisServer.StartAsync();
        var run = await BenchmarkResult.RunAsync(
            [
                .. Small, "--engines", "esplora", "--test", "refresh",
                .. BenchmarkResult.Store("redis", redis.Endpoint),
            ]);
        log.WriteLine(run.ToString());

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Fact]
    public async Task Electrum_IndexBehindTwemproxy_IsOnItsShardsAndRemoved()
    {
        await using var one = await RedisServer.StartAsync();
        await using var other = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([one.Endpoint, other.Endpoint]);
        var run = await BenchmarkResult.RunAsync(
            [
                .. Small, "--engines", "electrs", "--test", "initial",
                .. BenchmarkResult.Store("twemproxy", proxy.Endpoint, one.Endpoint, other.Endpoint),
            ]);
        log.WriteLine(run.ToString());

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal("*0\r\n", await one.AskAsync("KEYS", "*"));
        Assert.Equal("*0\r\n", await other.AskAsync("KEYS", "*"));
    }

    [Fact]
    public async Task Electrum_IndexesInAFolder_AreBuiltAskedAndRemoved()
    {
        using var folder = new TemporaryFolder();
        var run = await BenchmarkResult.RunAsync(
            [
                .. Small, "--engines", "electrumx", "--test", "initial",
                "--store", $"rocksdb:{folder.Path}",
            ]);

        run.AssertPassed();
        Assert.Equal("rocksdb", run.At("store.client").GetString());
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    public async Task Chain_OfARealNode_IsReadFromFilesAndFromTheNode()
    {
        await using var node = await LitecoinNode.StartAsync();
        for (var address = 0; address < 8; address++)
        {
            await node.CallAsync("generatetoaddress", 15, await node.TextAsync("getnewaddress", "", "bech32"));
        }

        using var folder = new TemporaryFolder();
        var login = folder.Write("login", $"{LitecoinNode.User}:{LitecoinNode.Password}");
        string[] ofNode = ["--network", "litecoin-regtest", "--wallet", "8", .. Short];
        string[][] places =
            [["--chain", node.BlockFolder], ["--chain", $"http://127.0.0.1:{node.Port}/", "--chain-login", login]];
        foreach (var place in places)
        {
            var run = await BenchmarkResult.RunAsync(
                ["electrum", .. place, .. ofNode, "--engines", "electrs", "--test", "refresh"]);
            log.WriteLine(run.ToString());
            run.AssertPassed();
            Assert.Equal(8, run.At("facts.addresses").GetInt32());
            Assert.Equal(121, run.At("facts.chainTransactions").GetInt32());
        }

        var many = await ProductCall.RunAsync(
            ["electrum", .. places[0], .. ofNode, "--wallets", "2", "--engines", "electrs"]);
        Assert.Equal(1, many.ExitCode);
        Prose.AssertNames(many.Error, "9 scripts", "16");
    }

    [Fact]
    public async Task Electrum_ClusterOverBlockFiles_AnswersRightAfterKills()
    {
        using var folder = new TemporaryFolder();
        var chain = folder.File("blocks");
        using (var writer = new BlockFileWriter(chain, ChainNetwork.BitcoinRegtest))
        {
            Array.ForEach(TestChains.Of(seed: 2).Take(130), block => writer.Append(block));
        }

        await using var redis = await RedisServer.StartAsync();
        await using var cluster = await StartAsync(redis);
        string[] ofCluster = ["--manager", cluster.Entrance.ToString(), .. Short];
        var run = await BenchmarkResult.RunAsync(
            ["electrum", "--chain", chain, "--wallet", "30", "--test", "refresh", .. ofCluster]);
        log.WriteLine(run.ToString());
        await AssertProvedAsync(run, redis);

        var login = folder.Write("login", "user:canary-51");
        var refused = await ProductCall.RunAsync(
            ["electrum", "--chain", "http://127.0.0.1:1/", "--chain-login", login, .. ofCluster]);
        Assert.NotEqual(0, refused.ExitCode);
        Prose.AssertNames(refused.Error, "--chain", "cluster", "node");
        Assert.DoesNotContain("canary", refused.AllOutput, StringComparison.Ordinal);

        // A restarted manager resumes the run.
        await AssertProvedAfterAsync(cluster, redis, async _ =>
        {
            await cluster.KillManagerAsync();
            await cluster.StartManagerAsync();
        });

        // A killed worker loses no answer.
        await AssertProvedAfterAsync(cluster, redis, worker => worker.KillAsync());
        Assert.Empty(await cluster.EndAsync());
    }

    [Fact]
    public async Task Electrum_UnknownVerb_IsRefused()
    {
        var run = await ProductCall.RunAsync("electrum", "serv");

        Assert.Equal(1, run.ExitCode);
        Prose.AssertNames(run.Error, "'serv'", "did you mean serve?", "growth, race, preset");
    }

    private static long Fact(List<JsonElement> runs, string engine, string test, string name) => runs
        .Select(run => run.GetProperty("facts"))
        .Single(run => run.GetProperty("engine").ValueEquals(engine) && run.GetProperty("test").ValueEquals(test))
        .GetProperty(name).GetInt64();

    private static Task<ClusterProcesses> StartAsync(RedisServer redis) => ClusterProcesses.StartAsync(
        new ClusterProcessesOptions(
            AElfPrograms.Beside(AppContext.BaseDirectory) with { Word = "electrum" }, "redis", redis.Endpoint)
        {
            StoreArguments = WorkerStrike.StoreArguments,
        });

    private IProductRun Submit(ClusterProcesses cluster) => BenchmarkResult.Call(
        log,
        [
            .. Small, "--engines", "fulcrum", "--test", "refresh",
            "--manager", cluster.Entrance.ToString(),
        ]);

    private async Task AssertProvedAfterAsync(
        ClusterProcesses cluster, RedisServer redis, Func<ClusterWorker, Task> strikeAsync)
    {
        using var strike = new WorkerStrike(cluster, commands: 40);
        using var program = Submit(cluster);
        await strike.AsSoonAsUnderWayAsync(program, strikeAsync);
        await AssertProvedAsync(await BenchmarkResult.EndOfAsync(log, program, () => cluster.Logs), redis);
    }

    private static async Task AssertProvedAsync(BenchmarkResult run, RedisServer redis)
    {
        run.AssertExit(0, 5);
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(run.At("figures.offered").GetInt64(), run.At("figures.committed").GetInt64());
        Assert.DoesNotContain("mismatch", run.At("store.reconciliation").GetString(), StringComparison.Ordinal);
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }
}
