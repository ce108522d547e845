using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Writes one run as its report, and several runs as <c>aelf-bench/runs/2</c>; the README of Reports describes the
/// fields.
/// </summary>
public sealed class JsonExporter(string path) : IReportExporter
{
    // The claim keeps its × and · readable: no web page contains the file.
    private static readonly ReportJson Json = new(new JsonSerializerOptions(ReportJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    public void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null) =>
        ReportFile.Replace(path, Format(runs));

    /// <summary>The JSON of one run for sending and storing, in UTF-8.</summary>
    public static byte[] BytesOf(RunReport run) => Encoding.UTF8.GetBytes(Format([run]));

    public static string Format(IReadOnlyList<RunReport> runs) => runs.Count == 1
        ? JsonSerializer.Serialize(runs[0].Published(), Json.RunReport) + "\n"
        : JsonSerializer.Serialize(new RunsReport([.. runs.Select(run => run.Published())]), Json.RunsReport) + "\n";
}
