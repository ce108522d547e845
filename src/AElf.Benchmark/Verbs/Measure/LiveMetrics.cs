using System.Diagnostics.Metrics;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Operations.Health;
using Microsoft.AspNetCore.Builder;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Publishes the progress of a running call: at <c>/metrics</c>, and to an OpenTelemetry collector.</summary>
internal sealed class LiveMetrics : IDisposable
{
    private const int MaxReaders = 100;

    private readonly Meter meter = new(BenchMeters.Name);
    private readonly OtlpExport? export;
    private readonly PrometheusText? text;
    private readonly WebApplication? pages;
    private readonly Uri? collector;

    private LiveMetrics(BenchmarkOptions options, CallProgress call)
    {
        collector = options.Settings.Get(ClusterSettings.Otlp);
        meter.CreateObservableGauge(
            "aelf.bench.transfers.rate",
            () => call.Rate ?? 0,
            "{transfer}/s",
            "Transfers committed per second in the last slice, not audited.");
        if (collector is not null)
        {
            export = new OtlpExport(collector, "aelf-benchmark");
        }

        if (PortOf(options) is { } port)
        {
            // Listens as a benchmark without a cluster, even if a manager makes the runs.
            var hosts = options.Hosts with { HttpPort = port, IsCluster = false };
            text = new PrometheusText(meter, RunMetrics.Instruments);
            pages = ClusterListener.Build(hosts, new ListenerLimits(MaxReaders));
            HealthEndpoints.Map(pages, () => HealthReport.Ok, text);
            ClusterListener.StartAsync(pages, hosts).GetAwaiter().GetResult();
        }
    }

    /// <summary>Starts publishing; null if no option requests it.</summary>
    /// <exception cref="IOException">The port cannot be listened on.</exception>
    public static LiveMetrics? Open(BenchmarkOptions options, CallProgress call) =>
        options.Settings.Get(ClusterSettings.Otlp) is null && PortOf(options) is null
            ? null
            : new LiveMetrics(options, call);

    /// <summary>Sends the last metrics.</summary>
    public void Dispose()
    {
        if (export?.Flush() == false)
        {
            Console.Error.WriteLine(
                $"warning: --otlp: {collector} accepted no metrics at the end of the call: expected a collector that "
                    + "speaks OTLP over HTTP");
        }

        export?.Dispose();
        pages?.DisposeAsync().AsTask().GetAwaiter().GetResult();
        text?.Dispose();
        meter.Dispose();
    }

    // A port in a file is for the manager.
    private static int? PortOf(BenchmarkOptions options) =>
        options.Settings.IsTyped(ClusterSettings.HttpPort) ? options.Settings.Get(ClusterSettings.HttpPort) : null;
}
