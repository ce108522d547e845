using AElf.Bench.Concurrency.Cluster.Health;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Configuration.CommandLine;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace AElf.Concurrency.Worker;

/// <summary>What a worker shows of itself over HTTP.</summary>
internal static class WorkerServer
{
    /// <summary>Starts to listen.</summary>
    /// <exception cref="IOException">The address cannot be listened at.</exception>
    public static async Task<WebApplication> StartAsync(
        ActorSystemOptions hosts, WorkerHost host, PrometheusText metrics)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Listen(ListenerAddress.From(hosts.Address), listen => listen.Protocols = HttpProtocols.Http1);
        });
        builder.Services.AddRoutingCore();
        builder.Services.AddHostFiltering(filter => filter.AllowedHosts = AllowedHosts.For(hosts));
        var application = builder.Build();
        application.UseHostFiltering();
        HealthEndpoints.Map(application, () => Health(host), metrics);
        await ListenerAddress.StartAsync(hosts.Address, () => application.StartAsync());
        return application;
    }

    /// <summary>The worker's figures.</summary>
    public static WorkerState StateOf(WorkerSnapshot seen) => new(
        seen.Worker.Name,
        seen.Joined,
        [.. seen.Actors.Select(
            actor => new ActorStatus(actor.Committed, actor.MailboxDepth, actor.OldestAge.TotalSeconds))]);

    private static HealthReport Health(WorkerHost host) =>
        host.Snapshot().Joined
            ? HealthReport.Ok
            : HealthReport.Unavailable("no manager holds this worker for a member yet");
}
