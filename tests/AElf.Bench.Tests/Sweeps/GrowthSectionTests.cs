using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Models;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class GrowthSectionTests
{
    private static readonly GrowthPlan Plan = new(
        "size",
        "engine",
        [new GrowingFact("bytes", "MB", 1e6)],
        [new GrowthTarget("far", 1e12, new Dictionary<(string, string), double> { [("bytes", "a")] = 7 })],
        "caution");

    [Fact]
    public void PowerLaw_OfExactPoints_IsThatLaw()
    {
        var law = new PowerLaw([.. Enumerable.Range(1, 6).Select(x => ((double)x, 3 * Math.Pow(x, 1.2)))]);

        Assert.Equal(1.2, law.Exponent, 9);
        Assert.Equal(3 * Math.Pow(50, 1.2), law.At(50), 6);
        Assert.Equal(law.At(50), law.IntervalAt(50).Low, 6);
    }

    [Fact]
    public void IntervalAt_FurtherAway_IsWider()
    {
        var law = new PowerLaw([(1, 1.1), (2, 1.9), (4, 4.2), (8, 7.7), (16, 16.5)]);

        Assert.True(Width(1_000) > Width(20));
        Assert.True(law.IntervalAt(20).Low < law.At(20) && law.At(20) < law.IntervalAt(20).High);

        double Width(double x) => law.IntervalAt(x).High / law.IntervalAt(x).Low;
    }

    [Fact]
    public void From_FiveSizes_PredictsTheLargestFromTheOthers()
    {
        // The largest has a tenth more than the law of the others.
        double[] sizes = [20e6, 50e6, 100e6, 300e6, 1e9];

        var section = GrowthSection.From(
            Plan, [.. sizes.Select((size, at) => Facts(size, size * (at == 4 ? 1.1 : 1)))])!;

        var row = Assert.Single(section.Tables[0].Rows);
        Assert.Equal(["a", "MB", "20.00 – 1,000"], row.Take(3));
        Assert.Equal("0.909", row[4]);
        Assert.Equal("7.00", row[^1]);
    }

    [Fact]
    public void From_SeveralRunsOfASize_CountsTheLeast()
    {
        double[] sizes = [20e6, 50e6, 100e6, 300e6, 1e9];

        var section = GrowthSection.From(
            Plan, [.. sizes.SelectMany((size, at) => new[] { Facts(size, size * (1 + at)), Facts(size, size) })])!;

        Assert.Equal("1.00", Assert.Single(section.Tables[0].Rows)[4]);
    }

    [Fact]
    public void From_FourSizes_IsNoFit() => Assert.Null(GrowthSection.From(
        Plan, [.. new[] { 1e6, 2e6, 3e6, 4e6, 4e6 }.Select(size => Facts(size, size))]));

    private static Dictionary<string, FactValue> Facts(double size, double bytes) => new(StringComparer.Ordinal)
    {
        ["engine"] = "a",
        ["size"] = size,
        ["bytes"] = bytes,
    };
}
