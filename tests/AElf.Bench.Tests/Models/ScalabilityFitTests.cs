using AElf.Bench.Harness.Models;

namespace AElf.Bench.Tests.Models;

public sealed class ScalabilityFitTests
{
    // reference: AELF test-net evaluation of 2018, scenario II, two processes of 16 actors on each server.
    private static readonly ScalePoint[] PublishedByServers =
    [
        new(1, 5078), new(2, 8592), new(3, 10094), new(4, 10274), new(5, 10214),
    ];

    [Theory]
    [InlineData(1000, 0.05, 0.001)]
    [InlineData(5, 0, 0.02)]
    [InlineData(250_000, 0.3, 0)]
    [InlineData(1, 0, 0)]
    public void Fit_PointsOfALaw_FindsTheLaw(double single, double contention, double coherency)
    {
        var law = new ScalabilityModel(single, contention, coherency);

        var found = ScalabilityModel.Fit([.. new[] { 1, 2, 4, 8, 16, 32 }.Select(n => new ScalePoint(n, law.At(n)))]);

        Assert.Equal(single, found.Single, single * 1e-9);
        Assert.Equal(contention, found.Contention, 1e-9);
        Assert.Equal(coherency, found.Coherency, 1e-9);
    }

    [Fact]
    public void Fit_PublishedServers_PeakAtFourAndFallAtFive()
    {
        var fit = ScalabilityFit.From(PublishedByServers, seed: 1)!;

        Assert.Equal(4, fit.Model.WholeOptimum);
        Assert.True(fit.Model.At(4) > fit.Model.At(5));
        Assert.InRange(fit.Model.Optimum!.Value, fit.Optimum.Low, fit.Optimum.High);
        Assert.False(fit.IsOptimumGuessed);
        Assert.True(fit.Error < fit.AmdahlError);
    }

    [Fact]
    public void Fit_RisingCurve_HasNoOptimumAndFollowsAmdahl()
    {
        var amdahl = new ScalabilityModel(1000, 0.1, 0);

        var fit = ScalabilityFit.From([.. Enumerable.Range(1, 8).Select(n => new ScalePoint(n, amdahl.At(n)))], 1)!;

        Assert.True(fit.IsOptimumGuessed);
        Assert.Equal(0, fit.AmdahlError!.Value, 1e-9);
    }

    [Fact]
    public void Fit_FasterThanLinear_HasNoNegativeCoefficient()
    {
        var fit = ScalabilityModel.Fit([new(1, 100), new(2, 300), new(3, 600), new(4, 1000)]);

        Assert.Equal((0.0, 0.0), (fit.Contention, fit.Coherency));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Fit_NoisyValues_HasItsLawInsideTheIntervals(int seed)
    {
        var random = new Random(seed);
        var law = new ScalabilityModel(2000, 0.08, 0.004);
        ScalePoint[] measured =
        [
            .. from n in new[] { 1, 2, 4, 8, 12, 16, 24, 32 }
               from _ in Enumerable.Range(0, 5)
               select new ScalePoint(n, law.At(n) * (0.97 + (0.06 * random.NextDouble()))),
        ];

        var fit = ScalabilityFit.From(measured, seed)!;

        Assert.InRange(law.Contention, fit.Contention.Low, fit.Contention.High);
        Assert.InRange(law.Coherency, fit.Coherency.Low, fit.Coherency.High);
        Assert.InRange(law.Optimum!.Value, fit.Optimum.Low, fit.Optimum.High);
        Assert.True(fit.Error < 0.05, $"seed {seed}: {fit.Error}");
    }

    [Fact]
    public void Fit_FewerThanThreeSizes_IsRefused() =>
        Assert.Null(ScalabilityFit.From([new(1, 1), new(2, 2), new(3, 3), new(3, 3.1)], seed: 1));
}
