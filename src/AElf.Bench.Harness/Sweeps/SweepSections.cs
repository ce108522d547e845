using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Models;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The text of a sweep: its points, the best of them, and the laws of its curves.</summary>
public static class SweepSections
{
    private const int MaxNamed = 8;

    /// <param name="title">Heading of the first section.</param>
    /// <param name="source">Source of the published figures; null without published figures.</param>
    /// <param name="result">The result of the sweep.</param>
    public static IReadOnlyList<ReportSection> From(string title, string? source, SweepResult result) =>
        [Answer(title, result), Points(source, result), Laws(result, source)];

    private static ReportSection Points(string? source, SweepResult result)
    {
        var axes = result.Axes;
        var best = result.Best?.Tps?.Median;
        var published = result.Points.Max(point => point.Point.Published);
        ReportColumn[] columns =
        [
            .. axes.Select(axis => new ReportColumn(axis)),
            new("runs"),
            new("TPS median [min – max]"),
            new("interval of the median") { Dispensable = 1 },
            new(result.IsDecided ? "÷ best" : "÷ highest"),
            .. Figures.Swept.Select((figure, at) => new ReportColumn(figure.Heading) { Dispensable = at + 2 }),
            new("published"),
            new("its ÷ best"),
            new("not a pass", IsText: true),
        ];
        return new("Points")
        {
            Figures = source is null ? [] : [new("published", source)],
            Tables = [new(columns, [.. result.Points.Select(point => Cells(point, axes, best, published))])
            {
                Audience = ReportAudience.Everyone,
                Tones = [.. result.Points.Select(point => ToneOf(point, result))],
            }],
        };
    }

    private static ReportTone ToneOf(MeasuredPoint point, SweepResult result) => point switch
    {
        _ when point == result.Best && result.IsDecided => ReportTone.Strong,
        _ when point.All.Count == point.Runs.Count => ReportTone.Plain,
        _ => ReportTone.Warning,
    };

    private static string[] Cells(MeasuredPoint point, IReadOnlyList<string> axes, double? best, double? published) =>
    [
        .. axes.Select(axis => point.Point[axis] ?? None),
        Count(point.All.Count),
        point.Tps is { } tps ? RunSections.Range(tps, Whole) : None,
        Interval(point.Tps),
        Number(point.Tps?.Median / best),
        .. Figures.Swept.Select(figure => figure.TextOf(point.Median(run => run.ValueOf(figure)))),
        Whole(point.Point.Published),
        Number(point.Point.Published / published),
        Verdicts(point),
    ];

    private static string Interval(Spread? tps) => tps switch
    {
        null => None,
        { Low95: { } low, High95: { } high } => $"{Whole(low)} – {Whole(high)}",
        _ => "too few runs",
    };

    private static string Verdicts(MeasuredPoint point)
    {
        var verdicts = new[] { Verdict.Failed, Verdict.Degraded, Verdict.Disturbed }
            .Select(verdict => (Word: RunSections.WordOf(verdict), Count: point.All.Count(
                run => run.Verdict == verdict)))
            .Where(each => each.Count > 0).Select(each => $"{each.Count} {each.Word}").ToList();
        return verdicts.Count == 0 ? None : string.Join(", ", verdicts);
    }

    private static ReportSection Answer(string title, SweepResult result) => new(title)
    {
        Figures =
        [
            .. result switch
            {
                { Best: not { Tps: not null } } =>
                    [new("best", "no run has a figure") { Tone = ReportTone.Alarm }],
                { IsDecided: true, Best: { Tps: { } tps } best } => Decided(result, best, tps),
                { Best: { Tps: { } tps } best } => [Undecided(best, tps)],
            },
            .. result.Searched is { } all && result.Best is not null
                ? [new("searched", $"{result.Points.Count} of {all} points in {Counted(result.Runs.Count, "run")}")]
                : Array.Empty<ReportFigure>(),
            .. StudyRun.Disturbed(
                result.Runs, "the order was random, so no point was favoured; the table shows which runs"),
            .. RunSetting.Figures([.. result.Runs.Select(run => run.Setting)]),
        ],
    };

    private static ReportFigure Undecided(MeasuredPoint best, Spread tps) => new(
        "best",
        $"too few runs to tell: {best.Point.Label} has the highest median, {Whole(tps.Median)} TPS of "
            + $"{Counted(tps.Count, "run")}; it takes {SummaryStatistics.MinForInterval} of each point")
    {
        Tone = ReportTone.Warning,
    };

    private static IEnumerable<ReportFigure> Decided(SweepResult result, MeasuredPoint best, Spread tps)
    {
        var level = result.Plateau.Where(point => point != best).ToList();
        yield return new("best", $"{best.Point.Label}: {Whole(tps.Median)} TPS") { Tone = ReportTone.Strong };
        yield return new("equal within noise", level.Count == 0 ? "none" : Names(level));
        yield return new("cheapest of them", result.Cheapest!.Point.Label);
        if (result.Undecided.Count > 0)
        {
            yield return new(
                "too few runs to tell",
                $"{Names(result.Undecided)}: {SummaryStatistics.MinForInterval} of each point are needed")
            {
                Tone = ReportTone.Warning,
            };
        }
    }

    private static string Names(IReadOnlyList<MeasuredPoint> points) =>
        string.Join("; ", points.Take(MaxNamed).Select(point => point.Point.Label))
            + (points.Count > MaxNamed ? $"; and {points.Count - MaxNamed} more" : "");

    private static ReportSection Laws(SweepResult result, string? source)
    {
        var rows = new List<IReadOnlyList<string>>();
        foreach (var axis in result.Axes)
        {
            foreach (var curve in result.CurvesOver(axis))
            {
                AddRow(rows, axis, curve.Label, "measured", curve.Fit);
                AddRow(rows, axis, curve.Label, "published", source is null ? null : curve.FitPublished());
            }
        }

        return new("Scalability (Universal Scalability Law, Gunther 2007)")
        {
            Tables = [new(
                [
                    new("over", IsText: true), new("at", IsText: true) { Dispensable = 1 },
                    new("curve", IsText: true), new("λ of one, TPS"),
                    new("σ contention"), new("95 % of σ") { Dispensable = 4 },
                    new("κ coherency"), new("95 % of κ") { Dispensable = 4 },
                    new("optimum"), new("95 % of it") { Dispensable = 3 },
                    new("error") { Dispensable = 5 }, new("Amdahl's") { Dispensable = 5 },
                ],
                rows) { Audience = ReportAudience.Everyone }],
            Figures = rows.Count == 0 ? [new("none", "needs four values of one axis, with all other options equal")] :
            [
                new(
                    "reading",
                    "λ·n ÷ (1 + σ(n − 1) + κn(n − 1)); 95 % intervals by bootstrap; error: mean of the points, each "
                        + "left out of the fit in turn")
                { Audience = ReportAudience.Page },
            ],
        };
    }

    private static void AddRow(
        List<IReadOnlyList<string>> rows, string axis, string at, string kind, ScalabilityFit? fit)
    {
        if (fit is null)
        {
            return;
        }

        rows.Add([
            axis,
            at.Length > 0 ? at : None,
            kind,
            Whole(fit.Model.Single),
            Number(fit.Model.Contention),
            $"{Number(fit.Contention.Low)} – {Number(fit.Contention.High)}",
            Small(fit.Model.Coherency),
            $"{Small(fit.Coherency.Low)} – {Small(fit.Coherency.High)}",
            fit.IsOptimumGuessed
                ? $"above {Number(ScalabilityFit.MaxExtrapolation * fit.MaxN)}: a guess"
                : $"{Whole(fit.Model.WholeOptimum)} ({Number(fit.Model.Optimum)})",
            $"{Number(fit.Optimum.Low)} – {(double.IsFinite(fit.Optimum.High) ? Number(fit.Optimum.High) : "∞")}",
            Percent(fit.Error),
            Percent(fit.AmdahlError),
        ]);
    }

    private static string Small(double value) => value.ToString("0.#####", CultureInfo.InvariantCulture);
}
