using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Statistics;

public sealed class SummaryStatisticsTests
{
    [Fact]
    public void Five_values_have_the_interval_of_the_t_table()
    {
        // t(0.975, 4) = 2.776445 and s = 1.581139, so half the interval is 2.776445 × 1.581139 ÷ √5 = 1.963243.
        var spread = SummaryStatistics.Describe([4, 1, 5, 2, 3]);

        Assert.Equal((3, 1, 5, 3, 5), (spread.Median, spread.Min, spread.Max, spread.Mean, spread.Count));
        Assert.Equal(3 - 1.963243, spread.Low95!.Value, 6);
        Assert.Equal(3 + 1.963243, spread.High95!.Value, 6);
        Assert.Equal(1.581139 / 3, spread.Variation!.Value, 6);
    }

    [Theory]
    [InlineData(10.0, 12.0)]
    [InlineData(10.0, 12.0, 11.0, 10.0)]
    public void Fewer_than_five_values_have_a_variation_and_no_interval(params double[] values)
    {
        var spread = SummaryStatistics.Describe(values);

        Assert.Equal((null, null), (spread.Low95, spread.High95));
        Assert.InRange(spread.Variation!.Value, 0.05, 0.15);
    }

    [Fact]
    public void An_interval_ends_at_zero_where_values_do()
    {
        // Student's interval has half a width of 2.776445 × 44.721360 ÷ √5 = 55.528899.
        var spread = SummaryStatistics.Describe([0, 0, 0, 0, 100]);

        Assert.Equal(0, spread.Low95);
        Assert.Equal(20 + 55.528899, spread.High95!.Value, 3);
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
    public void No_value_is_refused() => Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([]));

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(-1)]
    public void A_value_that_is_no_measurement_is_refused(double value) =>
        Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([1, value]));
}
