using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Tests.Reports;

public sealed class RunReportTests
{
    [Fact]
    public void Keys_ServerDoesNotCount_AreUnknownOverSeveralRounds()
    {
        var uncounted = new OperationCounts(0, 0, 5, 5, -1, -1);

        Assert.Equal(
            new OperationReport(0, 0, 10, 10, KeysRead: null, KeysWritten: null),
            OperationReport.From(uncounted + uncounted));
    }

    [Fact]
    public void Latency_Nanoseconds_IsReportedInMicroseconds()
    {
        var histogram = new LatencyHistogram();
        for (var microseconds = 1; microseconds <= 1000; microseconds++)
        {
            histogram.Record(1000L * microseconds);
        }

        var latency = LatencyReport.From(histogram)!;

        Assert.InRange(latency.P50, 500, 505);
        Assert.InRange(latency.P90, 900, 909);
        Assert.InRange(latency.P99, 990, 1000);
        Assert.InRange(latency.P999, 999, 1000);
        Assert.Equal((1000, 1000), (latency.Max, latency.Count));
        Assert.InRange(latency.Min, 0.992, 1);
        Assert.InRange(latency.Mean, 500.5 * 0.996, 500.5 * 1.004);
    }

    [Fact]
    public void CriticalPath_StepsAndLatency_BoundTps()
    {
        var latency = new LatencyReport(100, 100, 100, 100, 400, 3) { Min = 50, Mean = 200 };

        // 8,000 transfers, 100 of them in sequence with 200 µs each: 20 ms for a block, or 5 ms with 50 µs each.
        Assert.Equal(
            new CriticalPathReport(Steps: 100, Tps: 400_000, Share: 0.5, MaxTps: 1_600_000, MaxShare: 0.125),
            CriticalPathReport.From(100, 8_000, latency, tps: 200_000));
    }

    [Fact]
    public void CriticalPath_MissingFacts_IsNull()
    {
        var latency = new LatencyReport(100, 100, 100, 100, 400, 3) { Min = 50, Mean = 200 };

        Assert.Null(CriticalPathReport.From(steps: null, 8_000, latency, 200_000));
        Assert.Null(CriticalPathReport.From(100, 8_000, latency: null, 200_000));
        Assert.Null(CriticalPathReport.From(100, 8_000, latency, tps: null));
    }

    [Fact]
    public void Latency_Empty_IsNull() => Assert.Null(LatencyReport.From(new LatencyHistogram()));

    [Theory]
    [InlineData(6, 6L)]
    [InlineData(0, 0L)]
    [InlineData(-1, null)]
    public void KeysWritten_ServerDoesNotCount_AreNull(long counted, long? reported) => Assert.Equal(
        new OperationReport(1, 2, 3, 4, 5, reported),
        OperationReport.From(new OperationCounts(1, 2, 3, 4, 5, counted)));

    [Fact]
    public void Published_RunWithAFigure_IsUnchanged() =>
        Assert.Same(ExampleReports.PassingRedis, ExampleReports.PassingRedis.Published());

    [Fact]
    public void Published_RunWithoutARound_IsFailed()
    {
        var published = (ExampleReports.PassingRedis with { Rounds = [], Tps = null }).Published();

        Assert.Equal(Verdict.Failed, published.Verdict);
        Assert.Equal(["no round was measured"], published.Reasons);
    }
}
