using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Searches the best points of a grid without running all points. It has three steps. First it runs the ends and the
/// middle of each axis. Then it runs the neighbours of the best point so far, at ever smaller steps: the compass search
/// of Kolda, Lewis and Torczon 2003 on a grid, which finds the maximum of a curve that rises and then falls. Last it
/// repeats points that may be the best, until they can be distinguished. It makes at most a quarter of the runs of the
/// full grid.
/// </summary>
/// <param name="points">
/// Every combination of the values of their axes, the last axis the fastest (<see cref="SweepAxis.Combine"/>).
/// </param>
/// <param name="limits">Number of runs of each point.</param>
public sealed class OptimumSearch(IReadOnlyList<SweepPoint> points, SweepLimits limits) : ISweepSchedule
{
    /// <summary>Maximum share of the full grid's runs in a search.</summary>
    public const double MaxShare = 0.25;

    // The assumed noise of a run before any point was repeated, and the minimum noise later.
    private const double FirstNoise = 0.05;
    private const double LeastNoise = 0.01;

    // Two standard errors on either side: about 95 %.
    private const double Errors = 2;

    /// <summary>Number of values of each axis.</summary>
    private readonly int[] lengths =
    [
        .. points[0].Values.Select(
            axis => points.Select(point => point[axis.Key]).Distinct(StringComparer.Ordinal).Count()),
    ];

    public int MaxRuns { get; } = Math.Max((int)(MaxShare * points.Count * limits.MinRuns), 1);

    public string Extent => $"at most {Counted(MaxRuns, "run")} over {Counted(points.Count, "point")}";

    public bool IsSearch => true;

    public int? Next(IReadOnlyList<SweepRun> runs)
    {
        if (runs.Count >= MaxRuns)
        {
            return null;
        }

        var made = new Dictionary<int, List<double>>();
        foreach (var run in runs)
        {
            made.TryAdd(run.Point, []);
            made[run.Point].Add(run.HasFigure ? run.Tps!.Value : 0);
        }

        return Missing(Coarse(), made) ?? Climb(made) ?? Again(made);
    }

    public int MinLeft(IReadOnlyList<SweepRun> runs) => Math.Max(0, Coarse().Count() + limits.MinRuns - 1 - runs.Count);

    public bool IsAnswered(SweepResult result) => result.Best is not null;

    /// <summary>
    /// The ends and the middle of each axis, through the middle of the other axes; for one or two axes, all
    /// combinations.
    /// </summary>
    private IEnumerable<int> Coarse()
    {
        int[] middle = Array.ConvertAll(lengths, length => length / 2);
        int[][] few = Array.ConvertAll(lengths, length => new[] { 0, length / 2, length - 1 });
        IEnumerable<int[]> all = lengths.Length <= 2
            ? few.Aggregate<int[], IEnumerable<int[]>>(
                [[]], (begun, axis) => begun.SelectMany(_ => axis, (start, at) => (int[])[.. start, at]))
            : few.SelectMany((axis, number) => axis.Select(at => Moved(middle, number, at)));
        var coarse = all.Select(PointAt).Distinct().ToList();

        // These may be most of a small grid. Then one line through the middle is enough to show the direction.
        return coarse.Count <= MaxRuns / 2
            ? coarse
            : few[0].Select(at => PointAt(Moved(middle, 0, at))).Distinct();
    }

    /// <summary>A neighbour of the best point without a run, the farthest first; null for none.</summary>
    private int? Climb(Dictionary<int, List<double>> made)
    {
        var best = PlaceOf(BestOf(made));
        for (var step = lengths.Max() / 4; ; step /= 2)
        {
            var reach = Math.Max(1, step);
            var near = lengths.SelectMany((length, axis) => new[] { best[axis] - reach, best[axis] + reach }
                .Where(at => at >= 0 && at < length)
                .Select(at => PointAt(Moved(best, axis, at))));
            if (Missing(near, made) is { } next)
            {
                return next;
            }

            if (reach == 1)
            {
                return null;
            }
        }
    }

    /// <summary>
    /// The point with the fewest runs, of the points that may be the best; null if each has enough runs.
    /// </summary>
    private int? Again(Dictionary<int, List<double>> made)
    {
        var noise = NoiseOf(made);
        var best = BestOf(made);
        var least = MeanOf(made[best]) * (1 - (Errors * noise / Math.Sqrt(made[best].Count)));
        var contenders = made
            .Where(each => MeanOf(each.Value) * (1 + (Errors * noise / Math.Sqrt(each.Value.Count))) >= least
                && each.Value.Count < limits.MinRuns)
            .OrderBy(each => each.Value.Count).ThenByDescending(each => MeanOf(each.Value))
            .Select(each => each.Key);
        return contenders.Cast<int?>().FirstOrDefault();
    }

    /// <summary>Standard deviation ÷ mean of a run, over all points that were run more than once.</summary>
    private static double NoiseOf(Dictionary<int, List<double>> made)
    {
        double[] variations =
        [
            .. made.Values.Where(tps => tps.Count > 1)
                .Select(tps => SummaryStatistics.Describe(tps).Variation)
                .OfType<double>(),
        ];
        return variations.Length == 0
            ? FirstNoise
            : Math.Max(LeastNoise, Math.Sqrt(variations.Average(each => each * each)));
    }

    private static int BestOf(Dictionary<int, List<double>> made) => made.MaxBy(each => MeanOf(each.Value)).Key;

    private static double MeanOf(List<double> tps) => tps.Average();

    private static int? Missing(IEnumerable<int> points, Dictionary<int, List<double>> made) =>
        points.Where(point => !made.ContainsKey(point)).Cast<int?>().FirstOrDefault();

    private static int[] Moved(int[] place, int axis, int at)
    {
        int[] moved = [.. place];
        moved[axis] = at;
        return moved;
    }

    private int PointAt(int[] place) =>
        place.Zip(lengths).Aggregate(0, (point, axis) => (point * axis.Second) + axis.First);

    private int[] PlaceOf(int point)
    {
        var place = new int[lengths.Length];
        for (var axis = lengths.Length - 1; axis >= 0; axis--)
        {
            (point, place[axis]) = Math.DivRem(point, lengths[axis]);
        }

        return place;
    }
}
