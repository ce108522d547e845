using System.Text.Json;
using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Clusters over a slow or lossy network.</summary>
public sealed class PoorNetworkTests(ITestOutputHelper log)
{
    // Each round trip takes long, so the load has few transfers and all groups are in flight.
    private static readonly ClusterLoad Far = new(200, 100, 1, 50);
    private static readonly ClusterLoad Lossy = new(2000, 100, 2, 25);

    [NamespaceFact]
    public Task Worker_RoundTripOf200Ms_TakesPartInARun() =>
        RunBehindAsync(new TunRelayOptions(TimeSpan.FromMilliseconds(100)));

    [NamespaceFact(isSlow: true)]
    public Task Worker_NetworkWithEveryFault_TakesPartInARun() =>
        RunBehindAsync(new TunRelayOptions(TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50), Seed: 7)
        {
            Loss = 0.05,
            Duplication = 0.02,
            Reordering = 0.05,
        });

    [NamespaceFact]
    public async Task Workers_FivePercentLoss_ApplyEachExactlyOnce()
    {
        await using var cluster = await PartitionedCluster.StartAsync(log, noticesSilence: false);
        cluster.Lose(5);
        using var program = cluster.Submit(Lossy);

        var run = await cluster.EndOfAsync(program);
        var lost = cluster.Heal();
        log.WriteLine($"{lost} packets were lost.");
        Assert.True(lost > 0, "no packet was lost");
        AssertBothCommitted(run, Lossy);
        await cluster.AssertNothingLeftAsync();
    }

    private async Task RunBehindAsync(TunRelayOptions wire)
    {
        await using var cluster = await PartitionedCluster.StartAsync(log, wire, noticesSilence: false);
        using var program = cluster.Submit(Far);

        AssertBothCommitted(await cluster.EndOfAsync(program), Far);
        await cluster.AssertNothingLeftAsync();
    }

    private static void AssertBothCommitted(BenchmarkResult run, ClusterLoad load)
    {
        run.AssertExit(0, 5);
        ClusterTrial.AssertProved(run, load);
        JsonElement[] workers = [.. run.At("workers").EnumerateArray()];
        Assert.Equal(2, workers.Length);
        Assert.All(workers, worker => Assert.NotEqual(0, worker.GetProperty("committed").GetInt64()));
    }
}
