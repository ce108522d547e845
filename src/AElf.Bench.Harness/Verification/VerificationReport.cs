using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Verification;

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
internal sealed partial class VerificationJson : JsonSerializerContext;
