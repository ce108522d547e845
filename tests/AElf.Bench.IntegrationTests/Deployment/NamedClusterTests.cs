using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>Clusters with the arguments of Compose and Kubernetes, which connect by host name.</summary>
public sealed class NamedClusterTests
{
    [NamespaceFact]
    public async Task Compose_Programs_ConnectByNameAndNameTheRefusedOne()
    {
        await using var cluster = await NamedCluster.StartAsync("compose.yml");
        await AssertReachableAsync(cluster, "127.0.0.1");
        await AssertStrangerRefusedAsync(cluster);
    }

    [NamespaceFact(isSlow: true)]
    public async Task Compose_ProgramsOverOneRedis_ConnectByName()
    {
        await using var cluster = await NamedCluster.StartAsync("compose.yml+compose.scenario2.yml");
        await AssertReachableAsync(cluster, "127.0.0.1");
    }

    [NamespaceFact]
    public async Task Manifests_Programs_ConnectByName()
    {
        await using var cluster = await NamedCluster.StartAsync("k8s");
        await AssertReachableAsync(cluster, "worker-0.worker");
    }

    private static async Task AssertStrangerRefusedAsync(NamedCluster cluster)
    {
        const string Refused = "stranger:5053 refuses the host name 'stranger' (HTTP 400): "
            + "start the manager there with --allowed-hosts stranger";
        var benchmark = await cluster.RunBenchmarkAsync("--manager", "stranger:4053");
        var top = await cluster.RunAsync("top", "--once", "--manager", "stranger:4053");

        Assert.Equal(2, benchmark.ExitCode);
        Assert.Contains(Refused, benchmark.Error, StringComparison.Ordinal);
        Assert.Equal(2, top.ExitCode);
        Assert.Contains(Refused, top.Error, StringComparison.Ordinal);
        Assert.Contains("answered 400", cluster.HealthFromManager(5053, "stranger"), StringComparison.Ordinal);
    }

    private static async Task AssertReachableAsync(NamedCluster cluster, string workerHost)
    {
        await cluster.StartManagerAsync();
        using var worker = cluster.StartWorker();
        await worker.WaitForOutputAsync("welcome from the manager");

        Assert.Equal("", cluster.HealthFromWorker(5053, "manager"));
        Assert.Equal("", cluster.HealthFromWorker(5053, NamedCluster.ManagerAddress));
        Assert.Equal(
            "",
            workerHost is "127.0.0.1"
                ? cluster.HealthFromWorker(32551, workerHost)
                : cluster.HealthFromManager(32551, workerHost));
        var top = await cluster.RunAsync("top", "--once", "--manager", "manager:4053");
        Assert.True(top.ExitCode == 0, top.AllOutput);

        var run = await cluster.RunBenchmarkAsync();

        Assert.True(run.ExitCode == 0, run.AllOutput);
        Assert.Contains("committed and audited", Prose.Unwrapped(run.Output), StringComparison.Ordinal);
    }
}
