using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Statistics;

public sealed class SummaryStatisticsTests(ITestOutputHelper output)
{
    // In 1 of 2ⁿ cases the median is below the smallest of n values, and in as many above the largest.
    [Fact]
    public void Interval_FiveValues_HoldsTheMedianIn15Of16Cases()
    {
        var spread = SummaryStatistics.Describe([4, 1, 5, 2, 3]);

        Assert.Equal((3, 1, 5, 3, 5), (spread.Median, spread.Min, spread.Max, spread.Mean, spread.Count));
        Assert.Equal((1, 5), (spread.Low95, spread.High95));
        Assert.Equal(15.0 / 16, spread.Coverage);
        Assert.Equal(1.581139 / 3, spread.Variation!.Value, 6);
    }

    // From the table of the sign test: the rank is the largest that the binomial distribution allows; the coverage is
    // the sum of C(n, i) ÷ 2ⁿ from the rank to n − rank.
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

    // One round in five is slow. Student's interval of the mean would contain the median less often than stated.
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

        // With 0.8 normal and 0.2 normal 30 below, the median is the 0.375 quantile of the first.
        const double Median = 100 - (2 * 0.318639);
        var (held, stated) = (0, 0.0);
        for (var trial = 0; trial < Trials; trial++)
        {
            double[] rounds = [.. Enumerable.Range(0, count).Select(_ =>
                100 + (2 * PairedRatioTests.Normal(random)) - (random.Next(5) == 0 ? 30 : 0))];
            var spread = SummaryStatistics.Describe(rounds);
            held += spread.Low95 <= Median && Median <= spread.High95 ? 1 : 0;
            stated = spread.Coverage!.Value;
        }

        output.WriteLine($"{count} rounds: {100.0 * held / Trials:0.0} % of {100 * stated:0.0} %");
        Assert.InRange((double)held / Trials, stated - 0.015, stated + 0.015);
    }

    [Theory]
    [InlineData(10.0, 12.0)]
    [InlineData(10.0, 12.0, 11.0, 10.0)]
    public void Describe_FewerThanFiveValues_HasAVariationButNoInterval(params double[] values)
    {
        var spread = SummaryStatistics.Describe(values);

        Assert.Equal((null, null, null), (spread.Low95, spread.High95, spread.Coverage));
        Assert.InRange(spread.Variation!.Value, 0.05, 0.15);
    }

    [Fact]
    public void Median_EvenCount_IsTheMeanOfTheMiddleTwo() =>
        Assert.Equal(4, SummaryStatistics.Describe([100, 5, 3, 1]).Median);

    [Fact]
    public void Interval_EqualValues_HasNoWidth()
    {
        var spread = SummaryStatistics.Describe([7, 7, 7, 7, 7]);

        Assert.Equal((7, 7, 0), (spread.Low95, spread.High95, spread.Variation));
    }

    [Fact]
    public void Describe_OneValue_HasNoIntervalAndNoVariation()
    {
        var spread = SummaryStatistics.Describe([42]);

        Assert.Equal((42, 42, 42, 42, 1), (spread.Median, spread.Min, spread.Max, spread.Mean, spread.Count));
        Assert.Equal((null, null, null), (spread.Low95, spread.High95, spread.Variation));
    }

    [Fact]
    public void Variation_MeanOfZero_IsNull() => Assert.Null(SummaryStatistics.Describe([0, 0]).Variation);

    [Fact]
    public void Describe_NoValues_IsRefused() => Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([]));

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(-1)]
    public void Describe_ValueThatIsNotFinite_IsRefused(double value) =>
        Assert.Throws<ArgumentException>(() => SummaryStatistics.Describe([1, value]));

    [Fact]
    public void Median_SeveralStarts_IsThatOfTheirMedians()
    {
        var spread = SummaryStatistics.DescribeStarts([[10], [11, 11, 11, 11], [12, 12]]);

        Assert.Equal((11, 10, 12, 7, 3), (spread.Median, spread.Min, spread.Max, spread.Count, spread.Starts));
    }

    // Student's t with two degrees of freedom is 4.3027; the standard deviation of the medians is 1.
    [Fact]
    public void Interval_ThreeStarts_IsThatOfTheirMedians()
    {
        var spread = SummaryStatistics.DescribeStarts([[10, 10, 10], [11, 11, 11], [12, 12, 12]]);

        Assert.Equal(11 - (4.302653 / Math.Sqrt(3)), spread.Low95!.Value, 5);
        Assert.Equal(11 + (4.302653 / Math.Sqrt(3)), spread.High95!.Value, 5);
        Assert.Equal(0.95, spread.Coverage);
    }

    [Fact]
    public void Interval_StartsEqualByChance_IsThatOfAllValues()
    {
        double[] values = [8, 9, 10, 11, 12];

        var spread = SummaryStatistics.DescribeStarts([values, values, values]);
        var all = SummaryStatistics.Describe([.. values, .. values, .. values]);

        Assert.Equal((10, all.Low95, all.High95), (spread.Median, spread.Low95, spread.High95));
    }

    [Fact]
    public void Interval_SeveralStarts_IsNotBelowZero() =>
        Assert.Equal(0, SummaryStatistics.DescribeStarts([[1], [50]]).Low95);

    [Fact]
    public void Interval_OneStart_DoesNotIncludeTheVariationOfStarts() =>
        Assert.Throws<ArgumentException>(() => SummaryStatistics.DescribeStarts([[1, 2, 3]]));

    // Rank sums 15, 40 and 65: H = 12 / (15 x 16) x (225 + 1600 + 4225) / 5 - 3 x 16 = 12.5. With two degrees of
    // freedom the probability is exp(-H / 2).
    [Fact]
    public void Probability_OfEqualStarts_IsThatOfKruskalAndWallis()
    {
        Assert.Equal(
            Math.Exp(-6.25),
            SummaryStatistics.ChanceOfAlike([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]),
            9);
        Assert.Equal(1, SummaryStatistics.ChanceOfAlike([[1, 1], [1, 1]]), 9);
    }
}
