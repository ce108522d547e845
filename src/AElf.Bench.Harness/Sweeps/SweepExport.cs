using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>Writes a sweep's result for people and for programs.</summary>
public static class SweepExport
{
    /// <summary>
    /// Writes <c>sweep.md</c>, <c>sweep.html</c> with plots, and <c>runs.csv</c> into the sweep's folder.
    /// </summary>
    /// <exception cref="IOException">A file cannot be written.</exception>
    public static void Write(string folder, IReadOnlyList<ReportSection> sections, SweepResult result)
    {
        MarkdownExporter.Write(Path.Combine(folder, "sweep.md"), sections);
        ReportFile.Replace(
            Path.Combine(folder, "sweep.html"),
            HtmlExporter.Format(sections[0].Title, SweepPlots.From(result), sections));
        ReportFile.Replace(Path.Combine(folder, "runs.csv"), Csv(result));
    }

    /// <summary>A line for each run, in the order they were made; RFC 4180.</summary>
    internal static string Csv(SweepResult result)
    {
        var axes = result.Axes;
        var text = new CsvText();
        text.Line([
            .. axes, "published", "verdict", "seconds", "tps", .. Figures.Swept.Select(figure => figure.Name),
            "server", "report",
        ]);
        foreach (var run in result.Runs)
        {
            var point = result.PointOf(run);
            text.Line([
                .. axes.Select(axis => point[axis] ?? ""),
                CsvText.Number(point.Published),
                run.Verdict.ToString().ToLowerInvariant(),
                CsvText.Number(run.Seconds),
                CsvText.Number(run.Tps),
                .. Figures.Swept.Select(figure => CsvText.Number(run.ValueOf(figure))),
                run.Setting?.Server ?? "",
                run.Report,
            ]);
        }

        return text.ToString();
    }
}
