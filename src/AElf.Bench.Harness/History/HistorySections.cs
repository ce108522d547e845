using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.History;

/// <summary>The text of a history: each series with its newest entry last, and the changes of its level.</summary>
public static class HistorySections
{
    private const int MaxRows = 40;
    private const int MinRuns = 2 * ChangePoint.MinLevel;

    /// <summary>One section for each series and machine.</summary>
    public static IReadOnlyList<ReportSection> From(IReadOnlyList<HistoryEntry> entries) =>
        [.. entries.GroupBy(entry => (entry.Series, entry.Machine)).Select(series => Section([.. series]))];

    private static ReportSection Section(HistoryEntry[] entries)
    {
        double[] tps = [.. entries.Select(entry => entry.Tps)];
        var changes = ChangePoint.Find(tps);
        Figure[] known =
            [.. Figures.Compared.Where(figure => entries.Any(each => figure.In(each.Values) is not null))];
        var shown = Math.Max(0, entries.Length - MaxRows);
        return new(entries[0].Series)
        {
            Figures =
            [
                new("machine", entries[0].Machine),
                new("changes", (changes, entries) switch
                {
                    ([_, ..], _) => [.. changes.Select(change => Text(change, entries))],
                    (_, { Length: < MinRuns }) => [$"unknown below {MinRuns} runs"],
                    _ => ["none"],
                })
                {
                    Tone = changes.Any(change => change.Ratio < 1) ? ReportTone.Warning : ReportTone.Plain,
                },
                .. shown > 0 ? (ReportFigure[])[new("not shown", $"the first {Counted(shown, "run")}")] : [],
            ],
            Tables =
            [
                new(
                    [
                        new("when", IsText: true), new("build", IsText: true), new("TPS"),
                        new("interval") { Dispensable = 2 },
                        .. known.Select(figure => new ReportColumn(figure.Heading) { Dispensable = 1 }),
                        new("÷ its baseline"), new("level", IsText: true),
                    ],
                    [.. entries.Index().Skip(shown).Select(each => Cells(each.Item, each.Index, known, changes))])
                {
                    Audience = ReportAudience.Everyone,
                    Tones = [.. entries.Index().Skip(shown).Select(each =>
                        changes.Any(change => change.At == each.Index) ? ReportTone.Strong : ReportTone.Plain)],
                },
            ],
            Series = [new("TPS", tps)],
        };
    }

    private static string[] Cells(
        HistoryEntry entry, int at, Figure[] known, IReadOnlyList<ChangePoint> changes) =>
    [
        entry.At,
        entry.Version,
        Whole(entry.Tps),
        entry is { Low: { } low, High: { } high } ? $"{Whole(low)} – {Whole(high)}" : None,
        .. known.Select(figure => figure.TextOf(figure.In(entry.Values))),
        Number(entry.Ratio),
        changes.FirstOrDefault(change => change.At == at) is { } changed ? Ratio(changed) : "",
    ];

    private static string Text(ChangePoint change, HistoryEntry[] entries) =>
        $"{Ratio(change)} from {entries[change.At].At} on, build {entries[change.At].Version} (Mann–Whitney, p = "
            + $"{change.Chance.ToString("0.####", CultureInfo.InvariantCulture)})";

    private static string Ratio(ChangePoint change) =>
        $"{change.Ratio.ToString("0.000", CultureInfo.InvariantCulture)} ×";
}
