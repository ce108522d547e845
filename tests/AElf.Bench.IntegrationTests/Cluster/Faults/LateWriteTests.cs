using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A write of a killed worker reaches the store after its group was granted again. The guard against it is a separate
/// key for each attempt. Some tests remove this guard, in the relays between the programs and the store.
/// </summary>
public sealed class LateWriteTests(ITestOutputHelper log)
{
    private const string NotTheReplay = "accounts differ from a sequential replay";

    [SlowFact]
    public async Task LateWrite_BeforeTheFinalComparison_ReachesADeadKey()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.FirstWorker], redis);

        var run = await LandBeforeComparisonAsync(trial, redis);

        ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, "worker");
        await trial.AssertNothingLeftAsync();
    }

    [Fact]
    public async Task LateWrite_KeysSharedByAttempts_FailsTheAudit()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.FirstWorker], redis);
        RemoveGuard(trial);

        var run = await LandBeforeComparisonAsync(trial, redis);

        run.AssertExit(3);
        ClusterTrial.AssertFailed(run, NotTheReplay);
        await trial.AssertNothingLeftAsync();
    }

    [SlowTheory]
    [InlineData(1)]
    [InlineData(60)]
    [InlineData(120)]
    public async Task LateWrite_IntoTheNextAttemptOnSharedKeys_HasNoWrongFigure(int write)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.FirstWorker], redis);
        RemoveGuard(trial);
        var indeterminate = Indeterminate();
        var again = new StopPoint(command => command.Verb is "SET" && command.IsOfLaterAttempt, write, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(indeterminate);
        trial.Cluster.Workers[1].Store.Arm(again);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(indeterminate, program);
        await trial.Cluster.Workers[0].KillAsync();
        await trial.ReachedAsync(again, program);
        await ClusterTrial.LandAsync(trial.Cluster.Workers[0], indeterminate, redis);
        trial.Cluster.Workers[1].Store.LetGo();

        // The attempt can read the late write, detect it, and be repeated.
        var run = await trial.EndOfAsync(program);
        if (run.Result.ExitCode == 5 && run.At("verdict").GetString() is "degraded")
        {
            ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, "worker");
        }
        else
        {
            run.AssertExit(3, 5);
            run.AssertNoNumber();
        }

        await trial.AssertNothingLeftAsync();
    }

    // This round and the next write the account again, so the late write would restore an older state.
    private static StopPoint Indeterminate() =>
        new(command => command.Verb is "SET" && command.IsOfSeeded, 240, Held.Command);

    private static void RemoveGuard(ClusterTrial trial)
    {
        foreach (var store in trial.Cluster.Workers.Select(worker => worker.Store).Append(trial.Cluster.ManagerStore))
        {
            store.KeepsVersionsApart = false;
        }
    }

    private static async Task<BenchmarkResult> LandBeforeComparisonAsync(ClusterTrial trial, RedisServer redis)
    {
        var indeterminate = Indeterminate();
        var comparing = new StopPoint(command => command.Verb is "GET" && command.Version >= 0, 1, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(indeterminate);
        trial.Cluster.ManagerStore.Arm(comparing);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(indeterminate, program);
        await trial.Cluster.Workers[0].KillAsync();
        await trial.Cluster.WaitForEventAsync("again");
        await trial.ReachedAsync(comparing, program);
        await ClusterTrial.LandAsync(trial.Cluster.Workers[0], indeterminate, redis);
        trial.Cluster.ManagerStore.LetGo();
        return await trial.EndOfAsync(program);
    }
}
