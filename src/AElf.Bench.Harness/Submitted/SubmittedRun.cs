using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Submitted;

/// <summary>A run for a manager. A repeated submission joins the run instead of making it twice.</summary>
/// <param name="Id">The run's id, drawn by the submitter.</param>
public sealed record SubmittedRun(string Id)
{
    /// <summary>Maximum bytes of the JSON: its texts need far more memory in a table.</summary>
    public const int MaxBytes = 256 << 10;

    /// <summary>Maximum bytes of the file with the load.</summary>
    public const int MaxLoadBytes = 64 << 20;

    /// <summary>A random number of the run. Runs with the same id and different numbers are different runs.</summary>
    public ulong Submission { get; init; }

    /// <summary>Names and values of settings that concern a run; the manager's rules check them.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <exception cref="FormatException">The JSON is not a run; the message says what is expected.</exception>
    public static SubmittedRun Read(ReadOnlySpan<byte> json)
    {
        const string Expected =
            """expected JSON such as {"id": "1a2b3c4d", "submission": 1, "settings": {"Workload.Transfers": 2400}}""";
        try
        {
            var run = JsonSerializer.Deserialize(json, SubmissionJson.Plain.SubmittedRun)
                ?? throw new FormatException($"not a run; {Expected}");

            // Generated code ignores a property's initial value.
            return run with { Settings = run.Settings ?? new Dictionary<string, string>(StringComparer.Ordinal) };
        }
        catch (JsonException exception)
        {
            throw new FormatException($"not a run: {JsonFault.Of(exception)}; {Expected}", exception);
        }
    }

    public byte[] ToJson() => JsonSerializer.SerializeToUtf8Bytes(this, SubmissionJson.Plain.SubmittedRun);
}

/// <summary>The JSON shapes of submissions and answers, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    MaxDepth = 8,
    Converters = [typeof(EnumNameConverter), typeof(PlainTextConverter)])]
[JsonSerializable(typeof(SubmittedRun))]
[JsonSerializable(typeof(ProgressSnapshot))]
[JsonSerializable(typeof(RunState.Waiting))]
[JsonSerializable(typeof(RunState.Refused))]
internal sealed partial class SubmissionJson : JsonSerializerContext
{
    private static SubmissionJson? plain;

    /// <summary>Keeps quotes in messages readable for people; the text is never part of a page.</summary>
    public static SubmissionJson Plain => plain ??= new(new JsonSerializerOptions(Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });
}

/// <summary>Reads a text that a person may write as a number, or as true and false.</summary>
internal sealed class PlainTextConverter : JsonConverter<string>
{
    public override bool HandleNull => true;

    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType switch
        {
            JsonTokenType.String => reader.GetString()!,
            JsonTokenType.Number => System.Text.Encoding.UTF8.GetString(reader.ValueSpan),
            JsonTokenType.True => "true",
            JsonTokenType.False => "false",
            _ => throw new JsonException("A text, a number, true or false is expected."),
        };

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value);

    public override string ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString()!;

    public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WritePropertyName(value);
}
