using System.Collections.Concurrent;
using System.Text;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Health;
using AElf.Bench.TestKit.Processes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The metrics of a benchmark about its rounds, during the run.</summary>
public sealed class LiveMetricsTests
{
    private static readonly string[] Endless =
        ["-n", "800", "--groups", "8", "--rounds", "10000", "--ceiling", "off", "--quiet"];

    [Fact]
    public async Task Metrics_DuringTheRun_ShowItsRounds()
    {
        var port = LoopbackPort.Reserve();
        using var run = ProductProcess.Start(new ProductProcessOptions(), [.. Endless, "--http-port", $"{port}"]);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        var text = "";

        await Wait.UntilAsync(
            async () =>
            {
                try
                {
                    text = await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/metrics"), ThisTest.Cancelled);
                }
                catch (HttpRequestException)
                {
                    // The benchmark does not listen yet.
                }

                return text.Contains("aelf_bench_rounds_total{kind=\"measured\"}", StringComparison.Ordinal)
                    || text.Contains("aelf_bench_rounds_total{kind=\"disturbed\"}", StringComparison.Ordinal);
            },
            () => $"rounds in its metrics. It wrote:\n{run.Error}");
        run.Interrupt();
        await run.WaitForExitAsync();

        var metrics = PrometheusReading.Read(text);
        Assert.All(
            (string[])
            [
                "aelf_bench_round_rate_per_second", "aelf_bench_round_latency_seconds",
                "aelf_bench_transfers_rate_per_second", "aelf_bench_retries_total",
            ],
            name => Assert.Contains(name, metrics.Keys, StringComparer.Ordinal));
        Assert.True(metrics["aelf_bench_round_rate_per_second"].Samples[0].Value > 0, text);
    }

    [Fact]
    public async Task Metrics_CollectorPresentOrMissing_AreSentOrWarned()
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        await using var collector = builder.Build();
        var sent = new ConcurrentQueue<string>();
        collector.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted);
            sent.Enqueue($"{context.Request.Path} {Encoding.Latin1.GetString(body.ToArray())}");
        });
        await collector.StartAsync(ThisTest.Cancelled);
        string[] small =
            ["-n", "800", "--groups", "8", "--rounds", "2", "--warmup", "0", "--ceiling", "off", "--quiet"];

        var received = await ProductCall.RunAsync(
            [.. small, "--otlp", collector.Urls.Single()]);
        var lonely = await ProductCall.RunAsync(
            [.. small, "--otlp", $"http://127.0.0.1:{LoopbackPort.Reserve()}"]);

        Assert.Contains("committed and audited", Prose.Unwrapped(received.Output), StringComparison.Ordinal);
        Assert.DoesNotContain("--otlp", received.Error, StringComparison.Ordinal);
        Assert.Contains(
            sent,
            request => request.StartsWith("/v1/metrics ", StringComparison.Ordinal)
                && request.Contains("aelf.bench.round.rate", StringComparison.Ordinal));
        Assert.Contains("committed and audited", Prose.Unwrapped(lonely.Output), StringComparison.Ordinal);
        Prose.AssertNames(lonely.Error, "warning: --otlp", "http://127.0.0.1:");
    }
}
