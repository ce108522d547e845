using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Faults of the connections of workers and benchmarks to the manager.</summary>
public sealed class WireFaultTests(ITestOutputHelper log)
{
    [SlowTheory]
    [InlineData(Strike.Kill)]
    [InlineData(Strike.Stop)]
    [InlineData(Strike.Cut)]
    public async Task Grant_LostOnItsWay_IsRepeated(Strike strike)
    {
        await using var trial = await StartAsync(Struck(strike));
        var worker = trial.Cluster.Workers[0];
        worker.Manager.HoldToClient();
        using var program = trial.Submit(ClusterTrial.Narrow);
        await GrantedAsync(trial, worker);

        await StrikeWireAsync(trial, worker, strike);

        await AssertDegradedAsync(trial, program, "worker");
    }

    [SlowFact]
    public async Task SlowConnection_WorkIsSentOnceAndMeasurementsAreReported()
    {
        // Both workers get equal shares. The slow wire needs many heartbeat intervals for its share.
        var load = new ClusterLoad(100_000, 200, Rounds: 1, Lanes: 128);
        await using var trial = await StartAsync([]);
        var (slow, other) = (trial.Cluster.Workers[0].Manager, trial.Cluster.Workers[1].Manager);
        slow.SlowToClient(150_000);
        using var program = trial.Submit(load);

        var run = await trial.EndOfAsync(program);

        log.WriteLine($"{slow.PassedToClient} bytes over the slow wire, {other.PassedToClient} over the other");
        run.AssertExit(0);
        ClusterTrial.AssertProved(run, load);
        Assert.Equal("equal", run.At("store.reconciliation").GetString());

        // On a busy machine the wire can stall for some heartbeat intervals.
        Assert.InRange(slow.PassedToClient, 1, 3 * other.PassedToClient);
        await trial.AssertNothingLeftAsync();
    }

    [Fact]
    public Task Done_LostWithTheConnection_IsNotCountedAndItsWorkIsDoneOnce() =>
        LoseDoneAsync(Strike.Cut);

    [SlowTheory]
    [InlineData(Strike.Kill)]
    [InlineData(Strike.Stop)]
    public Task Done_LostWithTheWorker_IsNotCountedAndItsWorkIsDoneOnce(Strike strike) =>
        LoseDoneAsync(strike);

    [SlowFact]
    public async Task Done_AfterItsWorkWasGrantedToAnother_IsNotCounted()
    {
        await using var trial = await StartAsync([]);
        var worker = trial.Cluster.Workers[0];
        using var program = trial.Submit(ClusterTrial.Wide);
        await trial.UnderWayAsync(program);
        worker.Manager.HoldToServer();
        await trial.Cluster.WaitForEventAsync("lost");
        await trial.Cluster.WaitForEventAsync("again");
        worker.Manager.Heal();
        await trial.Cluster.WaitForMembersAsync(2);

        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Wide, "worker");
    }

    [SlowFact]
    public async Task Manager_UnreachableBeyondTheDeadline_GetsItsWorkersBack()
    {
        await using var trial = await StartAsync([]);
        using var program = trial.Submit(ClusterTrial.Wide);
        await trial.UnderWayAsync(program);
        foreach (var worker in trial.Cluster.Workers)
        {
            worker.Manager.HoldToServer();
            worker.Manager.HoldToClient();
        }

        await trial.Cluster.WaitForMembersAsync(0);
        foreach (var worker in trial.Cluster.Workers)
        {
            worker.Manager.Heal();
        }

        await trial.Cluster.WaitForMembersAsync(2);
        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Wide, "worker");
    }

    [SlowTheory]
    [InlineData(0, Strike.Kill)]
    [InlineData(0, Strike.Stop)]
    [InlineData(0, Strike.Cut)]
    [InlineData(1, Strike.Kill)]
    [InlineData(1, Strike.Stop)]
    [InlineData(1, Strike.Cut)]
    public async Task Worker_StruckDuringJoin_DoesNoHarm(int answers, Strike strike)
    {
        await using var trial = await StartAsync([ClusterTrial.FirstWorker]);
        var worker = trial.Cluster.Workers[0];
        await worker.KillAsync();
        await trial.Cluster.WaitForMembersAsync(1);
        worker.Manager.HoldToClient(answers);
        await worker.StartAsync();
        await Wait.UntilAsync(() => worker.Manager.Stopped > 0, "an answer of the manager to the worker");
        await StrikeAsync(worker, strike);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await Wait.UntilAsync(() => trial.Cluster.Workers[1].Store.Commands > 1000, "commands of the other worker");
        worker.Manager.Heal();
        if (strike == Strike.Stop)
        {
            worker.Continue();
        }

        await trial.Cluster.WaitForMembersAsync(strike == Strike.Kill ? 1 : 2);
        await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
    }

    [SlowFact]
    public async Task Worker_JoinsDuringARound_WorksOnIt()
    {
        await using var trial = await StartAsync([ClusterTrial.FirstWorker]);
        var worker = trial.Cluster.Workers[0];
        await worker.KillAsync();
        await trial.Cluster.WaitForMembersAsync(1);
        worker.Manager.Part();
        await worker.StartAsync();
        using var program = trial.Submit(ClusterTrial.Wide);
        await Wait.UntilAsync(() => trial.Cluster.Workers[1].Store.Commands > 1000, "commands of the other worker");
        worker.Manager.Heal();
        await trial.Cluster.WaitForMembersAsync(2);

        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Wide, "joined");
    }

    [SlowFact]
    public Task Worker_KilledBetweenTwoRounds_IsReportedAndTheOthersMakeTheNext() =>
        StrikeBetweenRoundsAsync(Strike.Kill);

    [SlowTheory]
    [InlineData(Strike.Stop)]
    [InlineData(Strike.Cut)]
    public Task Worker_AwayBetweenTwoRounds_IsNotAFault(Strike strike) =>
        StrikeBetweenRoundsAsync(strike);

    [SlowTheory]
    [InlineData(Strike.Kill)]
    [InlineData(Strike.Stop)]
    [InlineData(Strike.Cut)]
    public async Task Worker_StruckWhileTheRunCloses_DoesNoHarm(Strike strike)
    {
        await using var trial = await StartAsync(Struck(strike));
        var comparing = new StopPoint(command => command.Verb is "GET" && command.Version >= 0, 1, Held.Command);
        trial.Cluster.ManagerStore.Arm(comparing);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(comparing, program);

        await StrikeWireAsync(trial, trial.Cluster.Workers[0], strike, again: false);
        trial.Cluster.ManagerStore.LetGo();

        await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
    }

    [Fact]
    public async Task Benchmark_ManagerLostDuringTheRun_GetsTheReport()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis, []), redis);
        using var program = await trial.SubmitHeldAsync(ClusterTrial.Narrow);
        trial.Cluster.Front.Part();
        await Wait.UntilAsync(
            () => program.Error.Contains("lost the connection", StringComparison.Ordinal),
            "the message of the benchmark about the lost connection");
        trial.Cluster.Workers[0].Store.LetGo();
        trial.Cluster.Front.Heal();

        var run = await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
        run.AssertPassed();
        Assert.True(trial.Cluster.Front.Accepted > 1, "it did not reconnect");
    }

    [SlowFact]
    public async Task Report_LostOnItsWay_IsFetchedAgain()
    {
        await using var trial = await StartAsync([]);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.UnderWayAsync(program);
        trial.Cluster.Front.HoldToClient();
        await trial.Cluster.WaitForAsync(status => status.Run is null, "no run");
        trial.Cluster.Front.Cut();
        trial.Cluster.Front.Heal();

        var run = await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
        run.AssertPassed();
        Assert.True(trial.Cluster.Front.Accepted > 1, "it did not reconnect");
    }

    /// <summary>A store time-out that is longer than a test holds a command.</summary>
    private static ClusterProcessesOptions Patient(RedisServer redis, IReadOnlyList<string> struck) =>
        ClusterTrial.OptionsOver(redis, struck) with
        {
            HasRelays = true,
            StoreArguments = ["--timeout", "30000"],
        };

    private static string[] Struck(Strike strike) => strike is Strike.Cut ? [] : [ClusterTrial.FirstWorker];

    private Task<ClusterTrial> StartAsync(IReadOnlyList<string> struck) =>
        ClusterTrial.StartAsync(log, struck, noticesSilence: true, hasRelays: true);

    private static Task GrantedAsync(ClusterTrial trial, ClusterWorker worker) => trial.Cluster.WaitForAsync(
        status => status.Workers.Any(
            member => string.Equals(member.Name, worker.Name, StringComparison.Ordinal) && member.Grants > 0),
        $"a grant of {worker.Name}");

    private static async Task StrikeAsync(ClusterWorker worker, Strike strike)
    {
        switch (strike)
        {
            case Strike.Kill:
                await worker.KillAsync();
                break;
            case Strike.Stop:
                worker.Stop();
                break;
            default:
                worker.Manager.Cut();
                break;
        }
    }

    /// <summary>
    /// Strikes a worker whose wire to the manager is held. Heals the wire after the manager has lost the worker.
    /// </summary>
    private static async Task StrikeWireAsync(
        ClusterTrial trial, ClusterWorker worker, Strike strike, bool again = true)
    {
        await StrikeAsync(worker, strike);
        await trial.Cluster.WaitForEventAsync("lost");
        if (again)
        {
            await trial.Cluster.WaitForEventAsync("again");
        }

        worker.Manager.Heal();
        if (strike == Strike.Stop)
        {
            worker.Continue();
        }

        await trial.Cluster.WaitForMembersAsync(strike == Strike.Kill ? 1 : 2);
    }

    private static async Task AssertDegradedAsync(ClusterTrial trial, IProductRun program, string fault)
    {
        var run = await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, fault);
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
    }

    private async Task LoseDoneAsync(Strike strike)
    {
        await using var trial = await StartAsync(Struck(strike));
        var worker = trial.Cluster.Workers[0];

        // A group of 50 transfers makes 100 writes. Soon after the 90th, the worker sends a Done.
        var nearTheEnd = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 90, Held.Command);
        worker.Store.Arm(nearTheEnd);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(nearTheEnd, program);
        worker.Manager.HoldToServer();
        var before = worker.Store.Commands;
        worker.Store.LetGo();
        await Wait.UntilAsync(() => worker.Store.Commands > before + 60, "the worker to end a group");
        await StrikeWireAsync(trial, worker, strike);

        await AssertDegradedAsync(trial, program, "worker");
    }

    private async Task StrikeBetweenRoundsAsync(Strike strike)
    {
        await using var redis = await RedisServer.StartAsync();

        // The held read of the counters keeps the manager between the rounds until the worker is back.
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis, Struck(strike)), redis);
        var between = trial.BetweenRounds();
        trial.Cluster.ManagerStore.Arm(between);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(between, program);
        await StrikeWireAsync(trial, trial.Cluster.Workers[0], strike, again: false);
        trial.Cluster.ManagerStore.LetGo();

        var run = await trial.EndOfAsync(program);
        if (strike == Strike.Kill)
        {
            ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, "worker");
        }
        else
        {
            run.AssertPassed();
            ClusterTrial.AssertProved(run, ClusterTrial.Narrow);
        }

        await trial.AssertNothingLeftAsync();
    }
}
