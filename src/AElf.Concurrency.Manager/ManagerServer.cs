using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Cluster.Health;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Concurrency.Manager.CommandLine;
using AElf.Concurrency.Manager.Submitted;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.Hosting;

namespace AElf.Concurrency.Manager;

/// <summary>
/// The manager's listener: WebSockets for workers, runs for benchmarks, and what it shows of itself over HTTP.
/// </summary>
internal static class ManagerServer
{
    /// <summary>Starts to listen.</summary>
    /// <exception cref="IOException">The address cannot be listened at.</exception>
    public static async Task<WebApplication> StartAsync(
        ManagerProgramOptions options,
        ManagerHost host,
        RunQueue queue,
        ConnectionOptions connection,
        StatusReader status,
        ClusterMetrics metrics,
        PrometheusText text,
        CancellationToken ending)
    {
        var hosts = options.Hosts;
        var application = ClusterListener.Build(hosts, options.Limits, listen =>
        {
            if (hosts.CertificateFile is { } certificate)
            {
                listen.UseHttps(tls =>
                {
                    tls.ServerCertificate = X509Certificate2.CreateFromPemFile(certificate, hosts.KeyFile);
                    if (hosts.ClientAuthorityFile is not null)
                    {
                        // Judged where somebody joins or submits, who can be told why then.
                        tls.ClientCertificateMode = ClientCertificateMode.AllowCertificate;
                        tls.AllowAnyClientCertificate();
                    }
                });
            }
        });
        application.UseWebSockets(
            new WebSocketOptions
            {
                KeepAliveInterval = FrameConnection.KeepAliveInterval,
                KeepAliveTimeout = FrameConnection.KeepAliveTimeout,
            });
        var deadline = options.Limits.StrangerDeadline;
        if (hosts.Engine == Engine.BuiltIn)
        {
            var certificates = hosts.ClientAuthorityFile is { } authority ? new ClientCertificates(authority) : null;
            var ofWorkers = connection with { Limits = PeerLimits.OfWorkers(deadline) };
            application.Map(
                "/worker",
                context => ServeAsync(context, certificates, ofWorkers, channel => host.ServeAsync(channel, ending)));
        }

        new RunEndpoints(queue, new RunGuard(hosts, TimeProvider.System), new RunBody(deadline), ending)
            .Map(application);
        HealthEndpoints.Map(application, status.Health, text, status.Read);
        await ClusterListener.StartAsync(application, hosts.HttpAddress);
        return application;
    }

    private static async Task ServeAsync(
        HttpContext context,
        ClientCertificates? certificates,
        ConnectionOptions options,
        Func<IMessageChannel, Task> serve)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            await RefuseAsync(
                context,
                StatusCodes.Status426UpgradeRequired,
                "this is a WebSocket of the cluster's own protocol; / shows the cluster");
            return;
        }

        // A browser says whose page it opens a WebSocket for, and lets any page do so; workers are no pages.
        if (context.Request.Headers.Origin.Count > 0)
        {
            await RefuseAsync(
                context, StatusCodes.Status403Forbidden, "this WebSocket is for workers, not for pages");
            return;
        }

        if (certificates?.IsTrusted(context.Connection.ClientCertificate) == false)
        {
            await RefuseAsync(
                context,
                (int)ClientCertificates.Answer,
                "a certificate of the authority of this manager's --client-ca is wanted here");
            return;
        }

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

    private static Task RefuseAsync(HttpContext context, int code, string reason)
    {
        context.Response.StatusCode = code;
        context.Response.ContentType = "text/plain; charset=utf-8";
        return context.Response.WriteAsync(reason + "\n");
    }
}
