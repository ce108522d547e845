using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Statistics;

public sealed class PairedRatioTests
{
    private const double Smallest = 0.05;

    [Fact]
    public void Estimate_Pairs_IsThatOfHodgesAndLehmann()
    {
        var ratio = Of(1, 2, 4);

        // The means of all pairs of 0, 1, 2 (powers of 2), each value also with itself: 0, ½, 1, 1, 1½, 2.
        Assert.Equal(2, ratio.Estimate!.Value, 1e-12);
        Assert.Equal(Math.Sqrt(2), Of(1, 2).Estimate!.Value, 1e-12);
        Assert.Null(Of().Estimate);
    }

    [Fact]
    public void Noise_Pairs_IsTheMedianDeviationOfTheLogarithms()
    {
        // Deviations from the median of 2, in logarithms: 2 ln 2, ln 2, 0, ln 2, 2 ln 2.
        Assert.Equal(1.4826 * Math.Log(2), Of(0.5, 1, 2, 4, 8).Noise!.Value, 1e-12);
        Assert.Null(Of(1, 2, 4).Noise);
    }

    [Fact]
    public void Ratio_TooFewPairs_HasNoInterval()
    {
        Assert.Equal((0, double.PositiveInfinity), (Of().Low, Of().High));

        // Both bets can have at most ⅓ · 1.9⁵ + ⅔ · 1.95⁵ = 27 after five pairs; 40 are needed.
        var five = Of(0.9, 0.9, 0.9, 0.9, 0.9);
        Assert.Equal((0, double.PositiveInfinity), (five.Low, five.High));
    }

    [Theory]
    [InlineData(0.18)]
    [InlineData(0.5)]
    [InlineData(0.8)]
    public void Ratio_SixPairsAFifthSlowerOrMore_ShowADifference(double ratio)
    {
        double[] ratios = [.. new[] { 1.0, 0.6, 0.95, 0.7, 1.0, 0.85 }.Select(noise => ratio * noise)];
        var signs = new PairedDifference(-Math.Log(1 - Smallest), gross: 1) { OnSizes = 0 };
        foreach (var each in ratios)
        {
            signs.Add(Math.Log(each));
        }

        Assert.True(Of(ratios).Logs.IsBelow(0));
        Assert.False(signs.IsBelow(0), "signs alone need more");
    }

    [Fact]
    public void Ratio_SevenPairs_ShowASlowDown() => Assert.True(
        Of(0.8, 0.0001, 0.8, 0.001, 0.8, 0.00001, 0.8).Logs.IsBelow(0));

    [Fact]
    public void Interval_Pairs_ContainsTheEstimateAndEndsWhereBetsAreWon()
    {
        var random = new SeededRandom(7);
        var ratio = Of([.. Enumerable.Range(0, 40).Select(_ => Math.Exp((Normal(random) * 0.05) - 0.1))]);

        Assert.InRange(ratio.Estimate!.Value, ratio.Low, ratio.High);
        Assert.True(ratio.Logs.IsAbove(ratio.Logs.Low - 0.001) && !ratio.Logs.IsAbove(ratio.Logs.Low + 0.001));
        Assert.True(ratio.Logs.IsBelow(ratio.Logs.High + 0.001) && !ratio.Logs.IsBelow(ratio.Logs.High - 0.001));
        Assert.InRange(ratio.Low, 0.8, 0.905);
        Assert.InRange(ratio.High, 0.905, 1);
    }

    // This makes the interval valid for any noise: over all possible signs of the deviations, a bet wins nothing on
    // average, and at most one in forty ever has forty times its stake.
    [Theory]
    [InlineData(1, 0.1)]
    [InlineData(2, 0.1)]
    [InlineData(3, 0.02)]
    [InlineData(4, 1.0)]
    public void Bets_OnFairSigns_WinNothingOnAverage(int seed, double noise)
    {
        const int Pairs = 12;
        var random = new SeededRandom((ulong)seed);
        double[] sizes = [.. Enumerable.Range(0, Pairs).Select(_ => Math.Abs(Normal(random)) * noise)];
        var (total, rich) = (0.0, 0);
        for (var signs = 0; signs < 1 << Pairs; signs++)
        {
            var pairs = new PairedRatio(Smallest).Logs;
            foreach (var (at, size) in sizes.Index())
            {
                pairs.Add((signs >> at & 1) == 0 ? size : -size);
            }

            var (now, peak) = pairs.Bet(centre: 0, above: false, from: 0);
            total += now;
            rich += peak >= 1 / PairedDifference.Error ? 1 : 0;
        }

        Assert.Equal(1, total / (1 << Pairs), 1e-9);
        Assert.InRange(rich, 0, PairedDifference.Error * (1 << Pairs));
    }

    [Fact]
    public void Interval_Outlier_ChangesLittle()
    {
        var random = new SeededRandom(3);
        double[] pairs = [.. Enumerable.Range(0, 40).Select(_ => Math.Exp(Normal(random) * 0.03))];
        var (clean, spoilt) = (Of(pairs), Of([.. pairs[..20], 0.2, .. pairs[20..]]));

        Assert.InRange(spoilt.Low, clean.Low * 0.98, clean.Low * 1.02);
        Assert.InRange(spoilt.High, clean.High * 0.98, clean.High * 1.02);
    }

    internal static double Normal(SeededRandom random) =>
        Math.Sqrt(-2 * Math.Log(1 - Uniform(random))) * Math.Cos(2 * Math.PI * Uniform(random));

    internal static double Uniform(SeededRandom random) => (random.NextBits() >> 11) * (1.0 / (1UL << 53));

    private static PairedRatio Of(params IReadOnlyList<double> ratios)
    {
        var paired = new PairedRatio(Smallest);
        foreach (var ratio in ratios)
        {
            paired.Add(100, 100 * ratio);
        }

        return paired;
    }
}
