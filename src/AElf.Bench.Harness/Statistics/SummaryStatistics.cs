using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Statistics;

/// <summary>Describes a few repeated measurements of a quantity that cannot be below 0.</summary>
public static class SummaryStatistics
{
    /// <summary>
    /// Minimum number of values for an interval. The smallest and largest of five values enclose the median in 93.8 %
    /// of cases; of four values, in 87.5 %.
    /// </summary>
    public const int MinForInterval = 5;

    // The requested share of cases in which an interval contains the median.
    private const double Coverage = 0.95;

    /// <summary>
    /// Describes values in their own unit. A single value has no variation, and fewer than five values have no
    /// interval.
    /// </summary>
    /// <exception cref="ArgumentException">The values are empty, or a value is negative or not finite.</exception>
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
    /// Describes values of several process starts. Starts differ more than the values of one start. The median is that
    /// of the starts' medians. The interval is Student's t over these medians (Kalibera and Jones, Rigorous
    /// benchmarking in reasonable time, ISMM 2013, section 6). Each median counts once, for any number of values: the
    /// spread of the medians contains the spread of the starts and of the values. If a few starts are equal by chance,
    /// the ranks of all values or the median may lie outside. The interval is then widened to them.
    /// </summary>
    /// <param name="starts">Values of each start, at least two starts.</param>
    /// <exception cref="ArgumentException">
    /// There are fewer than two starts, a start has no value, or a value is negative or not finite.
    /// </exception>
    public static Spread DescribeStarts(IReadOnlyList<IReadOnlyCollection<double>> starts)
    {
        if (starts.Count < 2)
        {
            throw new ArgumentException("At least two starts are needed.", nameof(starts));
        }

        double[] medians = [.. starts.Select(values => WithoutInterval(values).Median)];
        var all = Describe([.. starts.SelectMany(values => values)]);
        var (mean, half, median) = (medians.Mean(), HalfWidth(medians), medians.Median());
        return all with
        {
            Median = median,
            Low95 = Math.Max(0, Math.Min(Math.Min(mean - half, median), all.Low95 ?? median)),
            High95 = Math.Max(Math.Max(mean + half, median), all.High95 ?? median),
            Coverage = Coverage,
            Starts = starts.Count,
        };
    }

    /// <summary>
    /// The probability that equal starts differ as much as these, by the ranks of their values (Kruskal and Wallis, Use
    /// of ranks in one-criterion variance analysis, 1952). Ranks assume no shape of the noise.
    /// </summary>
    /// <param name="starts">Values of each start, at least two starts.</param>
    public static double ChanceOfAlike(IReadOnlyList<IReadOnlyCollection<double>> starts)
    {
        double[] sorted = [.. starts.SelectMany(values => values).Order()];

        // Equal values share the mean of their ranks.
        var ranks = sorted.Index().GroupBy(each => each.Item).ToDictionary(
            group => group.Key, group => group.Average(each => each.Index + 1.0));
        var count = (double)sorted.Length;
        var sum = starts.Sum(values => Math.Pow(values.Sum(value => ranks[value]), 2) / values.Count);
        var statistic = (12 / (count * (count + 1)) * sum) - (3 * (count + 1));
        return 1 - ChiSquared.CDF(starts.Count - 1, Math.Max(0, statistic));
    }

    private static double HalfWidth(double[] values) =>
        StudentT.InvCDF(location: 0, scale: 1, freedom: values.Length - 1, p: 0.975)
            * values.StandardDeviation() / Math.Sqrt(values.Length);

    // The median is below the value of a rank if fewer than that many values are below the median. Each value is below
    // it with probability 1/2, for any distribution (David and Nagaraja, Order Statistics, 2003, section 7.1). The
    // result is the highest rank with enough coverage.
    private static int Rank(int count)
    {
        var rank = 1;
        while (CoverageOf(rank + 1, count) >= Coverage)
        {
            rank++;
        }

        return rank;
    }

    // More digits would differ between processors.
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
            throw new ArgumentException("A spread needs finite values of at least 0.", nameof(values));
        }

        var mean = values.Mean();
        var deviation = values.StandardDeviation();
        double? variation = values.Count > 1 && mean > 0 ? deviation / mean : null;
        return new Spread(values.Median(), values.Min(), values.Max(), mean, null, null, variation, values.Count);
    }
}
