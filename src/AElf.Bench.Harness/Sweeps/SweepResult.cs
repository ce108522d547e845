using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The result of a sweep: its points with their runs, and the best point.</summary>
public sealed class SweepResult
{
    // Axes with a cost: each step needs another machine, or a part of a machine.
    private static readonly string[] Costs = ["servers", "processes", "actors", "shards", "proxies"];

    private readonly IReadOnlyList<SweepPoint> points;
    private readonly Dictionary<string, IReadOnlyList<SweepCurve>> curves;

    /// <param name="points">All points of the sweep.</param>
    /// <param name="runs">The runs, in the order they were made.</param>
    /// <param name="isSearch">Whether to omit points without a run: a search runs few points.</param>
    public SweepResult(IReadOnlyList<SweepPoint> points, IReadOnlyList<SweepRun> runs, bool isSearch = false)
    {
        this.points = points;
        Runs = runs;
        Searched = isSearch ? points.Count : null;
        Points =
        [
            .. Named(points, runs)
                .Select((point, at) => new MeasuredPoint(point, [.. runs.Where(run => run.Point == at)]))
                .Where(point => !isSearch || point.All.Count > 0),
        ];
        Best = Points.Where(point => point.Tps is not null).MaxBy(point => point.Tps!.Median);
        Undecided = Best is null ? [] : [.. Points.Where(point => IsUndecidedBeside(Best, point))];
        Plateau = Best is null ? [] : [.. Points.Where(point => point == Best || IsLevelWith(Best, point))];
        Cheapest = IsDecided ? Plateau.MinBy(point => CostOf(point.Point)) : null;
        curves = Axes.ToDictionary(axis => axis, CurvesOf, StringComparer.Ordinal);
    }

    /// <summary>All runs in order.</summary>
    public IReadOnlyList<SweepRun> Runs { get; }

    /// <summary>Number of searched points; null if all points run.</summary>
    public int? Searched { get; }

    public SweepPoint PointOf(SweepRun run) => points[run.Point];

    /// <summary>
    /// The points in order, with the names of the measured servers; in a search, only points with a run.
    /// </summary>
    public IReadOnlyList<MeasuredPoint> Points { get; }

    /// <summary>The point with the highest median; null if no point has a figure.</summary>
    public MeasuredPoint? Best { get; }

    /// <summary>
    /// The points that cannot be distinguished from the best point, because one of the two has too few runs for an
    /// interval.
    /// </summary>
    public IReadOnlyList<MeasuredPoint> Undecided { get; }

    /// <summary>Whether the best point has enough runs for an interval, or no point is undecided.</summary>
    public bool IsDecided => Best is not null && (HasInterval(Best) || Undecided.Count == 0);

    /// <summary>The points whose intervals overlap the interval of the best point, including the best point.</summary>
    public IReadOnlyList<MeasuredPoint> Plateau { get; }

    /// <summary>
    /// The point of <see cref="Plateau"/> with the smallest product of servers, processes, actors, shards and proxies,
    /// and of equal points the first. Null while the best point is undecided.
    /// </summary>
    public MeasuredPoint? Cheapest { get; }

    public IReadOnlyList<string> Axes =>
    [
        .. Points.SelectMany(point => point.Point.Values)
            .Select(value => value.Key)
            .Distinct(StringComparer.Ordinal),
    ];

    /// <summary>
    /// The curves over an axis, one for each combination of the other axes; empty for an axis without numbers.
    /// </summary>
    public IReadOnlyList<SweepCurve> CurvesOver(string axis) => curves[axis];

    private IReadOnlyList<SweepCurve> CurvesOf(string axis) =>
    [
        .. Points.Where(point => point.Point.Number(axis) is not null)
            .GroupBy(point => point.Point.LabelWithout(axis), StringComparer.Ordinal)
            .Select(curve => new SweepCurve(axis, curve.Key, [.. curve])),
    ];

    private static bool HasInterval(MeasuredPoint point) => point.Tps?.Low95 is not null;

    private static bool IsUndecidedBeside(MeasuredPoint best, MeasuredPoint point) =>
        point != best && point.Tps is not null && !(HasInterval(best) && HasInterval(point));

    private static bool IsLevelWith(MeasuredPoint best, MeasuredPoint point) => point.Tps?.High95 >= best.Tps!.Low95;

    /// <summary>
    /// The points. If an axis chooses the server, its values also name the server, because a port does not identify it
    /// for a reader: <c>6380 (redis 7.0.15)</c>. An axis chooses the server if all runs of a value used the same
    /// server, and not all values used the same.
    /// </summary>
    private static IReadOnlyList<SweepPoint> Named(IReadOnlyList<SweepPoint> points, IReadOnlyList<SweepRun> runs)
    {
        var met = runs.Where(run => run is { HasFigure: true, Setting: not null })
            .SelectMany(run => points[run.Point].Values, (run, value) => (Value: value, run.Setting!.Server))
            .Distinct();
        var servers = met.GroupBy(each => each.Value.Key, StringComparer.Ordinal)
            .Select(axis => axis.ToList())
            .Where(axis => axis.DistinctBy(each => each.Value).Count() == axis.Count
                && axis.DistinctBy(each => each.Server, StringComparer.Ordinal).Skip(1).Any())
            .SelectMany(axis => axis)
            .ToDictionary(each => each.Value, each => each.Server);
        return servers.Count == 0 ? points
            : [.. points.Select(point => point with { Values = [.. point.Values.Select(WithServer)] })];

        // A size stays a number, for plots and fits.
        KeyValuePair<string, string> WithServer(KeyValuePair<string, string> value) =>
            servers.TryGetValue(value, out var server) && new SweepPoint([value]).Number(value.Key) is null
                && !string.Equals(server, value.Value, StringComparison.Ordinal)
                ? KeyValuePair.Create(value.Key, $"{value.Value} ({server})")
                : value;
    }

    private static double CostOf(SweepPoint point) =>
        Costs.Aggregate(1.0, (cost, axis) => cost * Math.Max(1, point.Number(axis) ?? 1));
}

/// <summary>The runs of one combination of the axes.</summary>
public sealed class MeasuredPoint : RunSet<SweepRun>
{
    internal MeasuredPoint(SweepPoint point, IReadOnlyList<SweepRun> all)
        : base(all) => Point = point;

    public SweepPoint Point { get; }
}
