using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Verification;

/// <summary>A file of reports with the verification of each.</summary>
/// <param name="Path">The file.</param>
/// <param name="Runs">The verified runs.</param>
public sealed record ReportVerification(string Path, IReadOnlyList<RunVerification> Runs)
{
    /// <exception cref="FormatException">
    /// The file contains no report of a run; the message says what it contains.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static ReportVerification Read(string path, IWorkloadType? workload = null)
    {
        try
        {
            return new(path, [.. RunsOf(path).Select(run => RunVerification.Of(run, workload))]);
        }
        catch (FormatException exception)
        {
            throw new FormatException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>The runs of a file. A property must not occur twice, because readers might use either value.</summary>
    /// <exception cref="FormatException">
    /// The file has no run, is not JSON, or contains a property twice; the message says which.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static IReadOnlyList<JsonElement> RunsOf(string path)
    {
        using var file = File.OpenRead(path);
        try
        {
            using var document = JsonDocument.Parse(file, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return [.. RunsIn(document.RootElement).Select(run => run.Clone())];
        }
        catch (JsonException exception)
        {
            throw new FormatException($"it is not JSON: {JsonFault.Of(exception)}", exception);
        }
    }

    /// <exception cref="FormatException">The JSON contains no run.</exception>
    public static IReadOnlyList<JsonElement> RunsIn(JsonElement root)
    {
        var schema = root.ValueKind is JsonValueKind.Object && root.TryGetProperty("schema", out var name)
            && name.ValueKind is JsonValueKind.String ? name.GetString() : null;
        return schema switch
        {
            RunReport.Format => [root],
            RunsReport.Format when root.TryGetProperty("runs", out var runs) && runs.ValueKind is JsonValueKind.Array
                && runs.GetArrayLength() > 0 => [.. runs.EnumerateArray()],
            RunsReport.Format => throw new FormatException("it has no runs"),
            _ when CallFailure.Read(Encoding.UTF8.GetBytes(root.GetRawText())) is { } failure =>
                throw new FormatException($"it has no run: its call ended with exit code {failure.ExitCode:D}: "
                    + string.Join("; ", failure.Problems)),
            _ => throw new FormatException(
                $"its format is {schema ?? "not named"}; this version reads {RunReport.Format} and "
                    + $"{RunsReport.Format}, as --json writes them; a comparison or sweep has them "
                    + "in its subfolder 'reports'"),
        };
    }
}

/// <summary>The JSON record of verified reports.</summary>
/// <param name="Files">The files, in the order they were named.</param>
public sealed record VerificationReport(IReadOnlyList<ReportVerification> Files)
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = "aelf-bench/verification/1";

    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) => ReportFile.Replace(
        path, JsonSerializer.Serialize(this, VerificationJson.Default.VerificationReport) + "\n");
}

/// <summary>The JSON shape of a verification, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(EnumNameConverter)])]
[JsonSerializable(typeof(VerificationReport))]
[JsonSerializable(typeof(DrawnLoad))]
internal sealed partial class VerificationJson : JsonSerializerContext;
