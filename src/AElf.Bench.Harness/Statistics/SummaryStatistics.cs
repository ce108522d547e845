using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Statistics;

/// <summary>What a few repeated measurements of something that cannot be below 0 say.</summary>
public static class SummaryStatistics
{
    /// <summary>The fewest values that have an interval: of two, it is nine times as wide as they are apart.</summary>
    public const int MinForInterval = 5;

    /// <summary>
    /// Describes the values, in their own unit. One value has no variation, and fewer than five have no interval.
    /// </summary>
    /// <exception cref="ArgumentException">There is no value, or one is negative or not finite.</exception>
    public static Spread Describe(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0)
        {
            throw new ArgumentException("A spread needs at least one value.", nameof(values));
        }

        if (!values.All(value => double.IsFinite(value) && value >= 0))
        {
            throw new ArgumentException("A spread needs finite values, none below 0.", nameof(values));
        }

        var mean = values.Mean();
        var deviation = values.StandardDeviation();
        var (low, high) = values.Count >= MinForInterval ? Interval(values.Count, mean, deviation) : (null, null);
        double? variation = values.Count > 1 && mean > 0 ? deviation / mean : null;
        return new Spread(values.Median(), values.Min(), values.Max(), mean, low, high, variation, values.Count);
    }

    // What cannot be below 0 has no mean below it either.
    private static (double? Low, double? High) Interval(int count, double mean, double deviation)
    {
        var half = StudentT.InvCDF(location: 0, scale: 1, freedom: count - 1, p: 0.975) * deviation / Math.Sqrt(count);
        return (Math.Max(0, mean - half), mean + half);
    }
}
