using AElf.Bench.Core.Reports;
namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Writes every raw point of the runs, a line each: the rounds, then the slices. What a kind of point does not have is
/// empty.
/// </summary>
public sealed class CsvExporter(string path) : IReportExporter
{
    private static readonly string[] Columns =
    [
        "run", "point", "round", "startMs", "lengthMs", "committed", "perSecond", "groupingMs", "routingMs", "retried",
        "deepestMailbox", "oldestMs",
    ];

    /// <inheritdoc/>
    public void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null) =>
        ReportFile.Replace(path, Format(runs));

    /// <summary>The file's text.</summary>
    public static string Format(IReadOnlyList<RunReport> runs)
    {
        var text = new CsvText();
        text.Line(Columns);
        foreach (var run in runs.Select(run => run.Published()))
        {
            foreach (var round in run.Rounds)
            {
                text.Line(
                [
                    run.RunId, "round", CsvText.Number(round.Round), "", CsvText.Number(round.ExecuteMs),
                    CsvText.Number(round.Committed), CsvText.Number(round.Tps), CsvText.Number(round.GroupingMs),
                    CsvText.Number(round.RoutingMs), CsvText.Number(round.Retried), "", "",
                ]);
            }

            foreach (var slice in run.Slices)
            {
                text.Line(
                [
                    run.RunId, "slice", CsvText.Number(slice.Round), CsvText.Number(slice.StartMs),
                    CsvText.Number(slice.LengthMs), CsvText.Number(slice.Committed), CsvText.Number(slice.Tps), "", "",
                    "", CsvText.Number(slice.DeepestMailbox), CsvText.Number(slice.OldestMs),
                ]);
            }
        }

        return text.ToString();
    }
}
