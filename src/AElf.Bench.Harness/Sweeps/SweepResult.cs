using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The result of a sweep: its points with their runs, and which of them is best.</summary>
public sealed class SweepResult
{
    // Axes on which each more costs a machine, or a share of one.
    private static readonly string[] Costs = ["servers", "processes", "actors", "shards", "proxies"];

    private readonly IReadOnlyList<SweepPoint> points;
    private readonly Dictionary<string, IReadOnlyList<SweepCurve>> curves;

    /// <param name="points">All points of the sweep.</param>
    /// <param name="runs">The runs, in the order they were made.</param>
    /// <param name="isSearch">Whether points without a run are left out: a search runs few points.</param>
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

    /// <summary>All runs, in the order they were made.</summary>
    public IReadOnlyList<SweepRun> Runs { get; }

    /// <summary>Number of points that were searched; null when all points are run.</summary>
    public int? Searched { get; }

    public SweepPoint PointOf(SweepRun run) => points[run.Point];

    /// <summary>The points in order, named by measured servers; in a search, only those with a run.</summary>
    public IReadOnlyList<MeasuredPoint> Points { get; }

    /// <summary>The point with the highest median; null when no point has a figure.</summary>
    public MeasuredPoint? Best { get; }

    /// <summary>
    /// The points that cannot be told from the best one, because it or they have too few runs for an interval.
    /// </summary>
    public IReadOnlyList<MeasuredPoint> Undecided { get; }

    /// <summary>Whether the best point has enough runs to be told from others, or no point is undecided.</summary>
    public bool IsDecided => Best is not null && (HasInterval(Best) || Undecided.Count == 0);

    /// <summary>The points whose intervals overlap that of the best one, which is included.</summary>
    public IReadOnlyList<MeasuredPoint> Plateau { get; }

    /// <summary>
    /// The point of <see cref="Plateau"/> with the smallest product of servers, processes, actors, shards and proxies;
    /// the first of equal ones. Null while the best is undecided.
    /// </summary>
    public MeasuredPoint? Cheapest { get; }

    public IReadOnlyList<string> Axes =>
    [
        .. Points.SelectMany(point => point.Point.Values)
            .Select(value => value.Key)
            .Distinct(StringComparer.Ordinal),
    ];

    /// <summary>The curves over an axis, one for each place on the others; empty for an axis without numbers.</summary>
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
    /// The points, with the server behind each value of an axis that chooses it, since ports and addresses tell a
    /// reader nothing: <c>6380 (redis 7.0.15)</c>. An axis chooses the server when all runs of a value met the same
    /// one, and not all values did.
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

        // A size stays a number: it is drawn and fitted by it.
        KeyValuePair<string, string> WithServer(KeyValuePair<string, string> value) =>
            servers.TryGetValue(value, out var server) && new SweepPoint([value]).Number(value.Key) is null
                && !string.Equals(server, value.Value, StringComparison.Ordinal)
                ? KeyValuePair.Create(value.Key, $"{value.Value} ({server})")
                : value;
    }

    private static double CostOf(SweepPoint point) =>
        Costs.Aggregate(1.0, (cost, axis) => cost * Math.Max(1, point.Number(axis) ?? 1));
}

/// <summary>The runs at one combination of the axes.</summary>
public sealed class MeasuredPoint : RunSet<SweepRun>
{
    internal MeasuredPoint(SweepPoint point, IReadOnlyList<SweepRun> all)
        : base(all) => Point = point;

    public SweepPoint Point { get; }
}
