using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Statistics;

public sealed class SummaryStatisticsTests(ITestOutputHelper output)
{
    // Of n values the median is below the smallest in 1 of 2ⁿ cases, and as often above the largest.
    [Fact]
    public void Interval_FiveValues_HoldsTheMedianIn15Of16Cases()
    {
        var spread = SummaryStatistics.Describe([4, 1, 5, 2, 3]);

        Assert.Equal((3, 1, 5, 3, 5), (spread.Median, spread.Min, spread.Max, spread.Mean, spread.Count));
        Assert.Equal((1, 5), (spread.Low95, spread.High95));
        Assert.Equal(15.0 / 16, spread.Coverage);
        Assert.Equal(1.581139 / 3, spread.Variation!.Value, 6);
    }

    // Of the table of the sign test: the rank is the greatest that the binomial distribution allows, and coverage is
    // that of Σ C(n, i) ÷ 2ⁿ from the rank to n − rank.
    [Theory]
    [InlineData(6, 1, 1 - (2.0 / 64))]
    [InlineData(8, 1, 1 - (2.0 / 256))]
    [InlineData(9, 2, 1 - (20.0 / 512))]
    [InlineData(10, 2, 1 - (22.0 / 1024))]
    [InlineData(15, 4, 1 - (1152.0 / 32768))]
    [InlineData(30, 10, 0.957226)]
    public void Interval_MoreThanFiveValues_HoldsTheMedianIn95Of100Cases(
        int count, int rank, double coverage)
    {
        double[] values = [.. Enumerable.Range(1, count).Select(value => (double)value).Reverse()];

        var spread = SummaryStatistics.Describe(values);

        Assert.Equal((rank, count + 1 - rank), (spread.Low95, spread.High95));
        Assert.Equal(coverage, spread.Coverage!.Value, 1e-6);
    }

    // One round in five is slow: what Student's interval of the mean makes of it covers the median less often.
    [Theory]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(10)]
    [InlineData(15)]
    [InlineData(30)]
    public void Interval_WithAFifthOfSlowRounds_HoldsTheMedianAsOftenAsStated(int count)
    {
        const int Trials = 4000;
        var random = new SeededRandom(11);

        // Of 0.8 normal and 0.2 normal 30 below, the median is where the normal one has 0.375.
        const double Median = 100 - (2 * 0.318639);
        var (held, said) = (0, 0.0);
        for (var trial = 0; trial < Trials; trial++)
        {
            double[] rounds = [.. Enumerable.Range(0, count).Select(_ =>
                100 + (2 * PairedRatioTests.Normal(random)) - (random.Next(5) == 0 ? 30 : 0))];
            var spread = SummaryStatistics.Describe(rounds);
            held += spread.Low95 <= Median && Median <= spread.High95 ? 1 : 0;
            said = spread.Coverage!.Value;
        }

        output.WriteLine($"{count} rounds: {100.0 * held / Trials:0.0} % of {100 * said:0.0} %");
        Assert.InRange((double)held / Trials, said - 0.015, said + 0.015);
    }

    [Theory]
    [InlineData(10.0, 12.0)]
    [InlineData(10.0, 12.0, 11.0, 10.0)]
    public void Fewer_than_five_values_have_a_variation_and_no_interval(params double[] values)
    {
        var spread = SummaryStatistics.Describe(values);

        Assert.Equal((null, null, null), (spread.Low95, spread.High95, spread.Coverage));
        Assert.InRange(spread.Variation!.Value, 0.05, 0.15);
    }

    [Fact]
    public void The_median_of_an_even_count_is_the_mean_of_the_middle_two() =>
        Assert.Equal(4, SummaryStatistics.Describe([100, 5, 3, 1]).Median);

    [Fact]
    public void Equal_values_have_no_width()
    {
        var spread = SummaryStatistics.Describe([7, 7, 7, 7, 7]);

        Assert.Equal((7, 7, 0), (spread.Low95, spread.High95, spread.Variation));
    }

    [Fact]
    public void One_value_has_no_interval_and_no_variation()
    {
        var spread = SummaryStatistics.Describe([42]);

        Assert.Equal((42, 42, 42, 42, 1), (spread.Median, spread.Min, spread.Max, spread.Mean, spread.Count));
        Assert.Equal((null, null, null), (spread.Low95, spread.High95, spread.Variation));
    }

    [Fact]
    public void A_mean_of_zero_has_no_variation() => Assert.Null(SummaryStatistics.Describe([0, 0]).Variation);

    [Fact]
    public void Describe_NoValues_IsRefused() => Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([]));

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(-1)]
    public void A_value_that_is_no_measurement_is_refused(double value) =>
        Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([1, value]));

    [Fact]
    public void The_median_of_starts_is_that_of_their_medians_whatever_their_number_of_values()
    {
        var spread = SummaryStatistics.DescribeStarts([[10], [11, 11, 11, 11], [12, 12]]);

        Assert.Equal((11, 10, 12, 7, 3), (spread.Median, spread.Min, spread.Max, spread.Count, spread.Starts));
    }

    // Student's t of two degrees of freedom is 4.3027, and the medians have a standard deviation of 1.
    [Fact]
    public void The_interval_over_three_starts_is_that_of_their_medians()
    {
        var spread = SummaryStatistics.DescribeStarts([[10, 10, 10], [11, 11, 11], [12, 12, 12]]);

        Assert.Equal(11 - (4.302653 / Math.Sqrt(3)), spread.Low95!.Value, 5);
        Assert.Equal(11 + (4.302653 / Math.Sqrt(3)), spread.High95!.Value, 5);
        Assert.Equal(0.95, spread.Coverage);
    }

    [Fact]
    public void Starts_that_are_alike_by_chance_have_the_interval_of_all_their_values()
    {
        double[] values = [8, 9, 10, 11, 12];

        var spread = SummaryStatistics.DescribeStarts([values, values, values]);
        var all = SummaryStatistics.Describe([.. values, .. values, .. values]);

        Assert.Equal((10, all.Low95, all.High95), (spread.Median, spread.Low95, spread.High95));
    }

    [Fact]
    public void An_interval_over_starts_does_not_go_below_0() =>
        Assert.Equal(0, SummaryStatistics.DescribeStarts([[1], [50]]).Low95);

    [Fact]
    public void One_start_does_not_show_how_starts_differ() =>
        Assert.Throws<ArgumentException>(() => SummaryStatistics.DescribeStarts([[1, 2, 3]]));

    // Rank sums 15, 40 and 65: H = 12 / (15 x 16) x (225 + 1600 + 4225) / 5 - 3 x 16 = 12.5, and of two degrees of
    // freedom the chance is exp(-H / 2).
    [Fact]
    public void The_chance_that_starts_are_alike_is_that_of_Kruskal_and_Wallis()
    {
        Assert.Equal(
            Math.Exp(-6.25),
            SummaryStatistics.ChanceOfAlike([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]),
            9);
        Assert.Equal(1, SummaryStatistics.ChanceOfAlike([[1, 1], [1, 1]]), 9);
    }
}
