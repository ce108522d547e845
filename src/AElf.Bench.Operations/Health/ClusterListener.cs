using System.Net;
using System.Net.Sockets;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace AElf.Bench.Operations.Health;

/// <summary>The HTTP/1.1 listener of a manager or a worker, which serves requests that name an allowed host.</summary>
public static class ClusterListener
{
    /// <summary>Builds the listener, without endpoints.</summary>
    /// <param name="hosts">Its address and its allowed host names.</param>
    /// <param name="configure">Configures the socket further; null for nothing.</param>
    /// <exception cref="IOException">The address names a host that does not resolve.</exception>
    public static WebApplication Build(
        ActorSystemOptions hosts, ListenerLimits limits, Action<ListenOptions>? configure = null)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        var endpoint = EndpointOf(hosts.HttpAddress);
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.KeepAliveTimeout = limits.AdmissionDeadline;
            kestrel.Limits.RequestHeadersTimeout = limits.AdmissionDeadline;
            kestrel.Listen(endpoint, listen =>
            {
                listen.Protocols = HttpProtocols.Http1;
                configure?.Invoke(listen);
            });
        });

        builder.Services.AddSingleton<IConnectionListenerFactory>(services =>
            ActivatorUtilities.CreateInstance<BoundedSockets>(services, limits.MaxUnauthenticatedPeers));
        builder.Services.AddRoutingCore();
        builder.Services.AddHostFiltering(filter => filter.AllowedHosts = AllowedHosts.For(hosts));
        var application = builder.Build();
        application.Use((context, next) =>
        {
            if (context.Features.Get<ConnectionPlace>() is { } place)
            {
                place.BeginRequest();
                context.Response.OnCompleted(() =>
                {
                    place.EndRequest();
                    return Task.CompletedTask;
                });
            }

            return next(context);
        });
        application.UseHostFiltering();
        return application;
    }

    /// <exception cref="IOException">
    /// The address is in use, belongs to another machine, or is not permitted.
    /// </exception>
    public static async Task StartAsync(WebApplication application, ActorSystemOptions hosts)
    {
        try
        {
            await application.StartAsync(CancellationToken.None);
        }
        catch (OperationCanceledException) when (application.Lifetime.ApplicationStopping.IsCancellationRequested)
        {
            // The process received a signal before it listened. The caller has received it too.
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            var option = hosts.HttpPort is null ? "--actor.port" : "--http-port";
            throw new IOException(
                $"cannot listen on {hosts.HttpAddress}: {exception.GetBaseException().Message}; use another "
                    + (hosts.IsCluster ? $"address with --actor.host and {option}" : $"port with {option}"),
                exception);
        }
    }

    // Uses the first address of a name.
    private static IPEndPoint EndpointOf(Endpoint endpoint)
    {
        if (IPAddress.TryParse(endpoint.Host, out var address))
        {
            return new IPEndPoint(address, endpoint.Port);
        }

        try
        {
            return new IPEndPoint(Dns.GetHostAddresses(endpoint.Host)[0], endpoint.Port);
        }
        catch (Exception exception) when (exception is SocketException or IndexOutOfRangeException)
        {
            throw new IOException($"'{endpoint.Host}' has no address to listen at: {exception.Message}", exception);
        }
    }
}
