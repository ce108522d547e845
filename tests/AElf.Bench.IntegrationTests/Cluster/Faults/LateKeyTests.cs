using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Writes that reach the store after the run has ended and its keys were removed.</summary>
public sealed class LateKeyTests(ITestOutputHelper log)
{
    // The first SETNX of a manager tests the command. The second takes the lock.
    private const int Trial = 1;
    private const int Lock = 2;
    private const string Removed = "had its keys removed again: ";

    [Theory]
    [InlineData(true)]
    [SlowInlineData(false)]
    public async Task LateKeys_OfAStoppedWorker_AreRemoved(bool isRestarted)
    {
        await using var redis = await RedisServer.StartAsync();
        var options = ClusterTrial.OptionsOver(redis, [ClusterTrial.FirstWorker, .. Restarted(isRestarted)]) with
        {
            NoticesSilence = true,
            StoreArguments = ClusterProcessesOptions.QuickTimeOuts,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var worker = trial.Cluster.Workers[0];
        var write = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 300, Held.Command);
        worker.Store.Arm(write);
        using var program = trial.Submit(ClusterTrial.Wide);
        await trial.ReachedAsync(write, program);
        worker.Stop();
        ClusterTrial.AssertDegraded(await trial.EndOfAsync(program), ClusterTrial.Wide, "worker");
        await UntilRemovedAsync(trial, "a late write is possible after a fault");
        Assert.True(await IsEmptyAsync(redis), "void: late keys already");
        if (isRestarted)
        {
            await trial.Cluster.KillManagerAsync();
            await trial.Cluster.StartManagerAsync();
        }

        worker.Store.LetGo();
        await Wait.UntilAsync(async () => !await IsEmptyAsync(redis), () => "a late write to land");
        worker.Continue();

        await UntilRemovedAsync(trial, $"worker {worker.Name} came back");
        await Wait.UntilAsync(() => IsEmptyAsync(redis), () => "no key to be left");
        await Wait.UntilAsync(
            () => !Directory.EnumerateFiles(trial.Cluster.StateFolder, "grants.log", SearchOption.AllDirectories).Any(),
            "the log to be removed");
        await trial.AssertNothingLeftAsync();
    }

    [Theory]
    [InlineData(false)]
    [SlowInlineData(true)]
    public async Task CleanUp_StoreWentAway_IsCompletedLaterWithTheLock(bool isRestarted)
    {
        await using var redis = await RedisServer.StartAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyAlways });
        var options = ClusterTrial.OptionsOver(redis, Restarted(isRestarted)) with
        {
            StoreArguments = ClusterProcessesOptions.QuickTimeOuts,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var removal = new StopPoint(command => command.Verb is "DEL" && command.Version >= 0, 1, Held.Command);
        trial.Cluster.ManagerStore.Arm(removal);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(removal, program);

        redis.Kill();
        trial.Cluster.ManagerStore.LetGo();
        var run = await trial.EndOfAsync(program);
        if (isRestarted)
        {
            await trial.Cluster.KillManagerAsync();
        }

        await redis.RestartAsync();
        if (isRestarted)
        {
            await trial.Cluster.StartManagerAsync();
        }

        run.AssertExit(5);
        Assert.Contains("may be left in the store", run.Reasons(), StringComparison.Ordinal);
        await Wait.UntilAsync(() => IsEmptyAsync(redis), () => "no key to be left");
        await trial.AssertNothingLeftAsync();
    }

    [Theory]
    [InlineData(true, Trial)]
    [InlineData(true, Lock)]
    [SlowInlineData(false, Trial)]
    [SlowInlineData(false, Lock)]
    public async Task LateKeys_OfAnAbandonedRun_AreRemoved(bool isRestarted, int set)
    {
        await using var redis = await RedisServer.StartAsync();
        var options = ClusterTrial.OptionsOver(redis, Restarted(isRestarted)) with
        {
            StoreArguments = ClusterProcessesOptions.QuickTimeOuts,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var taking = new StopPoint(command => command.Verb is "SETNX", set, Held.Command);
        trial.Cluster.ManagerStore.Arm(taking);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.ReachedAsync(taking, program);
        Assert.Equal(2, (await program.WaitForExitAsync()).ExitCode);
        if (isRestarted)
        {
            await trial.Cluster.KillManagerAsync();
        }

        trial.Cluster.ManagerStore.LetGo();
        await Wait.UntilAsync(async () => !await IsEmptyAsync(redis), () => "the key to be set late");
        if (isRestarted)
        {
            await trial.Cluster.StartManagerAsync();
        }

        await Wait.UntilAsync(() => IsEmptyAsync(redis), () => "no key to be left");
        await trial.AssertNothingLeftAsync();
    }

    [Fact]
    public async Task PreparedAccounts_LockRemovedOfAnUnmadeRun_Stay()
    {
        const string Id = "0a1b2c3d";
        await using var redis = await RedisServer.StartAsync();
        var load = ClusterTrial.Narrow;
        var prepared = await ProductCall.RunAsync(
            [.. load.Arguments, "-f", "genAccount", "--run-id", Id, .. BenchmarkResult.Store("redis", redis.Endpoint)]);
        Assert.True(prepared.ExitCode == 0, prepared.AllOutput);
        var accounts = await redis.AskAsync("DBSIZE");
        var options = ClusterTrial.OptionsOver(redis) with
        {
            StoreArguments = ClusterProcessesOptions.QuickTimeOuts,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var taking = new StopPoint(command => command.Verb is "SETNX", Lock, Held.Command);
        trial.Cluster.ManagerStore.Arm(taking);
        using var program = trial.Submit(load, "--prepared", Id);
        await trial.ReachedAsync(taking, program);
        Assert.Equal(2, (await program.WaitForExitAsync()).ExitCode);

        trial.Cluster.ManagerStore.LetGo();
        await Wait.UntilAsync(async () => await LockAsync() is ":1", () => "the key to be set late");
        await UntilRemovedAsync(trial, "a late write is possible after a fault");

        Assert.Equal(":0", await LockAsync());
        Assert.Equal(accounts, await redis.AskAsync("DBSIZE"));

        async Task<string> LockAsync() => (await redis.AskAsync("EXISTS", $"ab{Id}:lock")).Trim();
    }

    private static string[] Restarted(bool isRestarted) => isRestarted ? [ClusterTrial.Manager] : [];

    private static Task UntilRemovedAsync(ClusterTrial trial, string reason) => trial.Cluster.WaitForAsync(
        status => status.Events.Any(happened => happened.Text.Contains(Removed, StringComparison.Ordinal)
            && happened.Text.Contains(reason, StringComparison.Ordinal)),
        Removed + reason);

    private static async Task<bool> IsEmptyAsync(RedisServer redis) =>
        string.Equals((await redis.AskAsync("DBSIZE")).Trim(), ":0", StringComparison.Ordinal);
}
