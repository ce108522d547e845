using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Recognises notifications: objects with a method, which a server sends without a request.</summary>
internal static class Notification
{
    private static readonly string[] OfScripts =
    [
        ElectrumMethods.ScriptSubscribe, ElectrumMethods.Of(ElectrumMethods.ScriptSubscribe, ProtocolVersion.V17),
    ];

    public static bool IsOne(ReadOnlySpan<byte> line)
    {
        // Parses only lines with this text, which correct answers never contain.
        if (line.StartsWith("["u8) || line.IndexOf("\"method\""u8) < 0)
        {
            return false;
        }

        try
        {
            var reader = new Utf8JsonReader(line);
            return reader.Read() && reader.TokenType == JsonTokenType.StartObject && HasMethod(ref reader);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>
    /// The script whose status has changed, or the height of the new last block; nulls for other notifications.
    /// </summary>
    public static (Hash256? Script, int? Height) Read(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var read = JsonDocument.Parse(line);
            var first = read.RootElement.Find("params"u8) is { ValueKind: JsonValueKind.Array } list
                && list.GetArrayLength() > 0
                    ? list[0]
                    : default;
            return read.RootElement.Find("method"u8)?.AsText() switch
            {
                ElectrumMethods.HeadersSubscribe => (null, first.Find("height"u8)?.AsNumber()),
                { } method when OfScripts.Contains(method, StringComparer.Ordinal) =>
                    (Hash256.Find(first.AsText()), null),
                _ => (null, null),
            };
        }
        catch (JsonException)
        {
            return (null, null);
        }
    }

    private static bool HasMethod(ref Utf8JsonReader reader)
    {
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("method"u8))
            {
                return true;
            }

            reader.Skip();
        }

        return false;
    }
}
