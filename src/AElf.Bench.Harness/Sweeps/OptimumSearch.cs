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
public sealed class OptimumSearch : ISweepSchedule
{
    /// <summary>Maximum share of the full grid's runs in a search.</summary>
    public const double MaxShare = 0.25;

    // The assumed noise of a run before any point was repeated, and the minimum noise later.
    private const double FirstNoise = 0.05;
    private const double LeastNoise = 0.01;

    // Two standard errors on either side: about 95 %.
    private const double Errors = 2;

    private readonly SweepLimits limits;
    private readonly int[][] places;
    private readonly Dictionary<string, int> pointAt;
    private readonly int[] lengths;

    /// <param name="points">All points: every combination of the values of their axes.</param>
    /// <param name="limits">Number of runs of each point.</param>
    /// <exception cref="FormatException">The points are not a complete grid.</exception>
    public OptimumSearch(IReadOnlyList<SweepPoint> points, SweepLimits limits)
    {
        this.limits = limits;
        string[] axes = [.. points[0].Values.Select(value => value.Key)];
        var values = Array.ConvertAll(
            axes, axis => points.Select(point => point[axis]).Distinct(StringComparer.Ordinal).ToList());
        places = [.. points.Select(point => axes.Select((axis, at) => values[at].IndexOf(point[axis])).ToArray())];
        lengths = Array.ConvertAll(values, each => each.Count);
        pointAt = places.Select((place, point) => (Key: Key(place), Point: point))
            .DistinctBy(each => each.Key, StringComparer.Ordinal)
            .ToDictionary(each => each.Key, each => each.Point, StringComparer.Ordinal);
        if (pointAt.Count != points.Count || lengths.Aggregate(1, (all, length) => all * length) != points.Count)
        {
            throw new FormatException(
                $"the {points.Count} points are not every combination of the values of their axes: sweep them instead");
        }

        MaxRuns = Math.Max((int)(MaxShare * points.Count * limits.MinRuns), 1);
    }

    public int MaxRuns { get; }

    public string Extent => $"at most {Counted(MaxRuns, "run")} over {Counted(places.Length, "point")}";

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
        var points = all.Select(place => pointAt[Key(place)]).Distinct().ToList();

        // These may be most of a small grid. Then one line through the middle is enough to show the direction.
        return points.Count <= MaxRuns / 2
            ? points
            : few[0].Select(at => pointAt[Key(Moved(middle, 0, at))]).Distinct();
    }

    /// <summary>A neighbour of the best point without a run, the farthest first; null for none.</summary>
    private int? Climb(Dictionary<int, List<double>> made)
    {
        var best = places[BestOf(made)];
        for (var step = lengths.Max() / 4; ; step /= 2)
        {
            var reach = Math.Max(1, step);
            var near = lengths.SelectMany((length, axis) => new[] { best[axis] - reach, best[axis] + reach }
                .Where(at => at >= 0 && at < length)
                .Select(at => pointAt[Key(Moved(best, axis, at))]));
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

    private static string Key(int[] place) => string.Join(',', place);
}
