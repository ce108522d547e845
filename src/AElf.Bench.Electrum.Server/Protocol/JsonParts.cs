using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>Some values of a JSON array by position, or of an object by name.</summary>
[InlineArray(Most)]
internal struct JsonParts
{
    private const int Most = 3;

    private JsonElement first;

    /// <summary>Finds the values; absent ones are undefined.</summary>
    /// <param name="names">Their names in order, in ASCII; at most three.</param>
    /// <param name="isMore">Whether there are other values.</param>
    /// <param name="twice">A name that occurs twice; null without one.</param>
    public static JsonParts Of(JsonElement json, IReadOnlyList<string> names, out bool isMore, out string? twice)
    {
        var found = default(JsonParts);
        (isMore, twice) = (false, null);
        if (json.ValueKind is JsonValueKind.Array)
        {
            isMore = json.GetArrayLength() > names.Count;
            for (var place = 0; place < Math.Min(json.GetArrayLength(), names.Count); place++)
            {
                found[place] = json[place];
            }
        }
        else if (json.ValueKind is JsonValueKind.Object)
        {
            foreach (var member in json.EnumerateObject())
            {
                var place = PlaceOf(JsonMarshal.GetRawUtf8PropertyName(member), names);
                if (place == names.Count)
                {
                    isMore = true;
                    continue;
                }

                twice = found[place].ValueKind is JsonValueKind.Undefined ? twice : names[place];
                found[place] = member.Value;
            }
        }

        return found;
    }

    // Never finds a name with escapes, so an invalid surrogate causes no exception.
    private static int PlaceOf(ReadOnlySpan<byte> name, IReadOnlyList<string> names)
    {
        var place = 0;
        while (place < names.Count && !Ascii.Equals(name, names[place]))
        {
            place++;
        }

        return place;
    }
}
