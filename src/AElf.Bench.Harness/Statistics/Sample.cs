using AElf.Bench.Harness.Reports;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Statistics;

/// <summary>What a few repeated measurements say.</summary>
public static class Sample
{
    /// <summary>Describes the values, in their own unit. One value has no interval and no variation.</summary>
    /// <exception cref="ArgumentException">There is no value, or one is not finite.</exception>
    public static Spread Describe(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0)
        {
            throw new ArgumentException("A spread needs at least one value.", nameof(values));
        }

        if (!values.All(double.IsFinite))
        {
            throw new ArgumentException("A spread needs finite values.", nameof(values));
        }

        var mean = values.Mean();
        var (low, high, variation) = values.Count > 1 ? Interval(values, mean) : (null, null, null);
        return new Spread(values.Median(), values.Min(), values.Max(), mean, low, high, variation, values.Count);
    }

    private static (double? Low, double? High, double? Variation) Interval(IReadOnlyCollection<double> values, double mean)
    {
        var deviation = values.StandardDeviation();
        var half = StudentT.InvCDF(location: 0, scale: 1, freedom: values.Count - 1, p: 0.975) * deviation / Math.Sqrt(values.Count);
        return (mean - half, mean + half, mean == 0 ? null : deviation / Math.Abs(mean));
    }
}
