using System.Globalization;
using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Partitions between the processes of a cluster: packets are dropped, both ways or one way.</summary>
public sealed class PartitionTests(ITestOutputHelper log)
{
    // Each worker has one long job, and one free lane for a repeated job. Each of the 2,500 transfers of a job takes
    // two round trips of 1 ms. This takes at least 5 s, longer than the manager waits for a worker.
    private static readonly ClusterLoad Long = new(5000, 4, 1, 2);
    private static readonly string[] TwoJobs = ["--conlevel", "2", "--latency", "1ms"];

    [NamespaceFact]
    public async Task Worker_PartitionedBothWaysThenOneWay_RejoinsAndItsLateWritesReachDeadKeys()
    {
        await using var cluster = await PartitionedCluster.StartAsync(log);
        await WriteToDeadKeysAsync(cluster);
        Assert.Equal("0", cluster.Redis.Ask("DBSIZE"));

        await LoseFirstAsync(cluster, () => cluster.First.DropFrom(cluster.ManagerAddress), time: 2);

        await cluster.AssertNothingLeftAsync();
    }

    private async Task WriteToDeadKeysAsync(PartitionedCluster cluster)
    {
        using var program = cluster.Submit(Long, TwoJobs);
        await UnderWayAsync(cluster);
        cluster.First.Drop(cluster.ManagerAddress);
        await cluster.WaitForEventAsync("lost", "worker1");
        await cluster.WaitForEventAsync("again");

        // Now only the lost worker writes the keys of the first attempt.
        string[] dead = [];
        await Wait.UntilAsync(() => (dead = DeadKeys(cluster)).Length > 0, "the copies of a later attempt");
        var before = ContentsOf(cluster, dead);
        await Wait.UntilAsync(
            () => !string.Equals(before, ContentsOf(cluster, dead), StringComparison.Ordinal),
            "the lost worker to write a dead key");
        Heal(cluster);
        await cluster.WaitForEventAsync("joined", "worker1", 2);

        var run = await cluster.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, Long, "worker");
        Assert.Contains(
            run.At("faults").EnumerateArray(),
            fault => fault.GetProperty("what").GetString()!.Contains("worker1", StringComparison.Ordinal));
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
    }

    [NamespaceFact(isSlow: true)]
    public async Task Worker_PartitionedFromTheStore_HasItsGroupsRepeated()
    {
        await using var cluster = await PartitionedCluster.StartAsync(log);
        using var program = cluster.Submit(Long, TwoJobs);
        await UnderWayAsync(cluster);
        cluster.First.Drop(cluster.Redis.Endpoint.Host);
        await cluster.WaitForEventAsync("failed", "worker1");
        await cluster.WaitForEventAsync("again");
        Heal(cluster);

        var run = await cluster.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, Long, "timeout");
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
        await cluster.AssertNothingLeftAsync();
    }

    [NamespaceFact(isSlow: true)]
    public Task Worker_PartitionedFromAll_IsLostAndRejoins() => LoseFirstAsync(cluster =>
    {
        cluster.First.Drop(cluster.ManagerAddress);
        cluster.First.Drop(cluster.Redis.Endpoint.Host);
    });

    [NamespaceFact(isSlow: true)]
    public Task Worker_ItsMessagesAreDropped_IsLostAndRejoins() =>
        LoseFirstAsync(cluster => cluster.First.DropTo(cluster.ManagerAddress));

    private async Task LoseFirstAsync(Action<PartitionedCluster> part)
    {
        await using var cluster = await PartitionedCluster.StartAsync(log);
        await LoseFirstAsync(cluster, () => part(cluster), time: 1);
        await cluster.AssertNothingLeftAsync();
    }

    /// <param name="time">How often the manager has then lost the first worker.</param>
    private async Task LoseFirstAsync(PartitionedCluster cluster, Action part, int time)
    {
        using var program = cluster.Submit(Long, TwoJobs);
        await UnderWayAsync(cluster);
        part();
        await cluster.WaitForEventAsync("lost", "worker1", time);
        Heal(cluster);
        await cluster.WaitForEventAsync("joined", "worker1", time + 1);

        var run = await cluster.EndOfAsync(program);
        ClusterTrial.AssertDegraded(run, Long, "worker");
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
    }

    private static Task UnderWayAsync(PartitionedCluster cluster) => cluster.WaitForAsync(
        status => status.Run is { Committed: > 500 } && status.Workers.All(worker => worker.Grants > 0),
        "workers in the middle of a round");

    /// <summary>Version 1 of each account that has a later version. The last three digits are the version.</summary>
    private static string[] DeadKeys(PartitionedCluster cluster)
    {
        var later = cluster.Redis.Ask("KEYS", "*@*")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Where(key => !key.EndsWith("001", StringComparison.Ordinal))
            .Take(500);
        return [.. later.Select(key => $"{key[..^3]}001")];
    }

    // The server would count GET and MGET as operations of the run.
    private static string ContentsOf(PartitionedCluster cluster, string[] keys) => cluster.Redis.Ask(
    [
        "EVAL",
        "local all = '' for _, key in ipairs(KEYS) do all = all .. redis.call('GETRANGE', key, 0, -1) end "
            + "return redis.sha1hex(all)",
        keys.Length.ToString(CultureInfo.InvariantCulture), .. keys,
    ]);

    private void Heal(PartitionedCluster cluster)
    {
        var stopped = cluster.First.Stopped();
        log.WriteLine($"The partition stopped {stopped} packets.");
        Assert.NotEqual(0, stopped);
        cluster.First.Heal();
    }
}
