using AElf.Bench.Core.Execution;

namespace AElf.Bench.Tests.Runs;

public sealed class SliceSeriesTests
{
    // Each check walks over all slices. A prime, so that checks occur at different points between two merges.
    private const int BetweenLooks = 2039;

    [Fact]
    public void Slices_Few_StayUnchangedAndTheLastHasTheRestOfTheRound()
    {
        var series = Add(Ms(10), (1, 25), (2, 25));

        Assert.Equal(Ms(10), series.Length);
        Assert.Equal(
            [(1, 0, 10), (1, 10, 15), (2, 0, 10), (2, 10, 15)],
            series.Slices.Select(Times));
    }

    [Fact]
    public void Slices_Merged_StartWithTheFirstAndEndWithTheLast()
    {
        var series = new SliceSeries(Ms(10));
        series.Add(1, new Slice(Ms(0), Ms(10), 7, 4, Ms(3)));
        series.Add(1, new Slice(Ms(10), Ms(11), 5, 2, Ms(1)));
        Assert.Equal(2, series.Slices.Count);

        series.Merge(Ms(20));

        Assert.Equal((1, new Slice(Ms(0), Ms(21), 12, 2, Ms(1))), Assert.Single(series.Slices));
    }

    [Fact]
    public void Slices_OfTwoRounds_AreNotMerged()
    {
        var series = Add(Ms(10), (1, 35), (2, 5), (3, 20));

        series.Merge(Ms(40));

        Assert.Equal([(1, 0, 35), (2, 0, 5), (3, 0, 20)], series.Slices.Select(Times));
    }

    [Theory]
    [InlineData(1, 3_600_000)]
    [InlineData(7, 600_000)]
    [InlineData(3000, 200)]
    [InlineData(10_000, 1)]
    [InlineData(10_000, 20)]
    public void Slices_Number_IsBoundedAndAllCommittedAreKept(int rounds, int milliseconds)
    {
        var series = new SliceSeries(Ms(1));
        var (met, added) = (1, 0);
        for (var round = 1; round <= rounds; round++)
        {
            for (var at = 0; at < milliseconds; at++)
            {
                series.Add(round, new Slice(Ms(at), Ms(1), 2, 0, TimeSpan.Zero));
                if (++added % BetweenLooks == 0)
                {
                    met = Math.Max(met, series.Slices.Count);
                }
            }
        }

        Assert.InRange(met, 1, Math.Max(SliceSeries.MaxSlices, 2 * rounds));
        Assert.Equal(2L * rounds * milliseconds, series.Slices.Sum(each => each.Slice.Committed));
        Assert.All(series.Slices.GroupBy(each => each.Round), round =>
        {
            Assert.Equal(Ms(milliseconds), Sum(round));
            Assert.True(
                round.Count() == 1 || round.All(each => each.Slice.Length >= series.Length), "a slice is short");
        });
    }

    private static TimeSpan Sum(IEnumerable<(int Round, Slice Slice)> slices) =>
        slices.Aggregate(TimeSpan.Zero, (sum, each) => sum + each.Slice.Length);

    private static (int Round, double Start, double Length) Times((int Round, Slice Slice) each) =>
        (each.Round, each.Slice.Start.TotalMilliseconds, each.Slice.Length.TotalMilliseconds);

    private static SliceSeries Add(TimeSpan length, params IEnumerable<(int Round, int Milliseconds)> rounds)
    {
        var series = new SliceSeries(length);
        foreach (var (round, milliseconds) in rounds)
        {
            for (var start = TimeSpan.Zero; start < Ms(milliseconds); start += length)
            {
                var rest = Ms(milliseconds) - start;
                series.Add(round, new Slice(start, rest < length ? rest : length, 1, 0, TimeSpan.Zero));
            }
        }

        return series;
    }

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}
