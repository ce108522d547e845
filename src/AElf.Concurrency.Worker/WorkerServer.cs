using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using Microsoft.AspNetCore.Builder;

namespace AElf.Concurrency.Worker;

/// <summary>A worker's status over HTTP.</summary>
internal static class WorkerServer
{
    /// <summary>Starts the listener.</summary>
    /// <exception cref="IOException">It cannot listen on the address.</exception>
    public static async Task<WebApplication> StartAsync(
        ActorSystemOptions hosts, WorkerHost host, PrometheusText metrics)
    {
        var application = ClusterListener.Build(hosts, ListenerLimits.ForProcess());
        HealthEndpoints.Map(application, () => Health(host), metrics);
        await ClusterListener.StartAsync(application, hosts);
        return application;
    }

    public static WorkerState StateOf(WorkerSnapshot seen) => new(
        seen.Worker.Name,
        seen.Joined,
        [.. seen.Actors.Select(
            actor => new ActorStatus(actor.Committed, actor.MailboxDepth, actor.OldestAge.TotalSeconds))]);

    private static HealthReport Health(WorkerHost host) =>
        host.Snapshot().Joined
            ? HealthReport.Ok
            : HealthReport.Unavailable("the worker has not joined a manager yet");
}
