using System.Globalization;
using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The section of a run's process starts, side by side; absent with one start.</summary>
internal static class StartsSection
{
    private const double Million = 1e6;

    public static IReadOnlyList<ReportSection> From(RunReport run) => run.Starts is not { } starts ? [] :
    [
        new("Process starts")
        {
            Tables = [new(
                [
                    .. RunSections.Numbers("start", "TPS", "slowest", "fastest", "rounds", "blocks"),
                    .. Figures.Compared.Select(figure => new ReportColumn(figure.Heading)),
                    .. RunSections.Texts("run", "verdict"),
                ],
                [.. starts.Index().Select(start => Cells(start.Index, start.Item))])
            {
                Audience = ReportAudience.Everyone,
                Tones = [.. starts.Select(RunSections.ToneOf)],
            }],
        },
    ];

    /// <summary>The starts' medians in words, such as <c>3 starts: 26.1, 26.4 and 26.9 million</c>.</summary>
    public static string MediansOf(RunReport run)
    {
        var medians = run.Starts!.Select(start => start.Tps!.Median).ToList();
        var isLarge = medians.Min() >= Million;
        var format = medians.Min() < 10 * Million ? "0.00" : "0.0";
        var texts = medians.ConvertAll(median => isLarge
            ? (median / Million).ToString(format, CultureInfo.InvariantCulture)
            : Whole(median));
        return $"{Counted(texts.Count, "start")}: {string.Join(", ", texts.SkipLast(1))} and {texts[^1]}"
            + (isLarge ? " million" : "");
    }

    private static string[] Cells(int index, RunReport start) =>
    [
        Count(index + 1), Whole(start.Tps?.Median), Whole(start.Tps?.Min), Whole(start.Tps?.Max),
        Count(start.Rounds.Count), Count(start.Blocks), .. Figures.Compared.Select(figure => figure.TextOf(start)),
        $"{start.RunId}",
        RunSections.WordOf(start.Verdict),
    ];
}
