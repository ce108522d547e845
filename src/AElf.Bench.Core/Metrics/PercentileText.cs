using System.Globalization;
using System.Text;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// Writes a histogram in the format of HdrHistogram's <c>outputPercentileDistribution</c> (Java and C, five ticks for
/// each half of the distance to 100 %), usually a <c>.hgrm</c> file. HdrHistogram's plotter and other tools read it.
/// </summary>
public static class PercentileText
{
    private const int TicksPerHalfDistance = 5;
    private const double PerMicrosecond = 1000;

    // The values of HdrHistogram for the same precision and range: 256 values, then doubled up to an hour.
    private const int SubBuckets = 256;
    private const int Buckets = 35;

    /// <summary>Writes a histogram, values in microseconds.</summary>
    public static string Format(LatencyHistogram histogram)
    {
        var text = new StringBuilder($"{"Value",12} {"Percentile",14} {"TotalCount",10} {"1/(1-Percentile)",14}\n\n");
        var (level, seen, last) = (0.0, 0L, 0L);
        foreach (var (nanoseconds, count) in histogram.Filled())
        {
            (seen, last) = (seen + count, nanoseconds);

            // A bucket has a line for every level that it reaches. The last bucket has one line.
            while (100.0 * seen / histogram.Count >= level)
            {
                Line(text, nanoseconds, level, seen);
                level += Step(level);
                if (seen == histogram.Count)
                {
                    break;
                }
            }
        }

        if (histogram.Count > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"{last / PerMicrosecond,12:0.000} {1,2:0.000000000000} ")
                .Append(CultureInfo.InvariantCulture, $"{seen,10}\n");
        }

        return Summary(text, histogram).ToString();
    }

    private static void Line(StringBuilder text, long nanoseconds, double level, long seen) => text.Append(
        CultureInfo.InvariantCulture,
        $"{nanoseconds / PerMicrosecond,12:0.000} {level / 100:0.000000000000} {seen,10} ")
        .Append(CultureInfo.InvariantCulture, $"{1 / (1 - (level / 100)),14:0.00}\n");

    // The step halves each time the distance to 100 % halves.
    private static double Step(double level)
    {
        var halvings = (int)Math.Floor(Math.Log2(100 / (100 - level))) + 1;
        return 100 / (TicksPerHalfDistance * Math.Pow(2, halvings));
    }

    private static StringBuilder Summary(StringBuilder text, LatencyHistogram histogram) => text
        .Append(CultureInfo.InvariantCulture, $"#[Mean    = {histogram.Mean / PerMicrosecond,12:0.000}, ")
        .Append(CultureInfo.InvariantCulture, $"StdDeviation   = {histogram.Deviation / PerMicrosecond,12:0.000}]\n")
        .Append(CultureInfo.InvariantCulture, $"#[Max     = {histogram.Max / PerMicrosecond,12:0.000}, ")
        .Append(CultureInfo.InvariantCulture, $"Total count    = {histogram.Count,12}]\n")
        .Append(CultureInfo.InvariantCulture, $"#[Buckets = {Buckets,12}, SubBuckets     = {SubBuckets,12}]\n");
}
