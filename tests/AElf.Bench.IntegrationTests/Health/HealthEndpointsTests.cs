using System.Net;
using System.Net.Http.Headers;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The HTTP endpoints of manager and worker, on a real Kestrel.</summary>
public sealed class HealthEndpointsTests : IDisposable
{
    private readonly HttpClient http = new(new SocketsHttpHandler { UseProxy = false });

    public void Dispose() => http.Dispose();

    private async Task<(HttpResponseMessage Answer, string Text)> AskAsync(
        StatusHost host, string path, string method = "GET", string? name = null, string? origin = null)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), new Uri(host.Address, path));
        request.Headers.Host = name;
        if (origin is not null)
        {
            request.Headers.Add("Origin", origin);
        }

        var answer = await http.SendAsync(request);
        return (answer, await answer.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task Health_WellOrNot_Is200Or503WithReasons()
    {
        await using var host = await StatusHost.ManagerAsync();

        var (well, ok) = await AskAsync(host, "/health");
        Assert.Equal(HttpStatusCode.OK, well.StatusCode);
        Assert.Equal("{\"status\":\"ok\",\"reasons\":[]}", ok);

        host.Health = HealthReport.Degraded("lost");
        var (less, degraded) = await AskAsync(host, "/health");
        Assert.Equal(HttpStatusCode.OK, less.StatusCode);
        Assert.Equal("{\"status\":\"degraded\",\"reasons\":[\"lost\"]}", degraded);

        host.Health = HealthReport.Unavailable("empty", "gone");
        var (ill, reasons) = await AskAsync(host, "/health");
        Assert.Equal(HttpStatusCode.ServiceUnavailable, ill.StatusCode);
        Assert.Equal("""{"status":"unavailable","reasons":["empty","gone"]}""", reasons);
    }

    [Fact]
    public async Task Status_Get_IsTheManagersCurrentStatus()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;

        var (answer, _) = await AskAsync(host, "/status");

        Assert.Equal(
            ("application/json", "utf-8"),
            (answer.Content.Headers.ContentType!.MediaType, answer.Content.Headers.ContentType.CharSet));
        Assert.Equivalent(
            SampleCluster.Busy,
            HealthJson.ReadStatus(await answer.Content.ReadAsByteArrayAsync(ThisTest.Cancelled)), strict: true);
    }

    [Fact]
    public async Task Metrics_Get_AreInPrometheusFormat()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;

        var (answer, text) = await AskAsync(host, "/metrics");

        Assert.Equal(
            ("text/plain", "utf-8"),
            (answer.Content.Headers.ContentType!.MediaType, answer.Content.Headers.ContentType.CharSet));
        Assert.Equal(2, PrometheusReading.Read(text)["aelf_bench_members"].Samples.Single().Value);
    }

    [Fact]
    public async Task Worker_Pages_AreHealthAndMetricsOnly()
    {
        await using var host = await StatusHost.WorkerAsync();

        Assert.Equal(HttpStatusCode.OK, (await AskAsync(host, "/health")).Answer.StatusCode);
        Assert.Equal(
            1,
            PrometheusReading.Read(
                (await AskAsync(host, "/metrics")).Text)["aelf_bench_worker_joined"].Samples.Single().Value);
        Assert.Equal(HttpStatusCode.NotFound, (await AskAsync(host, "/status")).Answer.StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await AskAsync(host, "/")).Answer.StatusCode);
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/health")]
    [InlineData("/status")]
    [InlineData("/metrics")]
    public async Task Head_AnyPage_HasTheHeadersOfGetAndNoBody(string path)
    {
        await using var host = await StatusHost.ManagerAsync();

        var (get, text) = await AskAsync(host, path);
        var (head, nothing) = await AskAsync(host, path, "HEAD");

        Assert.Equal(HttpStatusCode.OK, head.StatusCode);
        Assert.Equal(get.Content.Headers.ContentType, head.Content.Headers.ContentType);
        Assert.NotNull(head.Content.Headers.ContentLength);
        Assert.NotEmpty(text);
        Assert.Empty(nothing);
    }

    [Theory]
    [InlineData("POST")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    [InlineData("OPTIONS")]
    [InlineData("BREW")]
    public async Task Request_OtherMethod_IsRefused(string method)
    {
        await using var host = await StatusHost.ManagerAsync();

        foreach (var path in new[] { "/", "/health", "/status", "/metrics" })
        {
            var (answer, _) = await AskAsync(host, path, method);

            Assert.Equal(HttpStatusCode.MethodNotAllowed, answer.StatusCode);
            Assert.Equal(
                ["GET", "HEAD"], answer.Content.Headers.Allow.Order(StringComparer.Ordinal), StringComparer.Ordinal);
            AssertGuarded(answer);
        }
    }

    [Theory]
    [InlineData("evil.example", HttpStatusCode.BadRequest)]
    [InlineData("evil.example:4053", HttpStatusCode.BadRequest)]
    [InlineData("localhost", HttpStatusCode.OK)]
    [InlineData("bench.example:4053", HttpStatusCode.OK)]
    public async Task Request_OtherHostName_IsRefused(string name, HttpStatusCode expected)
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;

        foreach (var path in new[] { "/", "/health", "/status", "/metrics" })
        {
            var (answer, text) = await AskAsync(host, path, name: name);

            Assert.Equal(expected, answer.StatusCode);
            Assert.True(expected == HttpStatusCode.OK || !text.Contains("ann", StringComparison.Ordinal), text);
        }
    }

    [Fact]
    public async Task Pages_OfAnotherSite_AreRefused()
    {
        await using var host = await StatusHost.ManagerAsync();

        var (answer, _) = await AskAsync(host, "/status", origin: "http://evil.example");

        Assert.DoesNotContain(
            answer.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        AssertGuarded(answer);
    }

    private static void AssertGuarded(HttpResponseMessage answer)
    {
        Assert.Equal("nosniff", Header(answer.Headers, "X-Content-Type-Options"));
        Assert.Contains(
            "default-src 'none'", Header(answer.Headers, "Content-Security-Policy"), StringComparison.Ordinal);
        Assert.Contains(
            "frame-ancestors 'none'", Header(answer.Headers, "Content-Security-Policy"), StringComparison.Ordinal);
        Assert.Equal("no-store", Header(answer.Headers, "Cache-Control"));
    }

    private static string Header(HttpResponseHeaders headers, string name) => string.Join(';', headers.GetValues(name));
}
