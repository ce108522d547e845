using System.Globalization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Metrics;

public sealed class PercentileTextTests
{
    // The output of HdrHistogram's outputPercentileDistribution for the values 1, 2, 3 and 4, in its columns.
    private const string FourValues = """
               Value     Percentile TotalCount 1/(1-Percentile)

               0.001 0.000000000000          1           1.00
               0.001 0.100000000000          1           1.11
               0.001 0.200000000000          1           1.25
               0.002 0.300000000000          2           1.43
               0.002 0.400000000000          2           1.67
               0.002 0.500000000000          2           2.00
               0.003 0.550000000000          3           2.22
               0.003 0.600000000000          3           2.50
               0.003 0.650000000000          3           2.86
               0.003 0.700000000000          3           3.33
               0.003 0.750000000000          3           4.00
               0.004 0.775000000000          4           4.44
               0.004 1.000000000000          4
        #[Mean    =        0.003, StdDeviation   =        0.001]
        #[Max     =        0.004, Total count    =            4]
        #[Buckets =           35, SubBuckets     =          256]

        """;

    [Fact]
    public void PercentileText_EqualsTheTextOfHdrHistogram() => Assert.Equal(
        FourValues.ReplaceLineEndings("\n"), Approved.InCommaCulture(() => PercentileText.Format(Of(1, 2, 3, 4))));

    [Fact]
    public void Format_Empty_HasHeadAndSummary() =>
        Assert.Equal(
            ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"],
            Lines(Of())[0].Split(' ', StringSplitOptions.RemoveEmptyEntries));

    [Fact]
    public void PercentileText_EveryLine_EqualsTheHistogram()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var histogram = Of(
            [.. Enumerable.Range(0, 20_000).Select(_ => (long)Math.Pow(10, 3 + (4 * random.NextDouble())))]);
        var rows = Lines(histogram).Where(line => line.Length > 0 && !line.StartsWith('#')).Skip(1)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();

        Assert.True(rows.Count > 40, $"seed {seed}");
        Assert.All(rows, row => Assert.Equal(
            histogram.ValueAtPercentile(100 * Number(row[1])) / 1000.0, Number(row[0]), 3));
        Assert.Equal(["1.000000000000", "20000"], rows[^1][1..]);
    }

    private static string[] Lines(LatencyHistogram histogram) => PercentileText.Format(histogram).Split('\n');

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static LatencyHistogram Of(params long[] nanoseconds)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(nanoseconds, histogram.Record);
        return histogram;
    }
}
