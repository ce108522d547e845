using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Metrics;

public sealed class RoundStatsTests
{
    private static RoundStats Stats(int scale)
    {
        var latency = new LatencyHistogram();
        latency.Record(scale);
        return new RoundStats
        {
            Operations = new OperationCounts(scale, 0, 0, 0, scale, 0),
            FaultOperations = new OperationCounts(0, scale, 0, 0, 0, scale),
            Committed = 2 * scale,
            AllocatedBytes = 3 * scale,
            Cpu = TimeSpan.FromTicks(4 * scale),
            Compiling = TimeSpan.FromTicks(5 * scale),
            Idle = TimeSpan.FromTicks(6 * scale),
            Latency = latency,
            Faults = [new StoreFaultCount("closed", $"actor {scale}", scale)],
        };
    }

    [Fact]
    public void Sum_OfTwo_HasTheSumsOfAllFields()
    {
        var sum = Stats(1) + Stats(10);

        var expected = Stats(11) with { Latency = sum.Latency, Faults = sum.Faults };
        Assert.Equal(expected, sum);
        Assert.Equal(2, sum.Latency.Count);
        Assert.Equal([.. Stats(1).Faults, .. Stats(10).Faults], sum.Faults);
    }
}
