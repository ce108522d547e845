using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// The JSON of runs: of one run its report, of several runs <c>aelf-bench/runs/2</c>. The README of Reports describes
/// the fields.
/// </summary>
public static class JsonExporter
{
    // The claim keeps its × and · readable: no web page contains the file.
    private static readonly ReportJson Json = new(new JsonSerializerOptions(ReportJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    /// <summary>The JSON of one run for sending and storing, in UTF-8.</summary>
    public static byte[] BytesOf(RunReport run) => Encoding.UTF8.GetBytes(Format([run]));

    public static string Format(IReadOnlyList<RunReport> runs) => runs.Count == 1
        ? JsonSerializer.Serialize(runs[0].Published(), Json.RunReport) + "\n"
        : JsonSerializer.Serialize(new RunsReport([.. runs.Select(run => run.Published())]), Json.RunsReport) + "\n";
}
