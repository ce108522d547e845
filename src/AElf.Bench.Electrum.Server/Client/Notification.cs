using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Recognises notifications: objects with a method, which a server sends by itself.</summary>
internal static class Notification
{
    private static readonly string[] OfScripts =
    [
        ElectrumMethods.ScriptSubscribe, ElectrumMethods.Of(ElectrumMethods.ScriptSubscribe, ProtocolVersion.V17),
    ];

    public static bool IsOne(ReadOnlySpan<byte> line)
    {
        // No right answer has these letters: only then is the line read.
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

    /// <summary>The script whose status a notification says is another; null when it is of something else.</summary>
    public static Hash256? ScriptOf(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var read = JsonDocument.Parse(line);
            var parameters = read.RootElement.Find("params"u8);
            return OfScripts.Contains(read.RootElement.Find("method"u8)?.AsText(), StringComparer.Ordinal)
                && parameters is { ValueKind: JsonValueKind.Array } list && list.GetArrayLength() > 0
                    ? Hash256.Find(list[0].AsText())
                    : null;
        }
        catch (JsonException)
        {
            return null;
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
