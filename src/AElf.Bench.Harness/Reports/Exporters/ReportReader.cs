using System.Text.Json;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Reads a report that <see cref="JsonExporter"/> wrote, such as one a manager sends.</summary>
public static class ReportReader
{
    /// <summary>Reads one run.</summary>
    /// <exception cref="FormatException">The bytes are no report of this version.</exception>
    public static RunReport Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, ReportJson.Default.RunReport)
                ?? throw new FormatException("a report is expected, and nothing was sent");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"what was sent is no report of this version: {exception.Message}", exception);
        }
    }
}
