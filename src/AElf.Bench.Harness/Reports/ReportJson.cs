using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>The JSON record of several runs of one command.</summary>
internal sealed record RunsReport(IReadOnlyList<RunReport> Runs)
{
    public const string Format = "aelf-bench/runs/2";

    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = Format;
}

/// <summary>The JSON shape of a report, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    NewLine = "\n",
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters =
    [
        typeof(FiniteDoubleConverter), typeof(VerdictConverter), typeof(AuditOutcomeConverter), typeof(ToneConverter),
        typeof(AudienceConverter), typeof(UsedSettingConverter),
    ])]
[JsonSerializable(typeof(RunReport))]
[JsonSerializable(typeof(RunsReport))]
internal sealed partial class ReportJson : JsonSerializerContext;

/// <summary>Writes NaN and infinity, which JSON lacks, as null.</summary>
internal sealed class FiniteDoubleConverter : JsonConverter<double>
{
    public override bool HandleNull => true;

    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType is JsonTokenType.Null ? double.NaN : reader.GetDouble();

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
    {
        if (double.IsFinite(value))
        {
            writer.WriteNumberValue(value);
        }
        else
        {
            writer.WriteNullValue();
        }
    }
}

/// <summary>Writes a value and its source as one text, such as <c>4 (command line)</c>.</summary>
internal sealed class UsedSettingConverter : JsonConverter<UsedSetting>
{
    public override UsedSetting Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        UsedSetting.Parse(reader.GetString() ?? throw new JsonException());

    public override void Write(Utf8JsonWriter writer, UsedSetting value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}

/// <summary><c>pass</c>, <c>degraded</c>, <c>disturbed</c>, <c>failed</c>.</summary>
internal sealed class VerdictConverter()
    : JsonStringEnumConverter<Verdict>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

/// <summary><c>passed</c>, <c>failed</c>, <c>unknown</c>.</summary>
internal sealed class AuditOutcomeConverter()
    : JsonStringEnumConverter<AuditOutcome>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

/// <summary><c>plain</c>, <c>strong</c>, <c>warning</c>, <c>alarm</c>.</summary>
internal sealed class ToneConverter()
    : JsonStringEnumConverter<ReportTone>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

/// <summary><c>everyone</c>, <c>screen</c>, <c>page</c>.</summary>
internal sealed class AudienceConverter()
    : JsonStringEnumConverter<ReportAudience>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
