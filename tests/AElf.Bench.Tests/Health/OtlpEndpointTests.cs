using AElf.Bench.Operations.Health;

namespace AElf.Bench.Tests.Health;

public sealed class OtlpEndpointTests
{
    [Theory]
    [InlineData("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/metrics")]
    [InlineData("http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/metrics")]
    [InlineData("https://collector.example/otlp/v1/metrics", "https://collector.example/otlp/v1/metrics")]
    public void Endpoint_WithoutAPath_HasThePathOfMetrics(string given, string expected) =>
        Assert.Equal(expected, OtlpExport.EndpointOf(new Uri(given)).ToString());
}
