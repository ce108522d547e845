using System.Reflection;
using AElf.Bench.Core.Metrics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// Sends the metrics to an OpenTelemetry collector by OTLP over HTTP with protobuf, until it is disposed.
/// </summary>
public sealed class OtlpExport : IDisposable
{
    private const string MetricsPath = "v1/metrics";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    private readonly MeterProvider provider;

    /// <summary>
    /// Sends every ten seconds to the collector at <paramref name="collector"/>, such as <c>http://127.0.0.1:4318</c>.
    /// </summary>
    /// <param name="collector">URL of the collector; <c>/v1/metrics</c> is added to a URL without a path.</param>
    /// <param name="service">The service name of this process, such as <c>aelf-bench-manager</c>.</param>
    public OtlpExport(Uri collector, string service)
    {
        var build = typeof(OtlpExport).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        provider = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(
                ResourceBuilder.CreateEmpty().AddService(service, serviceVersion: build?.InformationalVersion))
            .AddMeter(BenchMeters.Name)
            .AddOtlpExporter((exporter, reader) =>
            {
                exporter.Endpoint = EndpointOf(collector);
                exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
                exporter.TimeoutMilliseconds = (int)Timeout.TotalMilliseconds;
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds =
                    (int)Interval.TotalMilliseconds;
            })
            .Build();
    }

    /// <summary>Sends the current metrics; false if the collector does not answer in time.</summary>
    public bool Flush() => provider.ForceFlush((int)Timeout.TotalMilliseconds);

    /// <summary>
    /// Sends the current metrics and stops. Waits at most five seconds for the collector. The instruments must not be
    /// disposed before.
    /// </summary>
    public void Dispose()
    {
        provider.Shutdown((int)Timeout.TotalMilliseconds);
        provider.Dispose();
    }

    /// <summary>The URL that requests go to.</summary>
    internal static Uri EndpointOf(Uri collector) =>
        collector.AbsolutePath.Length > 1 ? collector : new Uri(collector, MetricsPath);
}
