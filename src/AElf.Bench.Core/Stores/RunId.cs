using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// Identifies a run in each of its keys, so that it never uses keys that another run left. Eight lowercase hex digits.
/// </summary>
/// <param name="Number">The value of the digits.</param>
[JsonConverter(typeof(RunIdConverter))]
public readonly record struct RunId(uint Number)
{
    public const int Digits = 8;

    /// <summary>The beginning of every run's keys; the id follows.</summary>
    public const string Mark = "ab";

    /// <summary>The eight ASCII digits, the first one in the lowest byte, to be written into keys at once.</summary>
    public ulong HexBytes => BinaryPrimitives.ReadUInt64LittleEndian(Encoding.ASCII.GetBytes(ToString()));

    /// <summary>The beginning of all keys of the run; <c>:</c> or <c>#</c> follows.</summary>
    public string Prefix => $"{Mark}{this}";

    /// <summary>The key of the run's lock.</summary>
    public string Lock => $"{Prefix}:lock";

    /// <summary>The pattern of all keys of a run, as SCAN takes it.</summary>
    /// <param name="id">The run's id, or a pattern of it.</param>
    public static string PatternOf(string id) => $"{Mark}{id}[:#]*";

    public static RunId Create(Random random) => new((uint)random.NextInt64(1L << 32));

    /// <summary>Reads eight lowercase hex digits; anything else is not a run id.</summary>
    public static bool TryParse(ReadOnlySpan<char> text, out RunId id)
    {
        _ = uint.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number);
        id = new RunId(number);

        // Only one spelling is valid, because ids are compared as bytes inside keys.
        return text.SequenceEqual(id.ToString());
    }

    /// <summary>Reads eight lowercase hex digits.</summary>
    /// <exception cref="FormatException">The text is not a run id.</exception>
    public static RunId Parse(ReadOnlySpan<char> text) => TryParse(text, out var id)
        ? id
        : throw new FormatException("a run id is eight lowercase hex digits, such as 0badcafe");

    public override string ToString() => Number.ToString("x8", CultureInfo.InvariantCulture);
}

/// <summary>Writes an id as its digits.</summary>
public sealed class RunIdConverter : JsonConverter<RunId>
{
    public override RunId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType is JsonTokenType.String && RunId.TryParse(reader.GetString(), out var id)
            ? id
            : throw new JsonException();

    public override void Write(Utf8JsonWriter writer, RunId value, JsonSerializerOptions options) =>
        writer.WriteStringValue($"{value}");
}
