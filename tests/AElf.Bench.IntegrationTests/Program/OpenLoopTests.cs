using AElf.Bench.IntegrationTests.Cluster.Programs;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Open-loop runs over real servers.</summary>
public sealed class OpenLoopTests(ITestOutputHelper log)
{
    private const double PauseMs = 1000;

    // 2,000 transfers per second in 20 groups for 3 s. In a pause of 1 s, 2,000 transfers are due and 20 are in flight.
    private static readonly string[] ThreeSeconds =
    [
        "-n", "6000", "--grouprange", "20", "20", "--rate", "2000", "--blocks", "1", "--repeattime", "1", "--warmup",
        "0", "--ceiling", "off",
    ];

    [Theory]
    [InlineData("pipelined")]
    [SlowInlineData("stackexchange")]
    public async Task OpenLoop_StorePauses_ShowsInLatencyFromTheSchedule(string client)
    {
        await using var redis = await RedisServer.StartAsync();
        string[] words =
        [
            .. ThreeSeconds, "--client", client, "--timeout", "60000",
            .. BenchmarkResult.Store("redis", redis.Endpoint),
        ];
        using var program = BenchmarkResult.Start(log, new ProductProcessOptions(), words);
        await PauseInMidRunAsync(redis, program);

        var run = await BenchmarkResult.EndOfAsync(program, words);
        log.WriteLine(run.ToString());

        run.AssertPassed();
        Assert.Equal(6000, run.At("openLoop.latencyUs.count").GetInt64());
        AssertShowsThePause(run);
    }

    [Fact]
    public async Task OpenLoop_ClusterStorePauses_ShowsInLatencyFromTheSchedule()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync("--workers", "2", "--timeout", "60000");
        await trio.StartWorkerAsync("--timeout", "60000");
        await trio.StartWorkerAsync("--timeout", "60000");
        var report = trio.Folder.File("report.json");
        var program = trio.Benchmark([.. ThreeSeconds, "--lanes", "8", "--json", report]);
        await PauseInMidRunAsync(trio.Redis, program);

        var result = await program.WaitForExitAsync();
        var run = new BenchmarkResult(result, await File.ReadAllTextAsync(report, ThisTest.Cancelled), "--manager");
        log.WriteLine(run.ToString());

        run.AssertPassed();
        Assert.Equal(6000, run.At("openLoop.latencyUs.count").GetInt64());
        Assert.Equal(2, run.At("workers").GetArrayLength());
        AssertShowsThePause(run);
    }

    [Theory]
    [InlineData("poisson:3000")]
    [InlineData("ramp:500..3500")]
    [InlineData("step:1000,4000")]
    public async Task OpenLoop_EachSchedule_CommitsAll(string rate)
    {
        var run = await BenchmarkResult.RunAsync(
            "-n", "900", "--grouprange", "30", "30", "--repeattime", "2", "--warmup", "1", "--rate", rate, "--quiet");

        run.AssertPassed();
        Assert.Equal(rate, run.At("openLoop.rate").GetString());
        Assert.Equal(CommittedInCountedRounds(run), run.At("openLoop.latencyUs.count").GetInt64());
        Assert.True(run.At("figures.committed").GetInt64() >= 2 * 900, "fewer than two rounds");
        Assert.Contains($"open loop at {rate} per second", run.At("claim").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rate_NotReachable_IsReported()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
        [
            "-n", "20000", "--grouprange", "20", "20", "--rate", "50000000", "--blocks", "1", "--repeattime", "1",
            "--warmup", "0", "--ceiling", "off", .. BenchmarkResult.Store("redis", redis.Endpoint),
        ]);

        run.AssertPassed();
        Assert.False(run.At("openLoop.isReached").GetBoolean());
        Assert.Contains("NOT REACHED", run.At("claim").GetString(), StringComparison.Ordinal);
        Assert.Contains("the rate was not reached", run.Result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task OpenLoop_MoreGroupsThanLanes_IsRefusedWithTheLanesNeeded()
    {
        var run = await BenchmarkResult.RunAsync(
            "-n", "600", "--grouprange", "100", "100", "--actors", "2", "--lanes", "8", "--rate", "1000");

        run.AssertExit(1);
        Prose.AssertNames(run.Result.Error, "--rate", "100 groups", "2 actors", "8 lanes", "--lanes 50");
    }

    [Fact]
    public async Task OpenLoop_PercentileFiles_AreWrittenForBothLatencies()
    {
        using var program = BenchmarkResult.Start(
            log,
            new ProductProcessOptions(),
            "-n", "600", "--grouprange", "20", "20", "--rate", "2000", "--repeattime", "1", "--warmup", "0", "--hgrm",
            "waits.hgrm");
        (await BenchmarkResult.EndOfAsync(program)).AssertPassed();

        Assert.All(
            ["waits.hgrm", "waits-sending.hgrm"],
            file => Assert.StartsWith(
                "       Value", File.ReadAllText(Path.Combine(program.Home, file)), StringComparison.Ordinal));
    }

    /// <summary>Transfers in the rounds that the latency covers: the undisturbed rounds, or all if none is.</summary>
    private static long CommittedInCountedRounds(BenchmarkResult run)
    {
        var rounds = run.At("rounds").EnumerateArray().ToList();
        var quiet = rounds.FindAll(
            round => !round.TryGetProperty("processors", out var use) || !use.GetProperty("isDisturbed").GetBoolean());
        return (quiet.Count > 0 ? quiet : rounds).Sum(round => round.GetProperty("committed").GetInt64());
    }

    /// <summary>Pauses the store for one second during the round.</summary>
    private static async Task PauseInMidRunAsync(RedisServer redis, ProductProcess program)
    {
        await using var witness = await redis.ConnectAsync();
        await Wait.UntilAsync(
            async () => await CommandStatistics.ReadsAsync(witness) > 1000,
            () => $"reads of transfers: {program.Output}{program.Error}");
        await witness.AskAsync("CLIENT", "PAUSE", $"{PauseMs:0}");
    }

    private static void AssertShowsThePause(BenchmarkResult run)
    {
        var intended = run.At("openLoop.latencyUs.p99").GetDouble() / 1000;
        var sending = run.At("latencyUs.p99").GetDouble() / 1000;
        Assert.True(intended > PauseMs / 2, $"{intended} ms. {run}");
        Assert.True(sending < intended / 3, $"{sending} ms from sending, {intended} ms from the start. {run}");
        Assert.InRange(run.At("openLoop.lateShare").GetDouble(), 0.1, 1);
    }
}
