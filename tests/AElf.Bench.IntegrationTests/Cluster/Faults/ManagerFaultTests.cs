using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>The manager killed in each phase of a run and restarted over the same state folder.</summary>
public sealed class ManagerFaultTests(ITestOutputHelper log)
{
    private const int RedisBenchmarkValueLength = 3;

    [Fact]
    public async Task Manager_KilledInEachOfFourPhases_ResumesEachRun()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        await KillDuringARoundAsync(trial);
        await KillDuringTheAuditAsync(trial);
        await KillDuringRedisBenchmarkAsync(trial);
        await KillDuringCleanUpOfTheBareStoreAsync(trial, key: 600);

        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Manager_KilledDuringWarmUp_ResumesTheRun()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        var point = AtWorker(2500);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(point));

        await KillAndResumeAsync(trial, point, ClusterTrial.Narrow with { Warmup = 3 });
    }

    [SlowTheory]
    [InlineData(1)]
    [InlineData(40)]
    public async Task Manager_KilledDuringSeeding_SeedsAgain(int account)
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        var point = AtManager("SET", account);
        trial.Cluster.ManagerStore.Arm(point);

        await KillAndResumeAsync(trial, point, ClusterTrial.Narrow);
    }

    [Fact]
    public async Task Seed_LateWritesOfAKilledManager_OverwriteNothing()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager], redis);
        var seeding = AtManager("SET", 1);
        var working = AtWorker(700);
        trial.Cluster.ManagerStore.Arm(seeding);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(working));
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(seeding, program);
        await trial.Cluster.KillManagerAsync();
        await trial.Cluster.StartManagerAsync();
        await trial.ReachedAsync(working, program);
        trial.Cluster.ManagerStore.LetGo();
        await Wait.UntilAsync(
            // The server would count GET as an operation of the run.
            async () => (await redis.AskAsync("GETRANGE", seeding.Command!.Words[1], "0", "-1"))
                .Contains(seeding.Command.Words[2], StringComparison.Ordinal),
            () => "the late seed to land");
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.LetGo());

        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, "manager");
    }

    [SlowFact]
    public async Task Manager_KilledBetweenRounds_ResumesTheRun()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        var point = trial.BetweenRounds();
        trial.Cluster.ManagerStore.Arm(point);

        await KillAndResumeAsync(trial, point, ClusterTrial.Narrow);
    }

    [SlowTheory]
    [InlineData(1)]
    [InlineData(10)]
    public async Task Manager_KilledDuringCleanUp_KeepsTheReportAndRemovesTheRest(int account)
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
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

        // At the kill, all figures were complete. The report has only the earlier fault, the cut connection.
        await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, "closed|timeout");
        Assert.Contains("manager restart", trial.Cluster.Logs, StringComparison.Ordinal);
    }

    [SlowFact]
    public async Task Manager_KilledAtTheFirstKeyOfTheBareStore_RemovesTheRest()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        await KillDuringCleanUpOfTheBareStoreAsync(trial, key: 1);
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Manager_KilledDuringSeeding_LateWriteReachesNoAccount()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
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

        // The late writes go to the keys of the first seeding. The run uses the keys of the second.
        await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
    }

    [Fact]
    public async Task Manager_RestartedWithoutStore_WaitsAndResumesTheRun()
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyAlways });
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis), redis);
        using var program = await KillWithStoreAsync(trial, redis.Kill);

        await trial.Cluster.StartManagerAsync();
        await UntilWaitingAsync(trial, program);
        using var other = trial.Submit(ClusterTrial.Narrow);
        var refused = await BenchmarkResult.EndOfAsync(other, "another run meanwhile");

        // The run also survives a second kill while the manager waits.
        await trial.Cluster.KillManagerAsync();
        await trial.Cluster.StartManagerAsync();
        await UntilWaitingAsync(trial, program);
        await redis.RestartAsync();

        await AssertResumedAsync(trial, program);
        refused.AssertExit(2);
        Assert.Matches("run [0-9a-f]{8}.*store", refused.Result.Error);
    }

    [Fact]
    public async Task Run_StoreGone_CanBeCancelledAndTheManagerTakesOthers()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis), redis);
        using var program = await KillWithStoreAsync(trial, redis.Kill);
        await trial.Cluster.StartManagerAsync();
        await UntilWaitingAsync(trial, program);
        var run = (await trial.Cluster.StatusAsync()).Run!.Id;
        var manager = $"http://{trial.Cluster.ManagerPages}";

        var unknown = await ProductCall.RunAsync("cancel", "0badcafe", "--manager", manager);
        // The old name of the verb still works.
        var givenUp = await ProductCall.RunAsync("give-up", run, "--manager", manager);

        Assert.Equal((1, 5), (unknown.ExitCode, givenUp.ExitCode));
        Prose.AssertNames(unknown.Error, "'0badcafe'", run);
        Prose.AssertNames(givenUp.Error, "cleanup", $"--run {run}", "--older-than 0s", "--remove");
        var ended = await trial.EndOfAsync(program);
        ended.AssertExit(5);
        Assert.Contains(Problem.NameOf(ProblemKind.Cancelled), ended.Result.Error, StringComparison.Ordinal);
        await redis.RestartAsync();
        await trial.Cluster.WaitForMembersAsync(2);
        using var next = trial.Submit(ClusterTrial.Narrow);
        (await trial.EndOfAsync(next)).AssertPassed();
        await trial.AssertNothingLeftAsync();
    }

    [Fact]
    public async Task Run_LockTakenByAnotherProcess_IsLeftUntilTheLockIsRemoved()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis), redis);
        using var program = await KillWithStoreAsync(trial, () => { });
        var mine = (await redis.AskAsync("KEYS", "*:lock")).Split("\r\n")[2];
        await redis.AskAsync("SET", mine, "another");
        var keys = await redis.AskAsync("DBSIZE");

        await trial.Cluster.StartManagerAsync();
        var refused = await trial.EndOfAsync(program);
        var keysThen = await redis.AskAsync("DBSIZE");
        await trial.Cluster.KillManagerAsync();
        await redis.AskAsync("DEL", mine);
        await trial.Cluster.StartManagerAsync();

        refused.AssertExit(2);
        Assert.Contains(
            $"its lock in the store, {mine}, belongs to another process",
            refused.Result.Error,
            StringComparison.Ordinal);
        Assert.Equal(keys, keysThen);
        await Wait.UntilAsync(
            async () => await redis.AskAsync("DBSIZE") is ":0\r\n", () => "the run to be ended and removed");
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Manager_RestartedBesideSilentStore_WaitsAndResumesTheRun()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis), redis);
        using var program = await KillWithStoreAsync(trial, redis.Pause);

        await trial.Cluster.StartManagerAsync();
        await UntilWaitingAsync(trial, program);
        redis.Resume();

        await AssertResumedAsync(trial, program);
    }

    [SlowFact]
    public async Task Manager_RestartedDuringSeeding_WaitsForTheStoreAndSeedsAgain()
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyAlways });
        await using var trial = await ClusterTrial.StartAsync(log, Patient(redis), redis);
        var first = AtManager("SET", 40);
        trial.Cluster.ManagerStore.Arm(first);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(first, program);
        await trial.Cluster.KillManagerAsync();

        // The store is away a moment after the manager has resumed the run.
        var second = AtManager("SET", 40);
        trial.Cluster.ManagerStore.Arm(second);
        await trial.Cluster.StartManagerAsync();
        await trial.ReachedAsync(second, program);
        redis.Kill();
        trial.Cluster.ManagerStore.LetGo();
        await UntilWaitingAsync(trial, program);
        await redis.RestartAsync();

        await AssertResumedAsync(trial, program);
    }

    /// <summary>Workers wait for the store during the whole trial.</summary>
    private static ClusterProcessesOptions Patient(RedisServer redis) =>
        ClusterTrial.OptionsOver(redis, ClusterTrial.Manager) with
        {
            StoreArguments = ["--reconnect", "60", "--timeout", Wait.SlowMilliseconds(2000)],
        };

    /// <summary>Kills the manager during a round, and then the store.</summary>
    private static async Task<IProductRun> KillWithStoreAsync(ClusterTrial trial, Action takeAway)
    {
        var point = AtWorker(700);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(point));
        var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(point, program);
        await trial.Cluster.KillManagerAsync();
        takeAway();
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.LetGo());
        return program;
    }

    private static Task UntilWaitingAsync(ClusterTrial trial, IProductRun program) => trial.Cluster.WaitForAsync(
        status =>
        {
            Assert.False(program.HasExited, $"{program.Error}\n{trial.Cluster.Logs}");
            return status.Events.Any(
                happened => happened.Text.Contains("is waiting for the store: ", StringComparison.Ordinal));
        },
        "that it waits for the store");

    private static async Task AssertResumedAsync(ClusterTrial trial, IProductRun program)
    {
        var run = await trial.AssertEndsDegradedAsync(program, ClusterTrial.Narrow, "manager");
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
    }

    private static StopPoint AtWorker(int number) =>
        new(command => command.Verb is "GET" && command.Version >= 0, number, Held.Command);

    private static StopPoint AtManager(string verb, int number) =>
        new(
            command => string.Equals(command.Verb, verb, StringComparison.Ordinal) && command.Version >= 0,
            number,
            Held.Command);

    private static async Task KillDuringARoundAsync(ClusterTrial trial)
    {
        var point = AtWorker(700);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(point));

        await AssertResumesAsync(trial, point, ClusterTrial.Narrow);
    }

    private static async Task KillDuringTheAuditAsync(ClusterTrial trial)
    {
        var point = AtManager("GET", 10);
        trial.Cluster.ManagerStore.Arm(point);

        var run = await AssertResumesAsync(trial, point, ClusterTrial.Narrow);

        // The measured rounds stay valid: each transfer was executed once.
        Assert.Equal(2 * ClusterTrial.Narrow.Transfers, run.At("workers").EnumerateArray()
            .Sum(worker => worker.GetProperty("committed").GetInt64()));
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.DoesNotContain("clock:", run.At("notes").ToString(), StringComparison.Ordinal);
        Prose.AssertNames(run.At("faults").ToString(), "2 rounds begun", "2 of them measured");
    }

    private static async Task KillDuringRedisBenchmarkAsync(ClusterTrial trial)
    {
        var load = ClusterTrial.Narrow with { ProbesStore = true };
        var point = new StopPoint(
            command => command.Verb is "SET" && command.Words[2].Length == RedisBenchmarkValueLength, 1, Held.Command);
        trial.Cluster.ManagerStore.Arm(point);
        using var program = trial.Submit(load);
        bool IsRunning() => ProcessTable.OfHome(trial.Cluster.Home)
            .Any(process => ProcessTable.CommandOf(process).Contains("/redis-benchmark\0", StringComparison.Ordinal));
        var stopped = await trial.ReachedAsync(point, program);
        Assert.True(IsRunning());

        await trial.Cluster.KillManagerAsync();

        await Wait.UntilAsync(() => !IsRunning(), "redis-benchmark to end with its manager");
        stopped.LetGo();
        await trial.Cluster.StartManagerAsync();
        await AssertDegradedAsync(trial, program, load);
    }

    private static async Task KillDuringCleanUpOfTheBareStoreAsync(ClusterTrial trial, int key)
    {
        var point = new StopPoint(
            command => command.Verb is "DEL" && command.Words[1].Contains('#', StringComparison.Ordinal)
                && !command.Words[1].Contains("#t", StringComparison.Ordinal),
            key,
            Held.Command);
        trial.Cluster.ManagerStore.Arm(point);
        var load = ClusterTrial.Narrow with { ProbesStore = true };
        using var program = trial.Submit(load);
        await trial.ReachedAsync(point, program);
        await trial.Cluster.KillManagerAsync();
        trial.Cluster.ManagerStore.LetGo();
        await trial.Cluster.StartManagerAsync();

        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertProved(run, load);
        run.AssertPassed();
        await trial.AssertNoKeyAsync();
    }

    private static async Task<BenchmarkResult> KillAndResumeAsync(
        ClusterTrial trial, StopPoint point, ClusterLoad load)
    {
        var run = await AssertResumesAsync(trial, point, load);
        await trial.AssertNothingLeftAsync();
        return run;
    }

    private static async Task<BenchmarkResult> AssertResumesAsync(
        ClusterTrial trial, StopPoint point, ClusterLoad load)
    {
        using var program = trial.Submit(load);
        var stopped = await trial.ReachedAsync(point, program);
        await trial.Cluster.KillManagerAsync();
        stopped.LetGo();
        await trial.Cluster.StartManagerAsync();

        return await AssertDegradedAsync(trial, program, load);
    }

    // The cluster is then ready for the next run: it has no key, and both workers have joined again.
    private static async Task<BenchmarkResult> AssertDegradedAsync(
        ClusterTrial trial, IProductRun program, ClusterLoad load)
    {
        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, load, "manager");
        await trial.AssertNoKeyAsync();
        await trial.Cluster.WaitForMembersAsync(2);
        return run;
    }
}
