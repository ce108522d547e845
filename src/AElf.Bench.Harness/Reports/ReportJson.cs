using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Reports;

/// <summary>The JSON record of several runs of one command.</summary>
internal sealed record RunsReport(IReadOnlyList<RunReport> Runs)
{
    public const string Format = "aelf-bench/runs/2";

    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = Format;
}

/// <summary>The JSON shapes of reports and failed calls, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    NewLine = "\n",
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    Converters = [typeof(FiniteDoubleConverter), typeof(EnumNameConverter), typeof(UsedSettingConverter)])]
[JsonSerializable(typeof(RunReport))]
[JsonSerializable(typeof(RunsReport))]
[JsonSerializable(typeof(CallFailure))]
internal sealed partial class ReportJson : JsonSerializerContext;

/// <summary>Writes NaN and infinity, which JSON does not have, as null.</summary>
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
internal sealed class UsedSettingConverter() : TextConverter<UsedSetting>(UsedSetting.Parse);

/// <summary>
/// Writes the name of an enumeration's value, such as <c>noRegression</c>. The generator of contexts refuses a subclass
/// of the library's converter.
/// </summary>
public sealed class EnumNameConverter : JsonConverterFactory
{
    private static readonly JsonStringEnumConverter Names = new(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

    public override bool CanConvert(Type typeToConvert) => Names.CanConvert(typeToConvert);

    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        Names.CreateConverter(typeToConvert, options);
}
