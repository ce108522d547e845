using System.Text.Json;

namespace AElf.Bench.Harness.Verification;

/// <summary>A file of reports with the verification of each.</summary>
/// <param name="Path">The file.</param>
/// <param name="Runs">The verified runs.</param>
public sealed record ReportVerification(string Path, IReadOnlyList<RunVerification> Runs)
{
    private const string OneRun = "aelf-bench/run/1";
    private const string SeveralRuns = "aelf-bench/runs/1";

    /// <exception cref="FormatException">The file holds no report of a run; the message names its contents.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static ReportVerification Read(string path)
    {
        try
        {
            return new(path, [.. RunsOf(path).Select(RunVerification.Of)]);
        }
        catch (Exception exception) when (exception is JsonException or FormatException)
        {
            throw new FormatException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>The runs of a file, which may not name a property twice: readers might believe either value.</summary>
    /// <exception cref="FormatException">The file has no run.</exception>
    /// <exception cref="JsonException">The file is not JSON, or names a property twice.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static IReadOnlyList<JsonElement> RunsOf(string path)
    {
        using var file = File.OpenRead(path);
        using var document = JsonDocument.Parse(file, new JsonDocumentOptions { AllowDuplicateProperties = false });
        return [.. RunsIn(document.RootElement).Select(run => run.Clone())];
    }

    /// <exception cref="FormatException">The JSON holds no run.</exception>
    public static IReadOnlyList<JsonElement> RunsIn(JsonElement root)
    {
        var schema = root.ValueKind is JsonValueKind.Object && root.TryGetProperty("schema", out var name)
            && name.ValueKind is JsonValueKind.String ? name.GetString() : null;
        return schema switch
        {
            OneRun => [root],
            SeveralRuns when root.TryGetProperty("runs", out var runs) && runs.ValueKind is JsonValueKind.Array
                && runs.GetArrayLength() > 0 => [.. runs.EnumerateArray()],
            SeveralRuns => throw new FormatException("it has no runs"),
            null => throw new FormatException(
                $"it names no schema; the report of a run is {OneRun} or {SeveralRuns}, as --json writes it"),
            _ when schema.StartsWith("aelf-bench/run", StringComparison.Ordinal) => throw new FormatException(
                $"its schema is {schema}, which this version does not know; it knows {OneRun} and {SeveralRuns}"),
            _ => throw new FormatException(
                $"its schema is {schema}, and not the report of a run ({OneRun}); "
                    + "the reports of a comparison or sweep are in the folder reports of its folder"),
        };
    }
}
