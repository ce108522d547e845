using System.Text.Json;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Recognises notifications: objects with a method, which a server sends by itself.</summary>
internal static class Notification
{
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
