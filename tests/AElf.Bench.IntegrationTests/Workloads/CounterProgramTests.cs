using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>
/// The counter workload of the test kit through benchmark, manager and worker: options, runs, report, cluster, faults.
/// The audit compares each counter with its expected number of increments.
/// </summary>
public sealed class CounterProgramTests(ITestOutputHelper log)
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, "AElf.Bench.CounterPrograms.dll");

    internal static readonly ProductProcessOptions Options = new()
    {
        Program = Program,
    };

    private static readonly string[] Load =
    [
        "--counters", "60", "--increments", "20", "--repeattime", "1", "--warmup", "0", "--lanes", "1",
        "--ceiling", "off", "--quiet",
    ];

    [Fact]
    public async Task Help_OtherWorkload_NamesItsItems()
    {
        var help = await ProductProcess.RunAsync(Options, "--help");

        Assert.Equal(0, help.ExitCode);
        Prose.AssertNames(help.Output, "increments of counters", "--counters 200", "--increments 50", "--rounds 5");
        Assert.DoesNotContain("--groups", help.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Measure_CountersInMemory_Passes()
    {
        var run = await BenchmarkResult.RunAsync(
            new CounterWorkloadType(),
            "--counters", "300", "--increments", "20", "--repeattime", "3", "--warmup", "0", "--quiet", "--verbose");

        run.AssertPassed();
        Assert.Equal(18_000, run.At("figures.committed").GetInt64());
        Prose.AssertNames(run.Result.Output, "increments/s committed", "of each counter");
    }

    [Fact]
    public async Task Measure_PreparedCountersOverRedis_PassesWithTheBareStore()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load = ["--counters", "200", "--increments", "30", .. BenchmarkResult.Store("redis", redis.Endpoint)];

        var prepared = await ProductCall.RunAsync(
            new CounterWorkloadType(), ["-f", "genAccount", .. load, "--run-id", "0a1b2c3d"]);
        var run = await BenchmarkResult.RunAsync(
            new CounterWorkloadType(),
            [.. load, "--prepared", "0a1b2c3d", "--repeattime", "1", "--ceiling", "on", "--quiet"]);

        Prose.AssertNames(prepared.Output, "--prepared 0a1b2c3d", "--counters", "--increments", "--seed");
        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        run.AssertBareStoreMeasured();
        await AssertEmptyAsync(redis);
    }

    [Fact]
    public async Task Cluster_Counters_RefuseTransfersAndSurviveKills()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var cluster = await StartAsync(redis);
        await AssertTransfersRefusedAsync(cluster);

        using var whole = Submit(cluster);
        var measured = await EndAsync(cluster, whole);
        measured.AssertPassed();
        Assert.Equal("equal", measured.At("store.reconciliation").GetString());
        await AssertEmptyAsync(redis);

        // A restarted manager resumes the run.
        await AssertProvedAfterAsync(cluster, async _ =>
        {
            await cluster.KillManagerAsync();
            await cluster.StartManagerAsync();
        });
        await AssertEmptyAsync(redis);

        // A killed worker loses no increment and adds none.
        var struck = await AssertProvedAfterAsync(cluster, worker => worker.KillAsync());
        Assert.Equal("worker", Kinds(struck));
        await AssertEmptyAsync(redis);
        Assert.Empty(await cluster.EndAsync());
    }

    private static async Task AssertTransfersRefusedAsync(ClusterProcesses cluster)
    {
        var run = await BenchmarkResult.RunAsync(
            "-n", "600", "--grouprange", "20", "20",
            "--manager", cluster.Entrance.ToString());

        run.AssertExit(1);
        Assert.Contains("'Workload.Transfers'", run.Result.Error, StringComparison.Ordinal);
    }

    private static Task<ClusterProcesses> StartAsync(RedisServer redis) => ClusterProcesses.StartAsync(
        new ClusterProcessesOptions(
            new AElfPrograms(AElfPrograms.DotnetHost(), Program, Program), "redis", redis.Endpoint)
        {
            IsOneProgram = true,
            StoreArguments = WorkerStrike.StoreArguments,
        });

    private IProductRun Submit(ClusterProcesses cluster)
    {
        log.WriteLine(string.Join(' ', Load));
        return BenchmarkResult.Call(new CounterWorkloadType(), [.. Load, "--manager", cluster.Entrance.ToString()]);
    }

    private async Task<BenchmarkResult> AssertProvedAfterAsync(
        ClusterProcesses cluster, Func<ClusterWorker, Task> strikeAsync)
    {
        using var strike = new WorkerStrike(cluster, commands: 50);
        using var program = Submit(cluster);
        await strike.AsSoonAsUnderWayAsync(program, strikeAsync);
        var run = await EndAsync(cluster, program);
        AssertProved(run);
        return run;
    }

    private async Task<BenchmarkResult> EndAsync(ClusterProcesses cluster, IProductRun program)
    {
        try
        {
            var run = await BenchmarkResult.EndOfAsync(program);
            log.WriteLine(run.ToString());
            return run;
        }
        finally
        {
            log.WriteLine(cluster.Logs);
        }
    }

    private static void AssertProved(BenchmarkResult run)
    {
        run.AssertExit(0, 5);
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(0, run.At("audit.accountsWrong").GetInt32());
        Assert.Equal(60 * 20, run.At("figures.committed").GetInt64());
        Assert.DoesNotContain("mismatch", run.At("store.reconciliation").GetString(), StringComparison.Ordinal);
    }

    private static string Kinds(BenchmarkResult run) =>
        string.Join(' ', run.At("faults").EnumerateArray().Select(fault => fault.GetProperty("kind").GetString()));

    private static async Task AssertEmptyAsync(RedisServer redis) =>
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
}
