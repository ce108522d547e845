using AElf.Bench.Harness.Plots;

namespace AElf.Bench.Tests.Plots;

public sealed class PlotScaleTests
{
    [Theory]
    [InlineData(new[] { 3.0, 7.0 }, "0|2|4|6|8")]
    [InlineData(new[] { 7_400.5 }, "0|2,000|4,000|6,000|8,000")]
    [InlineData(new[] { 281_990.0 }, "0|50 k|100 k|150 k|200 k|250 k|300 k")]
    [InlineData(new[] { 12_924_014.5 }, "0|5 M|10 M|15 M")]
    [InlineData(new[] { 0.0034 }, "0.000|0.001|0.002|0.003|0.004")]
    [InlineData(new[] { 0.0 }, "0|1")]
    [InlineData(new double[0], "0|1")]
    [InlineData(new[] { 1.0, 2, 2 }, "0|1|2")]
    [InlineData(new[] { 0.5, 2 }, "0.0|0.5|1.0|1.5|2.0")]
    [InlineData(new[] { double.NaN, double.PositiveInfinity, 10 }, "0|2|4|6|8|10")]
    [InlineData(new[] { -5.0, 5.0 }, "-6|-4|-2|0|2|4|6")]
    public void Axis_Linear_StartsAtZeroAndHasRoundTicks(double[] values, string ticks) =>
        Assert.Equal(ticks, Texts(PlotScale.Linear(values)));

    [Theory]
    [InlineData(0, 7.3, "0|2|4|6")]
    [InlineData(0.5, 8.5, "2|4|6|8")]
    [InlineData(0, 1.1, "0.0|0.2|0.4|0.6|0.8|1.0")]
    [InlineData(0, double.PositiveInfinity, "0|1")]
    [InlineData(0, 0, "0|1")]
    public void Axis_Exact_EndsAtItsValues(double first, double last, string ticks)
    {
        var scale = PlotScale.Exact(first, last);

        Assert.Equal(ticks, Texts(scale));
        Assert.Equal(0, scale.At(first));
        Assert.Equal(1, scale.At(last > first ? last : 1));
    }

    [Theory]
    [InlineData(1, "1")]
    [InlineData(3, "1|2|3")]
    [InlineData(8, "2|4|6|8")]
    [InlineData(2000, "500|1,000|1,500|2,000")]
    public void Axis_RoundsAndPairs_HasWholeNumbers(int count, string ticks) =>
        Assert.Equal(ticks, Texts(PlotScale.Numbers(count)));

    [Theory]
    [InlineData(new[] { 0.79, 1.43 }, "0.6|0.8|1.0|1.2|1.4|1.6")]
    [InlineData(new[] { 0.948, 1.003, 1.0 }, "0.94|0.96|0.98|1.00")]
    public void Axis_AroundValues_MayStartAboveZero(double[] values, string ticks) =>
        Assert.Equal(ticks, Texts(PlotScale.Around(values)));

    [Fact]
    public void Times_FarApart_UseALogarithmicAxis()
    {
        Assert.Equal(
            ["100 µs", "200 µs", "500 µs", "1 ms", "2 ms", "5 ms", "10 ms", "20 ms"],
            Texts(PlotScale.Times([110, 13_564])).Split('|'));
        Assert.Equal(
            ["0.1 µs", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"],
            Texts(PlotScale.Times([0.15, 215_758])).Split('|'));
        Assert.Equal(["0 µs", "500 µs", "1 ms", "1.5 ms", "2 ms"], Texts(PlotScale.Times([900, 1_900])).Split('|'));
        Assert.Equal(0.5, PlotScale.Times([1, 100]).At(10), 9);
    }

    [Fact]
    public void Percentiles_Axis_IsSpacedByRarity()
    {
        var scale = PlotScale.Percentiles(99.99);

        Assert.Equal("0|50|90|99|99.9|99.99", Texts(scale));
        Assert.Equal([0.25, 0.5, 0.75, 1], new[] { 90, 99, 99.9, 99.99 }.Select(each => Math.Round(scale.At(each), 9)));
        Assert.Equal(1, scale.At(100));
    }

    [Fact]
    public void Names_Axis_AreInTheMiddleOfTheirRows()
    {
        var scale = PlotScale.Names(["a", "b"]);

        Assert.Equal((0.25, 0.75), (scale.At(0), scale.At(1)));
        Assert.True(scale.HasNames);
    }

    [Fact]
    public void Axis_AnyValues_IsDrawn()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        for (var count = 0; count < 2000; count++)
        {
            double[] values =
            [
                .. Enumerable.Range(0, random.Next(1, 5)).Select(_ =>
                    Math.Pow(10, random.Next(-9, 16)) * random.NextDouble()),
            ];
            foreach (var scale in new[] { PlotScale.Linear(values), PlotScale.Times(values) })
            {
                var places = values.Order().Select(scale.At).ToList();
                Assert.True(places.TrueForAll(place => place is >= 0 and <= 1), $"seed {seed}, number {count}");
                Assert.True(places.Order().SequenceEqual(places), $"seed {seed}, number {count}");
                Assert.InRange(scale.Ticks.Count, 2, 40);
            }
        }
    }

    private static string Texts(PlotScale scale) => string.Join('|', scale.Ticks.Select(tick => tick.Text));
}
