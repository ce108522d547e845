using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Statistics;

/// <summary>Describes a few repeated measurements of a quantity that cannot be below 0.</summary>
public static class SummaryStatistics
{
    /// <summary>
    /// The fewest values that have an interval: smallest and largest of five hold the median in 93.8 % of cases, those
    /// of four in no more than 87.5 %.
    /// </summary>
    public const int MinForInterval = 5;

    // The share of cases in which an interval is to hold the median.
    private const double Coverage = 0.95;

    /// <summary>
    /// Describes values in their own unit. One value has no variation, and fewer than five have no interval.
    /// </summary>
    /// <exception cref="ArgumentException">There is no value, or one is negative or not finite.</exception>
    public static Spread Describe(IReadOnlyCollection<double> values)
    {
        var spread = WithoutInterval(values);
        if (values.Count < MinForInterval)
        {
            return spread;
        }

        var rank = Rank(values.Count);
        double[] sorted = [.. values.Order()];
        return spread with
        {
            Low95 = sorted[rank - 1],
            High95 = sorted[^rank],
            Coverage = CoverageOf(rank, values.Count),
        };
    }

    /// <summary>
    /// Describes values as older reports did, whose spreads have no coverage: their interval is that of the mean
    /// (Student's t), cut at 0.
    /// </summary>
    /// <exception cref="ArgumentException">There is no value, or one is negative or not finite.</exception>
    public static Spread DescribeMean(IReadOnlyCollection<double> values)
    {
        var spread = WithoutInterval(values);
        if (values.Count < MinForInterval)
        {
            return spread;
        }

        var half = StudentT.InvCDF(location: 0, scale: 1, freedom: values.Count - 1, p: 0.975)
            * values.StandardDeviation() / Math.Sqrt(values.Count);
        return spread with { Low95 = Math.Max(0, spread.Mean - half), High95 = spread.Mean + half };
    }

    // The median is below the value of a rank when fewer than that many values are below the median, each of which is a
    // toss of a coin: this holds whatever the values are drawn from (David and Nagaraja, Order Statistics, 2003,
    // section 7.1). The highest rank that holds often enough is taken.
    private static int Rank(int count)
    {
        var rank = 1;
        while (CoverageOf(rank + 1, count) >= Coverage)
        {
            rank++;
        }

        return rank;
    }

    // More digits would differ from one processor to another.
    private static double CoverageOf(int rank, int count) =>
        Math.Round(1 - (2 * Binomial.CDF(0.5, count, rank - 1)), 6);

    private static Spread WithoutInterval(IReadOnlyCollection<double> values)
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
        double? variation = values.Count > 1 && mean > 0 ? deviation / mean : null;
        return new Spread(values.Median(), values.Min(), values.Max(), mean, null, null, variation, values.Count);
    }
}
