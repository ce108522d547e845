using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;
using AElf.Bench.TestKit.Servers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The HTTP endpoints of a manager or a worker, with the status that the test sets.</summary>
internal sealed class StatusHost : IAsyncDisposable
{
    private readonly WebApplication app;
    private readonly ClusterMetrics metrics;
    private readonly WorkerMetrics workerMetrics;
    private readonly PrometheusText text;
    private volatile ClusterStatus status = SampleCluster.Empty;
    private volatile HealthReport health = HealthReport.Ok;
    private int disposed;

    private StatusHost(bool isManager, int port, SelfMadeAuthority? authority)
    {
        metrics = new ClusterMetrics(() => status, TimeProvider.System);
        workerMetrics = new WorkerMetrics(() => SampleCluster.Ann, TimeProvider.System);
        text = new PrometheusText(isManager ? metrics.Meter : workerMetrics.Meter);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls($"{(authority is null ? "http" : "https")}://127.0.0.1:{port}");
        if (authority is not null)
        {
            builder.WebHost.UseKestrelHttpsConfiguration();
            builder.WebHost.ConfigureKestrel(server => server.ConfigureHttpsDefaults(
                https => https.ServerCertificate = X509Certificate2.CreateFromPemFile(
                    authority.CertificateFile, authority.KeyFile)));
        }

        builder.Services.AddHostFiltering(filter => filter.AllowedHosts = AllowedHosts.For(
            new ActorSystemOptions { Address = new Endpoint("127.0.0.1", 4053), AllowedHosts = ["bench.example"] }));
        app = builder.Build();
        app.UseHostFiltering();
        if (isManager)
        {
            HealthEndpoints.Map(app, () => health, text, () => status);
        }
        else
        {
            HealthEndpoints.Map(app, () => health, text);
        }
    }

    public ClusterStatus Status
    {
        set => status = value;
    }

    public HealthReport Health
    {
        set => health = value;
    }

    public int Port { get; private set; }

    public Endpoint Endpoint => new("127.0.0.1", Port);

    public Uri Address => new($"http://{Endpoint}/");

    public static Task<StatusHost> ManagerAsync(int port = 0, SelfMadeAuthority? authority = null) =>
        StartAsync(new StatusHost(isManager: true, port, authority));

    public static Task<StatusHost> WorkerAsync() =>
        StartAsync(new StatusHost(isManager: false, port: 0, authority: null));

    /// <summary>Ends the server. A second call does nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref disposed, 1) == 1)
        {
            return;
        }

        // Clients keep their connections open, so their end is not awaited.
        using var atOnce = new CancellationTokenSource();
        await atOnce.CancelAsync();
        await app.StopAsync(atOnce.Token);
        await app.DisposeAsync();
        text.Dispose();
        metrics.Dispose();
        workerMetrics.Dispose();
    }

    /// <summary>The address of a running application.</summary>
    internal static string AddressOf(WebApplication app) =>
        app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();

    private static async Task<StatusHost> StartAsync(StatusHost host)
    {
        await host.app.StartAsync();
        host.Port = new Uri(AddressOf(host.app)).Port;
        return host;
    }
}
