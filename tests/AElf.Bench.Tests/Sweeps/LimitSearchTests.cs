using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class LimitSearchTests
{
    private const int Points = 120;

    private static readonly SweepLimits Limits = new(3, MaxRuns: 3, Precision: 0.05);
    private static readonly FigureBound Limit = FigureBound.Parse("p99 < 5ms")!;

    [Fact]
    public void LimitSearch_NoNoise_FindsTheLimitByHalving()
    {
        for (var first = 0; first <= Points; first++)
        {
            var runs = Search(point => point < first);

            Assert.Equal((first - 1, first), LimitSearch.Boundary(runs, Points));
            Assert.InRange(runs.Count, 1, 7 + 4);
            Assert.All(
                new[] { first - 1, first }.Where(point => point is >= 0 and < Points),
                point => Assert.Equal(3, runs.Count(run => run.Point == point)));
        }
    }

    [Fact]
    public void LimitSearch_DisturbedRun_MovesTheLimitForAWhile()
    {
        const int Trials = 300;
        var close = 0;
        for (var seed = 0; seed < Trials; seed++)
        {
            var random = new Random(seed);
            var first = random.Next(10, Points - 10);
            var runs = Search(point => (point < first) != (random.Next(20) == 0));
            close += Math.Abs(LimitSearch.Boundary(runs, Points).Lowest - first) <= 1 ? 1 : 0;
        }

        // One in twenty runs is wrong. A bisection that trusts each run would fail in one of three searches.
        Assert.True(close > 0.75 * Trials, $"{close} of {Trials} found it");
    }

    [Fact]
    public void LeftAtLeast_DuringTheSearch_IsALowerBound()
    {
        var runs = new List<SweepRun>();
        var search = SearchOf(Points);
        while (search.Next(runs) is { } point)
        {
            Assert.InRange(search.MinLeft(runs), 1, int.MaxValue);
            runs.Add(Run(point, isMet: point < 50));
        }

        Assert.Equal(0, search.MinLeft(runs));
    }

    [Fact]
    public void LimitSearch_RateNotReachedOrFault_IsNotBelowTheLimit()
    {
        Assert.True(Run(1, isMet: true).IsBelowLimit);
        Assert.False((Run(1, isMet: true) with { Reached = false }).IsBelowLimit);
        Assert.False((Run(1, isMet: true) with { Verdict = Verdict.Degraded }).IsBelowLimit);
    }

    [Fact]
    public void LimitSearch_Result_NamesHighestRateAndNextFailure()
    {
        var axis = RateRange.Parse("rate=1000..200000")!;
        var points = SweepAxis.Combine([axis]);
        var runs = Search(point => point < 40, points.Count);
        var found = LimitSections.From("title", Limit, points, runs)[0].Figures;

        Prose.AssertNames(found[0].Lines[0], $"{axis.Values[39]}", "3 of 3 runs", "p99 < 5ms", "1.00 ms");
        Prose.AssertNames(found[1].Lines[0], $"{axis.Values[40]}", "0 of 3 runs", "p99 < 5ms", "9.00 ms");
    }

    [Theory]
    [InlineData(0, "no rate met p99 < 5ms; ", "1000 per second")]
    [InlineData(1000, "none up to 200000 per second", "raise it")]
    public void Limit_AllOrNoneMeetIt_SaysSo(int first, params string[] facts)
    {
        var points = SweepAxis.Combine([RateRange.Parse("rate=1000..200000")!]);
        var sections = LimitSections.From("title", Limit, points, Search(point => point < first, points.Count));

        Prose.AssertNames(string.Join('\n', sections[0].Figures.SelectMany(figure => figure.Lines)), facts);
    }

    [Theory]
    [InlineData("p99 < 5000us", "p99 < 5ms")]
    [InlineData("p99<5ms", "p99 < 5ms")]
    [InlineData("max < 1s", "max < 1000ms")]
    [InlineData("p99.9 <250us", "p99.9 < 250us")]
    public void Limit_AnySpelling_IsNormalised(string text, string spelling) =>
        Assert.Equal(spelling, FigureBound.LimitRule.Normalise(text));

    [Theory]
    [InlineData("")]
    [InlineData("p99")]
    [InlineData("p99 < 5")]
    [InlineData("p99 < 0ms")]
    [InlineData("p99 > 5ms")]
    [InlineData("p98 < 5ms")]
    [InlineData("p99 < 5ms < 6ms")]
    public void Limit_Invalid_IsRefused(string text) => Assert.Null(FigureBound.LimitRule.Normalise(text));

    [Fact]
    public void LimitSearch_Rates_RiseByATwentieth()
    {
        var rates = RateRange.Parse("rate=1000..200000")!.Values
            .Select(rate => int.Parse(rate, CultureInfo.InvariantCulture))
            .ToList();

        Assert.Equal((1000, 200_000), (rates[0], rates[^1]));
        Assert.All(rates.Zip(rates.Skip(1)), pair => Assert.InRange((double)pair.Second / pair.First, 1.03, 1.07));
        Assert.Equal(
            ["poisson:7", "poisson:7.32", "poisson:7.65", "poisson:8"], RateRange.Parse("rate=poisson:7..8")!.Values);
    }

    [Theory]
    [InlineData("rate=0.1..0.9", 47)]
    [InlineData("rate=1..100", 96)]
    [InlineData("rate=0.001..0.01", 10)]
    public void LimitSearch_LowRates_AreDistinctAndAccepted(string range, int count)
    {
        var rates = RateRange.Parse(range)!.Values;

        Assert.Equal(count, rates.Count);
        Assert.Equal(count, rates.Distinct(StringComparer.Ordinal).Count());
        Assert.All(rates, rate => Assert.NotNull(ArrivalRate.Parse(rate)));
    }

    [Theory]
    [InlineData("rate=1000")]
    [InlineData("rate=2000..1000")]
    [InlineData("rate=0..1000")]
    [InlineData("rate=1000..2000*2")]
    [InlineData("rate=ramp:1..2")]
    [InlineData("actors=1..8")]
    public void Rates_InvalidRange_IsRefused(string text) => Assert.Null(RateRange.Parse(text));

    private static LimitSearch SearchOf(int points) => new(
        [.. Enumerable.Range(1, points).Select(rate => new SweepPoint([new("rate", $"{rate}")]))], Limit, Limits);

    private static List<SweepRun> Search(Func<int, bool> isMet, int points = Points)
    {
        var runs = new List<SweepRun>();
        var search = SearchOf(points);
        while (search.Next(runs) is { } point)
        {
            runs.Add(Run(point, isMet(point)));
        }

        return runs;
    }

    private static SweepRun Run(int point, bool isMet) =>
        new(point, $"rate {point}", 1, Verdict.Pass, 100, "report.json")
        {
            Reached = true,
            LimitedUs = isMet ? 1000 : 9000,
            KeptLimit = isMet,
        };
}
