using AElf.Bench.IntegrationTests.Cluster.Faults;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Workloads;

/// <summary>
/// SmallBank through the programs of the product: in memory, over Redis, on a cluster, struck by faults.
/// </summary>
public sealed class SmallBankTests(ITestOutputHelper log)
{
    private static readonly ProductProcessOptions Options = new();

    private static readonly string[] Load = [.. BenchmarkResult.SmallLoad, "--mix", "smallbank"];

    [Fact]
    public async Task SmallBank_is_measured_in_memory_with_what_it_did_to_the_money()
    {
        var run = await BenchmarkResult.RunAsync([.. Load, "--skew", "1", "--verbose"]);

        run.AssertPassed();
        Assert.Equal("smallbank", run.At("facts.mix").GetString());
        Assert.Equal(20, run.At("groups").GetInt32());
        Assert.Equal(2, run.At("figures.committed").GetInt64() / 600 / run.At("blocks").GetInt64());
        Prose.AssertNames(run.Result.Output, "transactions/s committed", "declined");
    }

    [Fact]
    public async Task SmallBank_is_measured_over_Redis_on_accounts_that_were_prepared_with_its_ceiling()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load = ["-n", "600", "--grouprange", "20", "20", "--mix", "smallbank",
            .. BenchmarkResult.Store("redis", redis.Endpoint)];

        var prepared = await ProductProcess.RunAsync(Options, ["-f", "genAccount", .. load, "--run-id", "0a1b2c3d"]);
        var run = await BenchmarkResult.RunAsync(
            Options, [.. load, "--prepared", "0a1b2c3d", "--repeattime", "2", "--warmup", "1", "--quiet"]);

        Assert.True(prepared.ExitCode == 0, prepared.AllOutput);
        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        run.AssertBareStoreMeasured();
        Assert.Equal("*0\r\n", await redis.AskAsync("KEYS", "*"));
    }

    [Fact]
    public async Task Accounts_of_transfers_are_not_taken_for_those_of_SmallBank()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] load = ["-n", "600", "--grouprange", "20", "20", .. BenchmarkResult.Store("redis", redis.Endpoint)];
        await ProductProcess.RunAsync(Options, ["-f", "genAccount", .. load, "--run-id", "0a1b2c3d"]);

        var run = await BenchmarkResult.RunAsync(
            Options, [.. load, "--mix", "smallbank", "--prepared", "0a1b2c3d", "--quiet"]);

        run.AssertExit(2, 3, 5);
        Assert.Contains("-n, --groups, --mix,", run.Result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task SmallBank_is_measured_by_a_cluster_that_the_program_starts()
    {
        var run = await BenchmarkResult.RunAsync(
            Options, ["scenario", "cluster", "--servers", "2", "--processes", "1", .. Load]);

        run.AssertPassed();
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal("smallbank", run.At("facts.mix").GetString());
    }

    [Theory]
    [InlineData(Held.ReplyAndNextCommands, Strike.Kill)]
    [SlowInlineData(Held.Command, Strike.Kill)]
    [SlowInlineData(Held.ReplyAndNextCommands, Strike.Stop)]
    [InlineData(Held.Command, Strike.Cut)]
    public async Task A_worker_struck_inside_a_transaction_costs_nothing_but_time(Held held, Strike strike)
    {
        await using var trial = await ClusterTrial.StartAsync(
            log, strike is Strike.Cut ? [] : [ClusterTrial.FirstWorker], noticesSilence: strike is Strike.Stop);
        var worker = trial.Cluster.Workers[0];
        var stop = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 75, held);
        worker.Store.Arm(stop);
        using var program = trial.Submit(ClusterTrial.Narrow, "--mix", "smallbank");

        await trial.ReachedAsync(stop, program);
        await trial.StrikeAsync(worker, strike);

        var run = await trial.AssertEndsDegradedAsync(
            program, ClusterTrial.Narrow, strike == Strike.Cut ? "closed|timeout" : "worker");
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
    }

    [Fact]
    public async Task A_manager_that_is_killed_and_started_again_goes_on_with_the_bank()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        using var program = trial.Submit(ClusterTrial.Narrow, "--mix", "smallbank");
        await trial.UnderWayAsync(program);

        await trial.Cluster.KillManagerAsync();
        await trial.Cluster.StartManagerAsync();

        await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
    }
}
