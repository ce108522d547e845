using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Reads a report as <see cref="Exporters.JsonExporter"/> writes it, such as one that a manager sends.
/// </summary>
public static class ReportReader
{
    private static readonly JsonTypeInfo<RunReport> Shape = StrictJson.Of<RunReport>(ReportJson.Default);

    /// <exception cref="FormatException">The bytes are not a report of this version.</exception>
    public static RunReport Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return Found(JsonSerializer.Deserialize(json, Shape));
        }
        catch (JsonException exception)
        {
            throw NoReport(exception);
        }
    }

    /// <summary>Reads one run of a file of several.</summary>
    /// <exception cref="FormatException">The element is not a report of this version.</exception>
    public static RunReport Read(JsonElement json)
    {
        try
        {
            return Found(json.Deserialize(Shape));
        }
        catch (JsonException exception)
        {
            throw NoReport(exception);
        }
    }

    /// <summary>The report as an element of JSON, as it is written.</summary>
    internal static JsonElement ElementOf(RunReport run) =>
        JsonSerializer.SerializeToElement(run, ReportJson.Default.RunReport);

    private static RunReport Found(RunReport? report) => report switch
    {
        null => throw new FormatException("a report is expected, and nothing was sent"),
        { Schema: RunReport.Format } => report,
        _ => throw new FormatException($"its format is {report.Schema}; this version reads {RunReport.Format}"),
    };

    private static FormatException NoReport(JsonException exception) =>
        new($"what was sent is no report of this version: {StrictJson.Fault(exception)}", exception);
}
