using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// What became of a load that was offered by a schedule, whether the store kept up or not: how fast it was is no
/// capacity.
/// </summary>
/// <param name="Rate">The rate as <c>--rate</c> names it.</param>
/// <param name="Offered">What the schedule offers per second.</param>
/// <param name="Achieved">
/// Committed ÷ (the time by the schedule + how much longer it took until the last was done, less the median of
/// <see cref="RunReport.LatencyUs"/>, since the last one begins at the schedule's end).
/// </param>
/// <param name="LatencyUs">
/// Intended start to last write acknowledged, µs: what a user waits. <see cref="RunReport.LatencyUs"/> begins when the
/// first read is queued, and does not know what waited before that.
/// </param>
/// <param name="LagUs">Intended start to first read queued, µs.</param>
/// <param name="LateShare">Share whose lag was more than 1 ms.</param>
public sealed record OpenLoopReport(
    string Rate, double Offered, double Achieved, LatencyReport LatencyUs, LatencyReport LagUs, double LateShare)
{
    /// <summary>Below this share of what was offered the rate was not reached.</summary>
    public const double MinShare = 0.99;

    /// <summary>Achieved ÷ offered.</summary>
    public double Share => Achieved / Offered;

    /// <summary>Whether the rate was reached, so that the latency is one of that rate.</summary>
    public bool IsReached => Share >= MinShare;

    /// <summary>What rounds by a schedule show; null of a closed loop.</summary>
    /// <param name="rate">The rate asked for.</param>
    /// <param name="kept">How the schedule was kept.</param>
    /// <param name="spans">Beginning of the schedule to last write, of all rounds.</param>
    /// <param name="rounds">The rounds.</param>
    /// <param name="committed">What was committed in them.</param>
    /// <param name="medianUs">Median of a transfer, from its first read.</param>
    public static OpenLoopReport? From(
        ArrivalRate? rate, ArrivalStats? kept, TimeSpan spans, int rounds, long committed, double? medianUs)
    {
        if (rate is null || kept is null
            || LatencyReport.From(kept.FromIntended) is not { } latency
            || LatencyReport.From(kept.Lag) is not { } lag)
        {
            return null;
        }

        var scheduled = rate.DurationOf(committed);
        var longer = spans - scheduled - (rounds * TimeSpan.FromMicroseconds(medianUs ?? 0));
        return new OpenLoopReport(
            rate.ToString(),
            rate.Mean,
            committed / (scheduled + (longer > TimeSpan.Zero ? longer : TimeSpan.Zero)).TotalSeconds,
            latency,
            lag,
            (double)kept.Lag.CountAbove((long)ArrivalStats.MaxLag.TotalNanoseconds) / kept.Lag.Count);
    }
}
