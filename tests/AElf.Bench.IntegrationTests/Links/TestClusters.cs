using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.IntegrationTests.Links;

/// <summary>The Akka clusters of a test, and the first channel that their manager serves.</summary>
internal sealed class TestClusters : IAsyncDisposable
{
    private readonly List<AkkaCluster> clusters = [];
    private readonly TaskCompletionSource<IMessageChannel> served =
        new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The first channel that the manager serves.</summary>
    public Task<IMessageChannel> Served => served.Task.WaitAsync(Wait.Deadline, ThisTest.Cancelled);

    /// <summary>Opens a cluster for one node.</summary>
    public AkkaCluster Open(ActorSystemOptions hosts, TimeSpan? maxJoining = null)
    {
        var cluster = new AkkaCluster(hosts) { MaxJoining = maxJoining ?? Wait.Deadline };
        clusters.Add(cluster);
        return cluster;
    }

    /// <summary>Starts a manager that accepts each worker.</summary>
    /// <returns>Completes when the manager stops listening.</returns>
    public Task Listen(ActorSystemOptions manager, TimeSpan? maxJoining = null) =>
        Open(manager, maxJoining).Listen(new ConnectionOptions(manager), Wait.Deadline, Serve);

    /// <summary>Joins as a worker.</summary>
    public Task<IMessageChannel> JoinAsync(ActorSystemOptions worker, Endpoint manager) =>
        Open(worker).JoinAsync(manager, ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled);

    /// <summary>The message of a worker that cannot join.</summary>
    public async Task<string> RefusalAsync(ActorSystemOptions worker, Endpoint manager) =>
        (await ProblemAsync(worker, manager)).Text;

    public async Task<Problem> ProblemAsync(ActorSystemOptions worker, Endpoint manager) =>
        (await Assert.ThrowsAsync<WireException>(() => JoinAsync(worker, manager))).Problem;

    public async ValueTask DisposeAsync()
    {
        foreach (var cluster in clusters)
        {
            await cluster.DisposeAsync();
        }
    }

    private Task Serve(IMessageChannel channel)
    {
        served.TrySetResult(channel);
        return Task.CompletedTask;
    }
}
