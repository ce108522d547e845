using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings.CommandLine;
using AElf.Concurrency.Manager.Submitted;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace AElf.Concurrency.Manager;

/// <summary>The manager's HTTP server: runs for benchmarks, and its own status.</summary>
internal static class ManagerServer
{
    /// <summary>Starts the listener.</summary>
    /// <exception cref="IOException">It cannot listen on the address.</exception>
    public static async Task<WebApplication> StartAsync(
        ProgramOptions options,
        RunQueue queue,
        StatusReader status,
        ClusterMetrics metrics,
        PrometheusText text,
        CancellationToken ending)
    {
        var (hosts, limits) = (options.Hosts, ListenerLimits.OfProcess);
        var application = ClusterListener.Build(hosts, limits, listen =>
        {
            if (hosts.CertificateFile is { } certificate)
            {
                listen.UseHttps(tls =>
                {
                    tls.ServerCertificate = X509Certificate2.CreateFromPemFile(certificate, hosts.KeyFile);
                    if (hosts.ClientAuthorityFile is not null)
                    {
                        // Authorisation checks the certificate, because it can send the reason to the client.
                        tls.ClientCertificateMode = ClientCertificateMode.AllowCertificate;
                        tls.AllowAnyClientCertificate();
                    }
                });
            }
        });
        new RunEndpoints(
            queue,
            new Authorisation(hosts, TimeProvider.System),
            new RunBody(limits.AdmissionDeadline),
            ending).Map(application);
        HealthEndpoints.Map(application, status.Health, text, status.Read);
        await ClusterListener.StartAsync(application, hosts);
        return application;
    }
}
