using AElf.Bench.Harness.Plots;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The plots of a sweep: a curve over each numeric axis, and a field over two axes.</summary>
internal static class SweepPlots
{
    private const int MaxCurves = 4;
    private const int ModelPoints = 60;

    // Published figures that differ from the measured figures by more than this factor are scaled to the same best.
    private const double MaxRatio = 3;

    public static IReadOnlyList<Plot> From(SweepResult result)
    {
        var numeric = result.Axes.Where(axis => result.Points
            .Select(point => point.Point.Number(axis)).OfType<double>().Distinct().Skip(1).Any());
        Plot?[] plots = [.. numeric.Select(axis => Curve(result, axis)), Field(result)];
        return [.. plots.OfType<Plot>()];
    }

    private static Plot Curve(SweepResult result, string axis)
    {
        var curves = result.CurvesOver(axis);
        var scale = PublishedScale(result);
        var layers = curves.Take(MaxCurves).SelectMany((curve, at) => Layers(curve, axis, at)).ToList();
        if (curves.Count == 1)
        {
            layers.AddRange(Published(curves[0], axis, scale));
        }

        var left = curves.Count > MaxCurves ? $"; the first {MaxCurves} of {curves.Count} curves" : "";
        string[] scaled = scale is 1 ? [] : [$"the published figures are drawn {Number(scale)} times as high"];
        return new Plot(
            $"TPS over {axis}",
            new(axis, PlotScale.Linear(result.Points.Select(point => point.Point.Number(axis) ?? 0))),
            new("TPS, median of the runs", PlotScale.Linear(layers.SelectMany(Heights))),
            layers)
        {
            Notes =
            [
                $"bars: interval of the median, or the range below {SummaryStatistics.MinForInterval} runs, "
                    + $"which are too few to distinguish points{left}",
                .. layers.OfType<PlotArea>().Any()
                    ? ["area: 95 % of the Universal Scalability Law fitted to the runs"]
                    : Array.Empty<string>(),
                .. scaled,
            ],
            Points = new(
                [new("point", IsText: true), new("runs"), new("median"), new("min"), new("max"), new("published")],
                [.. result.Points.Select(point => (string[])
                [
                    point.Point.Label, Count(point.All.Count), Whole(point.Tps?.Median), Whole(point.Tps?.Min),
                    Whole(point.Tps?.Max), Whole(point.Point.Published),
                ])]),
        };
    }

    private static double PublishedScale(SweepResult result)
    {
        var ratio = result.Best?.Tps?.Median / result.Points.Max(point => point.Point.Published);
        return ratio is > MaxRatio or < 1 / MaxRatio ? ratio.Value : 1;
    }

    private static IEnumerable<PlotLayer> Layers(SweepCurve curve, string axis, int style)
    {
        var measured = curve.Points.Where(point => point.Tps is not null)
            .OrderBy(point => point.Point.Number(axis)).ToList();
        var points = measured.ConvertAll(point => new PlotPoint(point.Point.Number(axis)!.Value, point.Tps!.Median));
        var ranges = measured.ConvertAll(point => (
            new PlotPoint(point.Point.Number(axis)!.Value, point.Tps!.Low95 ?? point.Tps.Min),
            new PlotPoint(point.Point.Number(axis)!.Value, point.Tps.High95 ?? point.Tps.Max)));

        // Laws of several curves would hide the points.
        if (curve.Label.Length > 0 || curve.Fit is not { } fit)
        {
            var name = curve.Label.Length > 0 ? curve.Label : null;
            return [new PlotRanges(style, ranges), new PlotLine(style, name, points) { HasMarkers = true }];
        }

        var places = Enumerable.Range(0, ModelPoints + 1)
            .Select(at => points[0].X + ((points[^1].X - points[0].X) * at / ModelPoints)).ToList();
        return
        [
            new PlotArea(style, null, [.. places.Select(n => (
                new PlotPoint(n, fit.At(n).Low), new PlotPoint(n, fit.At(n).High)))]),
            new PlotLine(1, "USL", [.. places.Select(n => new PlotPoint(n, fit.Model.At(n)))]),
            new PlotLine(2, "Amdahl", [.. places.Select(n => new PlotPoint(n, fit.Amdahl.At(n)))]),
            new PlotRanges(style, ranges),
            new PlotDots(style, "measured", points),
        ];
    }

    private static IEnumerable<PlotLayer> Published(SweepCurve curve, string axis, double scale)
    {
        var points = curve.Points
            .Where(point => point.Point.Published is > 0)
            .Select(point => new PlotPoint(point.Point.Number(axis)!.Value, point.Point.Published!.Value * scale))
            .OrderBy(point => point.X)
            .ToList();
        return points.Count == 0
            ? []
            :
            [
                new PlotLine(3, scale is 1 ? "published" : $"published × {Number(scale)}", points)
                {
                    HasMarkers = true,
                },
            ];
    }

    private static IEnumerable<double> Heights(PlotLayer layer) => layer switch
    {
        PlotLine line => line.Points.Select(point => point.Y),
        PlotDots dots => dots.Points.Select(point => point.Y),
        PlotRanges ranges => ranges.Ranges.Select(range => range.High.Y),
        _ => [],
    };

    // The field is over the first two axes. With more axes, a cell shows the best of its points.
    private static Plot? Field(SweepResult result)
    {
        if (result.Axes is not [var across, var down, ..] || result.Best?.Tps is not { } best)
        {
            return null;
        }

        var (columns, rows) = (Values(result, across), Values(result, down));
        var cells = result.Points
            .Where(point => point.Point[across] is not null && point.Point[down] is not null)
            .GroupBy(point => (X: columns.IndexOf(point.Point[across]!), Y: rows.IndexOf(point.Point[down]!)))
            .Select(cell => (cell.Key.X, cell.Key.Y, Tps: cell.Max(point => point.Tps?.Median)))
            .ToList();
        return new Plot(
            $"TPS over {across} and {down}",
            new(across, PlotScale.Names(columns)),
            new(down, PlotScale.Names(rows)),
            [
                new PlotCells([.. cells.Select(cell =>
                    (cell.X, cell.Y, (cell.Tps ?? 0) / best.Median, Whole(cell.Tps)))]),
            ])
        {
            Notes =
            [
                result.Axes.Count > 2
                    ? "each cell: the best of its points"
                    : "a stronger colour: a higher TPS",
                .. result.IsDecided ? Array.Empty<string>() : ["too few runs to tell which is the best"],
            ],
        };
    }

    private static List<string> Values(SweepResult result, string axis) =>
        [.. result.Points.Select(point => point.Point[axis]).OfType<string>().Distinct(StringComparer.Ordinal)];
}
