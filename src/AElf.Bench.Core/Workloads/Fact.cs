using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Workloads;

/// <summary>A value that the workload adds to the JSON record, with its name.</summary>
public readonly record struct Fact(string Name, FactValue Value)
{
    public static IReadOnlyDictionary<string, FactValue> Named(params IEnumerable<Fact> facts) =>
        facts.ToDictionary(fact => fact.Name, fact => fact.Value, StringComparer.Ordinal);
}

/// <summary>The names of facts that distinguish loads of equal size, for every workload.</summary>
public static class LoadFacts
{
    /// <summary>The first digits of the SHA-256 of contracts.</summary>
    public const string ContractHash = "contractHash";

    /// <summary>CRC-32C of the whole load, in hexadecimal digits.</summary>
    public const string Checksum = "loadChecksum";

    /// <summary>The shape of a drawn load, or <see cref="File"/>.</summary>
    public const string Shape = "load";

    /// <summary>The shape of a load from a file.</summary>
    public const string File = "file";
}

/// <summary>A text, a number or a share; all three are null for an unknown value.</summary>
[JsonConverter(typeof(FactValueConverter))]
public readonly record struct FactValue(string? Text, double? Number, Share? Part)
{
    /// <summary>The value of a report: a share as a number.</summary>
    public FactValue Computed => Part is { } share ? share.Value : this;

    public override string ToString() => Text ?? FormattableString.Invariant($"{Number ?? Part?.Value}");

    public static implicit operator FactValue(string? text) => new(text, null, null);

    public static implicit operator FactValue(double? number) => new(null, number, null);

    public static implicit operator FactValue(Share share) => new(null, null, share);
}

/// <summary>A share kept as its two counts, from which readers of a report can compute it again.</summary>
/// <param name="Part">The counted part.</param>
/// <param name="Whole">The total count.</param>
public readonly record struct Share(long Part, long Whole)
{
    /// <summary>Part ÷ whole; 0 when the whole is 0.</summary>
    [JsonIgnore]
    public double Value => Whole == 0 ? 0 : (double)Part / Whole;

    public static Share operator +(Share one, Share other) =>
        new(checked(one.Part + other.Part), checked(one.Whole + other.Whole));
}

/// <summary>Writes a text, a number, <c>{ "part": 1, "whole": 2 }</c> or null.</summary>
public sealed class FactValueConverter : JsonConverter<FactValue>
{
    public override FactValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.Null:
                return default;
            case JsonTokenType.String:
                return reader.GetString();
            case JsonTokenType.Number:
                return reader.GetDouble();
            default:
                using (var share = JsonDocument.ParseValue(ref reader))
                {
                    return share.RootElement is { ValueKind: JsonValueKind.Object } found
                        && found.TryGetProperty("part", out var part) && part.TryGetInt64(out var counted)
                        && found.TryGetProperty("whole", out var whole) && whole.TryGetInt64(out var all)
                        ? new Share(counted, all)
                        : throw new JsonException();
                }
        }
    }

    public override void Write(Utf8JsonWriter writer, FactValue value, JsonSerializerOptions options)
    {
        switch (value)
        {
            case { Text: { } text }:
                writer.WriteStringValue(text);
                break;
            case { Number: { } number } when double.IsFinite(number):
                writer.WriteNumberValue(number);
                break;
            case { Part: { } share }:
                writer.WriteStartObject();
                writer.WriteNumber("part", share.Part);
                writer.WriteNumber("whole", share.Whole);
                writer.WriteEndObject();
                break;
            default:
                writer.WriteNullValue();
                break;
        }
    }
}
