using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Servers;
using Xunit.Abstractions;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>The manager killed in each phase of a run and started anew over the same state folder.</summary>
public sealed class ManagerFaultTests(ITestOutputHelper log)
{
    [Fact]
    public async Task A_manager_killed_in_the_middle_of_a_round_goes_on_with_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var point = AtWorker(700);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(point));

        await KillAndGoOnAsync(trial, point, ClusterTrial.Narrow);
    }

    [SlowFact]
    public async Task A_manager_killed_in_the_warm_up_goes_on_with_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var point = AtWorker(2500);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(point));

        await KillAndGoOnAsync(trial, point, ClusterTrial.Narrow with { Warmup = 3 });
    }

    [SlowTheory]
    [InlineData(1)]
    [InlineData(40)]
    public async Task A_manager_killed_while_it_seeds_seeds_again(int account)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var point = AtManager("SET", account);
        trial.Cluster.ManagerStore.Arm(point);

        await KillAndGoOnAsync(trial, point, ClusterTrial.Narrow);
    }

    [SlowFact]
    public async Task A_manager_killed_between_two_rounds_goes_on_with_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var point = trial.BetweenRounds();
        trial.Cluster.ManagerStore.Arm(point);

        await KillAndGoOnAsync(trial, point, ClusterTrial.Narrow);
    }

    [Fact]
    public async Task A_manager_killed_in_the_final_comparison_goes_on_with_the_run()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var point = AtManager("GET", 10);
        trial.Cluster.ManagerStore.Arm(point);

        await KillAndGoOnAsync(trial, point, ClusterTrial.Narrow);
    }

    [SlowTheory]
    [InlineData(1)]
    [InlineData(10)]
    public async Task A_manager_killed_while_it_cleans_up_has_the_report_still_and_removes_the_rest(int account)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var cut = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 300, Held.Command);
        var point = AtManager("DEL", account);
        trial.Cluster.Workers[0].Store.Arm(cut);
        trial.Cluster.ManagerStore.Arm(point);
        using var program = trial.Submit(ClusterTrial.Narrow);
        (await trial.ReachedAsync(cut, program)).Cut();
        await trial.ReachedAsync(point, program);
        trial.Cluster.Workers[0].Store.LetGo();
        await trial.Cluster.KillManagerAsync();
        trial.Cluster.ManagerStore.LetGo();
        await trial.Cluster.StartManagerAsync();

        // The kill came after the last figure and the last proof: what is told is the cut connection of before.
        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, "closed|timeout");
        Assert.Contains("going on with it", trial.Cluster.Logs, StringComparison.Ordinal);
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task A_late_write_of_a_killed_manager_that_seeded_never_gives_a_wrong_figure()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, redis);
        var seeding = AtManager("SET", 5);
        trial.Cluster.ManagerStore.Arm(seeding);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(seeding, program);
        var running = AtWorker(1000);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(running));

        await trial.Cluster.KillManagerAsync();
        await trial.Cluster.StartManagerAsync();
        var stopped = await trial.ReachedAsync(running, program);
        trial.Cluster.ManagerStore.LetGo();
        stopped.LetGo();

        // The store now holds opening balances where the run had gone on: nobody may take the result for right.
        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertFailed(run, "accounts are not what a sequential replay says", "is below the amount", "the store has no value");
        await trial.AssertNothingLeftAsync();
    }

    private static StopPoint AtWorker(int number) => new(command => command.Verb is "GET" && command.Version >= 0, number, Held.Command);

    private static StopPoint AtManager(string verb, int number) =>
        new(command => string.Equals(command.Verb, verb, StringComparison.Ordinal) && command.Version >= 0, number, Held.Command);

    private static async Task KillAndGoOnAsync(ClusterTrial trial, StopPoint point, ClusterLoad load)
    {
        using var program = trial.Submit(load);
        var stopped = await trial.ReachedAsync(point, program);
        await trial.Cluster.KillManagerAsync();
        stopped.LetGo();
        await trial.Cluster.StartManagerAsync();

        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, load, "manager");
        await trial.AssertNothingLeftAsync();
    }
}
