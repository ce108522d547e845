using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs.Rules;

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
    Converters = [typeof(GuardStateConverter), typeof(VerificationOutcomeConverter), typeof(VerdictConverter)])]
[JsonSerializable(typeof(VerificationReport))]
internal sealed partial class VerificationJson : JsonSerializerContext;

/// <summary><c>ok</c>, <c>caution</c>, <c>broken</c>.</summary>
internal sealed class GuardStateConverter()
    : JsonStringEnumConverter<GuardState>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

/// <summary><c>verified</c>, <c>noClaim</c>, <c>refused</c>.</summary>
internal sealed class VerificationOutcomeConverter()
    : JsonStringEnumConverter<VerificationOutcome>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
