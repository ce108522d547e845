using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Writes the latencies as HdrHistogram's percentile text; of several runs a file each, numbered before the extension.
/// </summary>
public sealed class HistogramExporter(string path) : IReportExporter
{
    /// <inheritdoc/>
    public void Export(IReadOnlyList<RunReport> runs)
    {
        foreach (var (at, run) in runs.Index())
        {
            ReportFile.Replace(runs.Count == 1 ? path : Numbered(at + 1), Format(run));
        }
    }

    /// <summary>The text of a run; of one without a figure, that of an empty histogram.</summary>
    public static string Format(RunReport run) =>
        PercentileText.Format(run.Published().LatencyUs?.Recorded() ?? new LatencyHistogram());

    private string Numbered(int number) => Path.Combine(
        Path.GetDirectoryName(path) ?? "",
        FormattableString.Invariant($"{Path.GetFileNameWithoutExtension(path)}-{number}{Path.GetExtension(path)}"));
}
