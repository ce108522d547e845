using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The programs as Compose and Kubernetes start them, who find each other by name.</summary>
public sealed class NamedClusterTests
{
    [NamespaceFact]
    public Task Programs_of_compose_reach_each_other_by_name() => AssertReachableAsync("compose.yml", "127.0.0.1");

    [NamespaceFact]
    public Task Programs_of_compose_over_one_redis_reach_each_other_by_name() =>
        AssertReachableAsync("compose.yml+compose.scenario2.yml", "127.0.0.1");

    [NamespaceFact]
    public Task Programs_of_the_manifests_reach_each_other_by_name() => AssertReachableAsync("k8s", "worker-0.worker");

    [NamespaceFact]
    public async Task A_manager_called_by_a_name_it_does_not_know_is_reported_as_that()
    {
        const string Refused = "stranger:4053 refuses the host name 'stranger' (HTTP 400): "
            + "start the manager there with --allowed-hosts stranger";
        await using var cluster = await NamedCluster.StartAsync("compose.yml");
        await cluster.StartManagerAsync();

        var worker = cluster.StartWorker("--manager", "stranger:4053");
        await Wait.UntilAsync(
            () => worker.Error.Contains(Refused, StringComparison.Ordinal), "the worker to report the refused name");
        var benchmark = await cluster.RunBenchmarkAsync("--manager", "stranger:4053");
        var top = await cluster.RunAsync("top", "--once", "--manager", "stranger:4053");

        Assert.Equal(2, benchmark.ExitCode);
        Assert.Contains(Refused, benchmark.Error, StringComparison.Ordinal);
        Assert.Equal(2, top.ExitCode);
        Assert.Contains(Refused, top.Error, StringComparison.Ordinal);
        Assert.Contains("answered 400", cluster.HealthFromManager(4053, "stranger"), StringComparison.Ordinal);
    }

    private static async Task AssertReachableAsync(string deployment, string workerHost)
    {
        await using var cluster = await NamedCluster.StartAsync(deployment);
        await cluster.StartManagerAsync();
        var worker = cluster.StartWorker();
        await worker.WaitForOutputAsync("welcome from the manager");

        Assert.Equal("", cluster.HealthFromWorker(4053, "manager"));
        Assert.Equal("", cluster.HealthFromWorker(4053, NamedCluster.ManagerAddress));
        Assert.Equal(
            "",
            workerHost is "127.0.0.1"
                ? cluster.HealthFromWorker(32551, workerHost)
                : cluster.HealthFromManager(32551, workerHost));
        var top = await cluster.RunAsync("top", "--once", "--manager", "manager:4053");
        Assert.True(top.ExitCode == 0, top.AllOutput);

        var run = await cluster.RunBenchmarkAsync();

        Assert.True(run.ExitCode == 0, run.AllOutput);
        Assert.Contains("committed and audited", run.Output, StringComparison.Ordinal);
    }
}
