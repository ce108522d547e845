using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Reads a report in the format of <see cref="Exporters.JsonExporter"/>, such as a report from a manager.
/// </summary>
public static class ReportReader
{
    private static readonly JsonTypeInfo<RunReport> Shape = StrictJson.Of<RunReport>(
        ReportJson.Default, refusesAbsent: true);

    /// <exception cref="FormatException">The bytes are not a report of this version.</exception>
    public static RunReport Read(ReadOnlyMemory<byte> json) =>
        Read(() => JsonSerializer.Deserialize(json.Span, Shape));

    /// <summary>Reads one run from a file of several runs.</summary>
    /// <exception cref="FormatException">The element is not a report of this version.</exception>
    public static RunReport Read(JsonElement json) => Read(() => json.Deserialize(Shape));

    /// <summary>The report as a JSON element, as in the file.</summary>
    internal static JsonElement ElementOf(RunReport run) =>
        JsonSerializer.SerializeToElement(run, ReportJson.Default.RunReport);

    private static RunReport Read(Func<RunReport?> read)
    {
        var report = StrictJson.Read(read, fault => $"not a report of this version: {fault}");
        return string.Equals(report.Schema, RunReport.Format, StringComparison.Ordinal) ? report
            : throw new FormatException($"its format is {report.Schema}; this version reads {RunReport.Format}");
    }
}
