using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Options;

/// <summary>Writes a value to JSON as its text.</summary>
/// <typeparam name="T">The type; its text is what <paramref name="parse"/> reads.</typeparam>
/// <param name="parse">Reads the text; null for an invalid one.</param>
public abstract class TextConverter<T>(Func<string, T?> parse) : JsonConverter<T>
    where T : class
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType is JsonTokenType.String && parse(reader.GetString()!) is { } value
            ? value
            : throw new JsonException();

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue($"{value}");
}
