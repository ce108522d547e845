using System.Globalization;
using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>Writes what a sweep measured, for a page and for programs.</summary>
public static class SweepExport
{
    /// <summary>Writes <c>sweep.md</c> and <c>runs.csv</c> into the sweep's folder.</summary>
    /// <exception cref="IOException">They cannot be written.</exception>
    public static void Write(string folder, IReadOnlyList<ReportSection> sections, SweepResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        MarkdownExporter.Write(Path.Combine(folder, "sweep.md"), sections);
        ReportFile.Replace(Path.Combine(folder, "runs.csv"), Csv(result));
    }

    /// <summary>A line for each run, in the order they were made; RFC 4180.</summary>
    internal static string Csv(SweepResult result)
    {
        var axes = result.Axes;
        var text = new StringBuilder();
        Line(text, [.. axes, "published", "verdict", "seconds", "tps", "p99Us", "cpuUsPerTransfer", "report"]);
        foreach (var run in result.Runs)
        {
            var point = result.PointOf(run);
            Line(text, [
                .. axes.Select(axis => point[axis] ?? ""),
                Text(point.Published),
                run.Verdict.ToString().ToLowerInvariant(),
                Text(run.Seconds),
                Text(run.Tps),
                Text(run.P99Us),
                Text(run.CpuUs),
                run.Report,
            ]);
        }

        return text.ToString();
    }

    private static string Text(double? value) => value?.ToString("R", CultureInfo.InvariantCulture) ?? "";

    private static void Line(StringBuilder text, IEnumerable<string> cells) =>
        text.AppendJoin(',', cells.Select(Quote)).Append("\r\n");

    private static string Quote(string cell) => cell.AsSpan().ContainsAny(",\"\r\n")
        ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : cell;
}
