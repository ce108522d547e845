using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Writes the latencies as HdrHistogram's percentile text. Several runs get one file each, with a number before the
/// extension. In an open loop there are two files: latencies from the scheduled start, and from the sending (with
/// <c>-sending</c> before the extension).
/// </summary>
public static class HistogramExporter
{
    /// <exception cref="IOException">A file cannot be written.</exception>
    public static void Write(string path, IReadOnlyList<RunReport> runs)
    {
        foreach (var (at, run) in runs.Index())
        {
            var number = runs.Count == 1 ? "" : $"-{at + 1}";
            ReportFile.Replace(Named(path, number), Format(run));
            if (run.Published() is { OpenLoop: not null } open)
            {
                ReportFile.Replace(Named(path, $"{number}-sending"), Format(open with { OpenLoop = null }));
            }
        }
    }

    /// <summary>The text of a run; an empty histogram for a run without a figure.</summary>
    public static string Format(RunReport run) =>
        PercentileText.Format(run.Published().UserLatencyUs()?.Recorded() ?? new LatencyHistogram());

    private static string Named(string path, string suffix) => suffix.Length == 0 ? path : Path.Combine(
        Path.GetDirectoryName(path) ?? "",
        $"{Path.GetFileNameWithoutExtension(path)}{suffix}{Path.GetExtension(path)}");
}
