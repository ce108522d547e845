using System.Runtime.InteropServices;
using System.Text.Json;

namespace AElf.Bench.Electrum.Sources;

/// <summary>
/// Finds members of objects by the bytes of their names. It never finds a name with escapes, so an invalid surrogate in
/// a name causes no exception.
/// </summary>
internal static class JsonMembers
{
    /// <summary>The first member with a name; null if absent.</summary>
    public static JsonElement? Find(this JsonElement value, ReadOnlySpan<byte> name)
    {
        if (value.ValueKind != JsonValueKind.Object)
        {
            return null;
        }

        foreach (var member in value.EnumerateObject())
        {
            if (JsonMarshal.GetRawUtf8PropertyName(member).SequenceEqual(name))
            {
                return member.Value;
            }
        }

        return null;
    }

    /// <summary>A whole number of 32 bits; null for another value.</summary>
    public static int? AsNumber(this JsonElement value) =>
        value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out var number) ? number : null;

    /// <summary>The text of a value; null if it is not a string of valid Unicode.</summary>
    public static string? AsText(this JsonElement value)
    {
        try
        {
            return value.ValueKind == JsonValueKind.String ? value.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
