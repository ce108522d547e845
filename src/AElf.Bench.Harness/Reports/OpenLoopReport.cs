using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Reports;

/// <summary>A load offered by a schedule: its rate does not show the maximum of the store.</summary>
/// <param name="Rate">The rate in the words of <c>--rate</c>.</param>
/// <param name="Offered">Items that the schedule offers per second.</param>
/// <param name="Achieved">
/// Committed items ÷ time, per second. The time is the length of the schedule, plus the delay of the last item. The
/// delay excludes the median of <see cref="RunReport.LatencyUs"/>, because the last item begins at the end of the
/// schedule.
/// </param>
/// <param name="LatencyUs">
/// Scheduled start to last write acknowledged, µs: the wait of a user. <see cref="RunReport.LatencyUs"/> begins when
/// the first read is queued, and omits the wait before.
/// </param>
/// <param name="LagUs">Scheduled start to first read queued, µs.</param>
/// <param name="LateShare">Share of items with a lag above 1 ms.</param>
public sealed record OpenLoopReport(
    ArrivalRate Rate, double Offered, double Achieved, LatencyReport LatencyUs, LatencyReport LagUs, double LateShare)
{
    /// <summary>Minimum share of the offered rate for a reached rate.</summary>
    public const double MinShare = 0.99;

    public double Share => Achieved / Offered;

    /// <summary>Whether the rate was reached, so that the latency belongs to that rate.</summary>
    public bool IsReached => Share >= MinShare;

    /// <summary>Null in a closed loop.</summary>
    /// <param name="rate">The requested rate; null in a closed loop.</param>
    /// <param name="arrivals">Punctuality of the schedule.</param>
    /// <param name="spans">Sum over the rounds of the time from the schedule's start to the last write.</param>
    /// <param name="rounds">Number of rounds.</param>
    /// <param name="committed">Committed items of the rounds.</param>
    /// <param name="medianUs">Median latency from the first read, µs.</param>
    public static OpenLoopReport? From(
        ArrivalRate? rate, ArrivalStats? arrivals, TimeSpan spans, int rounds, long committed, double? medianUs)
    {
        if (rate is null || arrivals is null
            || LatencyReport.From(arrivals.FromIntended) is not { } latency
            || LatencyReport.From(arrivals.Lag) is not { } lag)
        {
            return null;
        }

        var scheduled = rate.DurationOf(committed);
        var longer = spans - scheduled - (rounds * TimeSpan.FromMicroseconds(medianUs ?? 0));
        return new OpenLoopReport(
            rate,
            rate.Mean,
            committed / (scheduled + (longer > TimeSpan.Zero ? longer : TimeSpan.Zero)).TotalSeconds,
            latency,
            lag,
            (double)arrivals.Lag.CountAbove((long)ArrivalStats.MaxLag.TotalNanoseconds) / arrivals.Lag.Count);
    }
}
