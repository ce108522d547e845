using System.Text;
using System.Threading.Channels;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;
using AElf.Bench.TestKit.Processes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The export of metrics to an OTLP collector.</summary>
public sealed class OtlpExportTests
{
    [Fact]
    public async Task Export_Collector_ReceivesProtobuf()
    {
        await using var collector = await Collector.StartAsync();
        using var metrics = new ClusterMetrics(() => SampleCluster.Busy, TimeProvider.System);
        using var export = new OtlpExport(new Uri(collector.Address), "aelf-bench-manager");
        metrics.LogSynced(3, TimeSpan.FromMilliseconds(2));

        Assert.True(export.Flush(), "the export failed");

        var (path, type, body) = await collector.NextAsync();
        Assert.Equal("POST /v1/metrics", path);
        Assert.Equal("application/x-protobuf", type);
        Assert.All(
            [
                "AElf.Bench",
                "aelf-bench-manager", "aelf.bench.members", "aelf.bench.mailbox.depth",
                "aelf.bench.transfers.committed", "aelf.bench.log.sync.duration",
                "aelf.bench.stuck.longest", "{transfer}/s", "worker", "bob", "127.0.0.1:6381",
            ],
            (string name) => Assert.Contains(name, body, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Export_ProgramEnds_SendsTheLastFigures()
    {
        await using var collector = await Collector.StartAsync();
        using var metrics = new ClusterMetrics(() => SampleCluster.Busy, TimeProvider.System);

        new OtlpExport(new Uri(collector.Address), "aelf-bench-manager").Dispose();

        Assert.Contains("aelf.bench.members", (await collector.NextAsync()).Body, StringComparison.Ordinal);
    }

    [Fact]
    public void Export_CollectorMissing_LosesOnlyTheFigures()
    {
        using var metrics = new ClusterMetrics(() => SampleCluster.Busy, TimeProvider.System);
        using var export = new OtlpExport(new Uri($"http://127.0.0.1:{LoopbackPort.Reserve()}"), "aelf-bench-manager");

        Assert.False(export.Flush(), "the export did not fail");
    }

    /// <summary>A collector that keeps the requests.</summary>
    private sealed class Collector : IAsyncDisposable
    {
        private readonly Channel<(string, string?, string)> received =
            Channel.CreateUnbounded<(string, string?, string)>();
        private readonly WebApplication app;

        private Collector()
        {
            var builder = WebApplication.CreateSlimBuilder();
            builder.Logging.ClearProviders();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            app = builder.Build();
            app.Run(async context =>
            {
                using var body = new MemoryStream();
                await context.Request.Body.CopyToAsync(body);
                await received.Writer.WriteAsync(
                    (
                        $"{context.Request.Method} {context.Request.Path}",
                        context.Request.ContentType,
                        Encoding.Latin1.GetString(body.ToArray())));
            });
        }

        public string Address => StatusHost.AddressOf(app);

        public static async Task<Collector> StartAsync()
        {
            var collector = new Collector();
            await collector.app.StartAsync();
            return collector;
        }

        public async Task<(string Path, string? Type, string Body)> NextAsync()
        {
            using var deadline = new CancellationTokenSource(Wait.Deadline);
            return await received.Reader.ReadAsync(deadline.Token);
        }

        public ValueTask DisposeAsync() => app.DisposeAsync();
    }
}
