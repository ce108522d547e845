using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class OptimumSearchTests
{
    private const int Runs = 5;

    private static readonly SweepLimits Limits = new(Runs, MaxRuns: 15, Precision: 0.05);

    /// <summary>
    /// Curves of the Universal Scalability Law on one to three axes, with the noise of a busy machine: the search finds
    /// a point close to the best one with a quarter of the runs.
    /// </summary>
    [Theory]
    [InlineData("actors=1..32", 0.03)]
    [InlineData("actors=1..64*2 lanes=1..64*2", 0.03)]
    [InlineData("actors=1..12 lanes=1..128*2", 0.05)]
    [InlineData("servers=1..5 processes=1..4 actors=1..8", 0.03)]
    public void Optimum_QuarterOfTheRuns_IsWithinThreePercent(string axes, double noise)
    {
        var points = Grid(axes);
        const int Trials = 50;
        var close = 0;
        for (var seed = 0; seed < Trials; seed++)
        {
            var random = new Random(seed);
            var surface = Surface(points, random);
            var runs = Search(points, point => surface[point] * (1 + (noise * Normal(random))));

            Assert.True(runs.Count <= 0.25 * Runs * points.Count, $"seed {seed}: {runs.Count} runs");
            var best = points.ToList().IndexOf(new SweepResult(points, runs).Best!.Point);
            close += surface[best] >= 0.97 * surface.Max() ? 1 : 0;
        }

        Assert.InRange(close, 0.9 * Trials, Trials);
    }

    [Fact]
    public void Search_Killed_ResumesWithTheSameResult()
    {
        var points = Grid("actors=1..16 lanes=1,2,4,8");
        var surface = Surface(points, new Random(1));
        var whole = Search(points, point => surface[point]);
        var again = new OptimumSearch(points, Limits);

        for (var made = 0; made < whole.Count; made++)
        {
            Assert.Equal(whole[made].Point, again.Next([.. whole.Take(made)]));
        }

        Assert.Null(again.Next(whole));
    }

    [Fact]
    public void Search_PointsThatCannotRun_AreSkipped()
    {
        var points = Grid("actors=1..32");
        var runs = Search(points, point => point < 20 ? point + 1 : null);

        Assert.Equal("20", new SweepResult(points, runs).Best!.Point["actors"]);
    }

    private static List<SweepRun> Search(IReadOnlyList<SweepPoint> points, Func<int, double?> measure)
    {
        var search = new OptimumSearch(points, Limits);
        var runs = new List<SweepRun>();
        while (search.Next(runs) is { } point)
        {
            runs.Add(RunOf(point, measure(point)));
        }

        return runs;
    }

    private static SweepRun RunOf(int point, double? tps) => new(
        point, $"{point}", Seconds: 1, tps is null ? Verdict.Failed : Verdict.Pass, tps, "");

    private static IReadOnlyList<SweepPoint> Grid(string axes) =>
        SweepAxis.Combine([.. axes.Split(' ').Select(axis => SweepAxis.Parse(axis)!)]);

    /// <summary>The product of a law for each axis; the maximum of each is inside or at an end of its axis.</summary>
    private static double[] Surface(IReadOnlyList<SweepPoint> points, Random random)
    {
        var laws = points[0].Values.ToDictionary(
            value => value.Key,
            _ => (Sigma: 0.02 + (0.3 * random.NextDouble()), Kappa: Math.Pow(10, -4 + (3 * random.NextDouble()))),
            StringComparer.Ordinal);
        return
        [
            .. points.Select(point => point.Values.Aggregate(1000.0, (tps, value) =>
            {
                var n = double.Parse(value.Value, CultureInfo.InvariantCulture);
                var (sigma, kappa) = laws[value.Key];
                return tps * n / (1 + (sigma * (n - 1)) + (kappa * n * (n - 1)));
            })),
        ];
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
