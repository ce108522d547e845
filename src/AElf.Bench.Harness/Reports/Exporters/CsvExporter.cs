namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Every raw point of the runs, one per line: first the rounds, then the slices. Missing fields are empty. Each
/// start of a run has its own id, and numbers its rounds from 1.
/// </summary>
public static class CsvExporter
{
    private static readonly (string Name, Func<RoundReport, double?> Round, Func<SliceReport, double?> Slice)[] Fields =
    [
        ("round", round => round.Round, slice => slice.Round),
        ("startMs", _ => null, slice => slice.StartMs),
        ("lengthMs", round => round.ExecuteMs, slice => slice.LengthMs),
        (Figures.Committed.Name, round => round.Committed, slice => slice.Committed),
        (Figures.Tps.Name, round => round.Tps, slice => slice.Tps),
        (Figures.Grouping.Name, round => round.GroupingMs, _ => null),
        (Figures.Routing.Name, round => round.RoutingMs, _ => null),
        ("retried", round => round.Retried, _ => null),
        ("deepestMailbox", _ => null, slice => slice.DeepestMailbox),
        ("oldestMs", _ => null, slice => slice.OldestMs),
        ("disturbed", round => round.IsDisturbed ? 1 : 0, _ => null),
    ];

    public static string Format(IReadOnlyList<RunReport> runs)
    {
        var text = new CsvText();
        text.Line(["run", "point", .. Fields.Select(field => field.Name), "start"]);
        var starts = runs.Select(run => run.Published()).SelectMany(run => (run.Starts ?? [run]).Index());
        foreach (var (index, run) in starts)
        {
            var start = CsvText.Number(index + 1);
            var id = $"{run.RunId}";
            foreach (var round in run.Rounds)
            {
                text.Line([id, "round", .. Fields.Select(field => CsvText.Number(field.Round(round))), start]);
            }

            foreach (var slice in run.Slices)
            {
                text.Line([id, "slice", .. Fields.Select(field => CsvText.Number(field.Slice(slice))), start]);
            }
        }

        return text.ToString();
    }
}
