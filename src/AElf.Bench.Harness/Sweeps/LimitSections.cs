using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The text of a search for the highest rate below a limit.</summary>
public static class LimitSections
{
    /// <param name="title">Heading of the first section.</param>
    /// <param name="points">All rates, lowest first.</param>
    /// <param name="runs">The finished runs.</param>
    public static IReadOnlyList<ReportSection> From(
        string title, FigureBound limit, IReadOnlyList<SweepPoint> points, IReadOnlyList<SweepRun> runs)
    {
        var (highest, lowest) = LimitSearch.Boundary(runs, points.Count);
        var tried = runs.GroupBy(run => run.Point).OrderBy(point => point.Key).ToList();
        return
        [
            new(title)
            {
                Figures =
                [
                    highest >= 0
                        ? new("highest rate", $"{Rate(points, highest)} per second: {Outcome(runs, highest, limit)}")
                        {
                            Tone = ReportTone.Strong,
                        }
                        : new("highest rate", $"no rate met {limit}; the lowest was {Rate(points, 0)} per second")
                        {
                            Tone = ReportTone.Alarm,
                        },
                    new("did not meet it", lowest < points.Count
                        ? $"{Rate(points, lowest)} per second: {Outcome(runs, lowest, limit)}"
                        : $"none up to {Rate(points, points.Count - 1)} per second, the highest rate: raise it"),
                    new("rule", $"most runs at a rate must reach it and have {limit}, from the scheduled start"),
                    .. RunSetting.Figures([.. runs.Select(run => run.Setting)]),
                ],
            },
            new("Rates")
            {
                Tables = [new(
                    [
                        new("rate", IsText: true), new("runs"), new("below the limit"), new("rate not reached"),
                        new($"{limit.Name} ms median [min – max]"), new("verdict", IsText: true),
                    ],
                    [.. tried.Select(point => Cells(points[point.Key], [.. point], point.Key <= highest))])
                {
                    Audience = ReportAudience.Everyone,
                    Tones = [.. tried.Select(point =>
                        point.Key.CompareTo(highest) switch
                        {
                            0 => ReportTone.Strong,
                            < 0 => ReportTone.Plain,
                            _ => ReportTone.Warning,
                        })],
                }],
            },
        ];
    }

    private static string[] Cells(SweepPoint point, IReadOnlyList<SweepRun> runs, bool isMet) =>
    [
        point.Values[0].Value,
        Count(runs.Count),
        Count(runs.Count(run => run.IsBelowLimit)),
        Count(runs.Count(run => run.Reached is false)),
        Spread(runs) is { } spread ? RunSections.Range(spread, us => Number(us / 1000)) : None,
        isMet ? "met" : "not met",
    ];

    private static string Outcome(IReadOnlyList<SweepRun> runs, int point, FigureBound limit)
    {
        List<SweepRun> its = [.. runs.Where(run => run.Point == point)];
        var spread = Spread(its);
        return $"{its.Count(run => run.IsBelowLimit)} of {Counted(its.Count, "run")} met {limit}"
            + (spread is null ? "" : $", median {Number(spread.Median / 1000)} ms");
    }

    private static Spread? Spread(IReadOnlyList<SweepRun> runs)
    {
        double[] values = [.. runs.Select(run => run.LimitedUs).OfType<double>()];
        return values.Length == 0 ? null : SummaryStatistics.Describe(values);
    }

    private static string Rate(IReadOnlyList<SweepPoint> points, int point) => points[point].Values[0].Value;
}
