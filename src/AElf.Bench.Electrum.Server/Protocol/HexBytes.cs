using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>Bytes in an answer, written as hexadecimal digits.</summary>
[JsonConverter(typeof(Converter))]
internal readonly record struct HexBytes(ReadOnlyMemory<byte> Bytes)
{
    private sealed class Converter : JsonConverter<HexBytes>
    {
        public override HexBytes Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        // Writes parts, so that the digits of a block never form one string.
        public override void Write(Utf8JsonWriter writer, HexBytes value, JsonSerializerOptions options)
        {
            const int Part = 1024;
            Span<byte> digits = stackalloc byte[2 * Part];
            for (var rest = value.Bytes.Span; ; rest = rest[Part..])
            {
                var isLast = rest.Length <= Part;
                Convert.TryToHexStringLower(isLast ? rest : rest[..Part], digits, out var length);
                writer.WriteStringValueSegment(digits[..length], isLast);
                if (isLast)
                {
                    return;
                }
            }
        }
    }
}
