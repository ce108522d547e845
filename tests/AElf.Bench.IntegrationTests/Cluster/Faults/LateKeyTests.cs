using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using Xunit.Abstractions;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Writes that reach the store when the run has ended and its keys are removed.</summary>
public sealed class LateKeyTests(ITestOutputHelper log)
{
    private const string Removed = "had its keys removed once more: ";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Keys_that_a_stopped_worker_writes_after_the_end_of_its_run_are_removed_once_more(bool isRestarted)
    {
        await using var redis = await RedisServer.StartAsync();
        var options = new ClusterProcessesOptions(ClusterTrial.Programs, "redis", redis.Endpoint)
        {
            StoreArguments = ["--timeout", "1000", "--reconnect", "1"],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var worker = trial.Cluster.Workers[0];
        var write = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 300, Held.Command);
        worker.Store.Arm(write);
        using var program = trial.Submit(ClusterTrial.Wide);
        await trial.ReachedAsync(write, program);
        worker.Stop();
        ClusterTrial.AssertDegraded(await trial.EndOfAsync(program), ClusterTrial.Wide, "worker");
        await UntilRemovedAsync(trial, "a fault may have left a write under way");
        Assert.True(await IsEmptyAsync(redis), "nothing was written late so far");
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

    private static Task UntilRemovedAsync(ClusterTrial trial, string reason) => trial.Cluster.WaitForAsync(
        status => status.Events.Any(happened => happened.Text.Contains(Removed, StringComparison.Ordinal)
            && happened.Text.Contains(reason, StringComparison.Ordinal)),
        Removed + reason);

    private static async Task<bool> IsEmptyAsync(RedisServer redis) =>
        string.Equals((await redis.AskAsync("DBSIZE")).Trim(), ":0", StringComparison.Ordinal);
}
