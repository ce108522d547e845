using AElf.Bench.Harness.Models;

namespace AElf.Bench.Tests.Models;

public sealed class PowerLawTests
{
    [Fact]
    public void Exponent_ExactPoints_IsThatOfTheirLaw()
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
}
