using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Cluster.Health;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.CommandLine;
using AElf.Concurrency.Manager.CommandLine;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace AElf.Concurrency.Manager;

/// <summary>The manager's listener: WebSockets for workers and benchmarks, and what it shows of itself over HTTP.</summary>
internal static class ManagerServer
{
    /// <summary>Starts to listen.</summary>
    /// <exception cref="IOException">The address cannot be listened at.</exception>
    public static async Task<WebApplication> StartAsync(
        ManagerProgramOptions options, ManagerHost host, RunDesk desk, StatusReader status, PrometheusText metrics, CancellationToken ending)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Listen(kestrel, options.Hosts));
        builder.Services.AddRoutingCore();
        var application = builder.Build();
        application.UseWebSockets(new WebSocketOptions { KeepAliveInterval = FrameConnection.KeepAliveInterval, KeepAliveTimeout = FrameConnection.KeepAliveTimeout });
        application.Map("/worker", context => ServeAsync(context, options.Hosts, channel => host.ServeAsync(channel, ending)));
        application.Map("/run", context => ServeAsync(context, options.Hosts, channel => desk.ServeAsync(channel, ending)));
        HealthEndpoints.Map(application, new AllowedHosts(options.Hosts.Address.Host), status.Health, metrics, status.Read);
        await application.StartAsync(ending);
        return application;
    }

    private static void Listen(KestrelServerOptions kestrel, ActorSystemOptions hosts)
    {
        kestrel.AddServerHeader = false;
        void Configure(ListenOptions listen)
        {
            listen.Protocols = HttpProtocols.Http1;
            if (hosts.CertificateFile is { } certificate)
            {
                listen.UseHttps(X509Certificate2.CreateFromPemFile(certificate, hosts.KeyFile));
            }
        }

        kestrel.Listen(ListenerAddress.Of(hosts.Address), Configure);
    }

    private static async Task ServeAsync(HttpContext context, ActorSystemOptions hosts, Func<IFrameChannel, Task> serve)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            context.Response.StatusCode = StatusCodes.Status426UpgradeRequired;
            await context.Response.WriteAsync("this is a WebSocket of the cluster's own protocol; / shows the cluster");
            return;
        }

        var options = new ConnectionOptions(hosts.MaximumFrameBytes, hosts.Secret, Tls: false, AuthorityFile: null);
        try
        {
            var socket = await context.WebSockets.AcceptWebSocketAsync();
            await using var connection = await FrameConnection.AcceptAsync(socket, options, context.RequestAborted);
            await serve(connection);
        }
        catch (WireException)
        {
            // Told to the other side as the reason of its end; who listens here has nothing to do with it.
        }
    }
}
