using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Tests.Reports;

public sealed class OpenLoopReportTests
{
    private static readonly ArrivalRate Rate = ArrivalRate.Parse("1000")!;

    [Fact]
    public void OpenLoop_LastTransferEndsWithTheSchedule_ReachedTheRate() =>
        Assert.Equal((1000, true), Reached(From(seconds: 2 + 0.0008, medianUs: 800)));

    [Fact]
    public void OpenLoop_LongerThanTheSchedule_HasALowerRate() =>
        Assert.Equal((800, false), Reached(From(seconds: 2.5 + 0.0008, medianUs: 800)));

    [Theory]
    [InlineData(2.019, true)]
    [InlineData(2.021, false)]
    public void OpenLoop_99PercentOfTheRate_CountsAsReached(double seconds, bool isReached) =>
        Assert.Equal(isReached, From(seconds, medianUs: 0)!.IsReached);

    [Fact]
    public void OpenLoop_QueueLeftAtTheEnd_HasNotReachedTheRate()
    {
        // Each transfer was sent in time, since none waits for another, but the store had half the rate: the last ones
        // waited 2 s, half of them more than 1 s.
        Assert.Equal((667, false), Reached(From(seconds: 4, medianUs: 1_000_000)));
    }

    [Fact]
    public void OpenLoop_SentLate_IsCounted() =>
        Assert.Equal(0.25, From(seconds: 2, medianUs: 0)!.LateShare);

    [Fact]
    public void OpenLoop_ClosedLoop_IsNull() =>
        Assert.Null(OpenLoopReport.From(null, Kept(), TimeSpan.FromSeconds(2), 1, 2000, 0));

    private static (double Achieved, bool IsReached) Reached(OpenLoopReport? loop) =>
        (Math.Round(loop!.Achieved), loop.IsReached);

    private static OpenLoopReport? From(double seconds, double medianUs) =>
        OpenLoopReport.From(Rate, Kept(), TimeSpan.FromSeconds(seconds), rounds: 1, committed: 2000, medianUs);

    private static ArrivalStats Kept()
    {
        var kept = new ArrivalStats();
        foreach (var lag in new[] { 10_000, 200_000, 900_000, 1_500_000 })
        {
            kept.Record(lag + 500_000, lag);
        }

        return kept;
    }
}
