using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The plots of a comparison: the ratio of each pair, and the runs of both sides.</summary>
public static class ComparisonPlots
{
    /// <summary>
    /// Writes a comparison as a web page. It begins with the conclusion, and needs no network and no script.
    /// </summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void WritePage(string path, IReadOnlyList<ReportSection> sections, ComparisonResult result) =>
        ReportFile.Replace(path, HtmlExporter.Format(ComparisonSections.Headline(result), From(result), sections));

    /// <summary>Empty without a pair.</summary>
    internal static IReadOnlyList<Plot> From(ComparisonResult result) =>
        result.Tps.Count == 0 ? [] : [Ratios(result), Runs(result)];

    private static Plot Ratios(ComparisonResult result)
    {
        List<double> ratios = [.. result.Tps.Logs.Values.Select(Math.Exp)];
        var found = 1 - result.Limits.Threshold;
        var (low, high) = (result.Tps.Low, result.Tps.High);
        PlotLayer[] interval = low > 0 && double.IsFinite(high)
            ?
            [
                new PlotArea(1, "95 % interval", [
                    (new(0.5, low), new(0.5, high)), (new(ratios.Count + 0.5, low), new(ratios.Count + 0.5, high)),
                ]),
            ]
            : [];
        PlotLayer[] series = result.FirstSeries is { } first && first < ratios.Count
            ? [new PlotDivider("confirming", first + 0.5)]
            : [];
        return new Plot(
            "Candidate ÷ baseline",
            Pairs(ratios.Count),
            new("ratio of TPS", PlotScale.Around([.. ratios, found, 1])),
            [
                .. series,
                .. interval,
                new PlotLevel(3, "as fast", 1),
                new PlotLevel(2, $"{ComparisonSections.Share(result.Limits.Threshold)} slower", found),
                new PlotLevel(1, "estimate", result.Tps.Estimate!.Value),
                new PlotDots(0, "pair", [.. ratios.Select((ratio, at) => new PlotPoint(at + 1, ratio))]),
            ])
        {
            Notes = ["above 1 the candidate is faster"],
            Points = new(
                [new("pair"), new("baseline TPS"), new("candidate TPS"), new("ratio")],
                [.. result.Baseline.Runs.Zip(result.Candidate.Runs).Zip(ratios, (pair, ratio) => (pair, ratio))
                    .Select((each, at) => (string[])
                    [
                        Count(at + 1), Whole(each.pair.First.Tps), Whole(each.pair.Second.Tps),
                        each.ratio.ToString("0.000", CultureInfo.InvariantCulture),
                    ])]),
        };
    }

    private static Plot Runs(ComparisonResult result)
    {
        var pairs = result.Tps.Count;
        var noun = result.Candidate.Runs[0].Noun;
        IReadOnlyList<PlotPoint> before = Points(result.Baseline, pairs);
        IReadOnlyList<PlotPoint> now = Points(result.Candidate, pairs);
        return new Plot(
            "TPS of the runs",
            Pairs(pairs),
            new($"{noun}s/s, median of the rounds", PlotScale.Linear([.. before.Concat(now).Select(point => point.Y)])),
            [
                new PlotRanges(1, [.. before.Zip(now, (first, second) => first.Y < second.Y
                    ? (first, second)
                    : (second, first))]),
                new PlotDots(1, "baseline", before),
                new PlotDots(0, "candidate", now),
            ])
        {
            Notes =
            [
                "a bar joins the two runs of a pair"
                    + (result.Stored is null ? "" : "; those of the baseline were made before"),
            ],
        };
    }

    private static PlotAxis Pairs(int count) => new("pair of runs", PlotScale.Numbers(count));

    private static List<PlotPoint> Points(RunSet<ComparedRun> side, int pairs) =>
        [.. side.Runs.Take(pairs).Select((run, at) => new PlotPoint(at + 1, run.Tps!.Value))];
}
