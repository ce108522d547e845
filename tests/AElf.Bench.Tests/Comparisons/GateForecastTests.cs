using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Comparisons;

public sealed class GateForecastTests
{
    [Fact]
    public void Forecast_WithoutAPair_IsAbsent() =>
        Assert.Null(GateForecast.PairsNeeded(new PairedRatio(smallest: 0.05).Logs, seed: 1));
}
