using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Comparisons;

public sealed class GateForecastTests
{
    [Fact]
    public void Without_a_pair_there_is_nothing_to_continue() =>
        Assert.Null(GateForecast.PairsNeeded(new PairedRatio(smallest: 0.05).Logs, seed: 1));
}
