using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The arguments of a request, by place or by name, read as the method wants them.</summary>
internal readonly ref struct Arguments
{
    private const int MaxShown = 60;
    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789abcdefABCDEF"u8);

    private readonly RpcMethod method;
    private readonly ReadOnlySpan<byte> json;
    private readonly Places places;

    private Arguments(RpcMethod method, ReadOnlySpan<byte> json)
    {
        this.method = method;
        this.json = json;
        places = json.IsEmpty ? default : FindPlaces();
    }

    /// <summary>Finds the arguments of a method.</summary>
    /// <exception cref="RpcException">There are others than the method has, or fewer.</exception>
    public static Arguments Find(RpcMethod method, ReadOnlySpan<byte> json)
    {
        var arguments = new Arguments(method, json);
        for (var i = 0; i < method.Required; i++)
        {
            if (!arguments.Has(i))
            {
                throw arguments.Wrong($"{method.Arguments[i]} is missing");
            }
        }

        return arguments;
    }

    /// <summary>Whether an argument was given, and is not null.</summary>
    public bool Has(int index) => places[index].Length > 0 && !Json(index).SequenceEqual("null"u8);

    /// <summary>A hash, from 64 hexadecimal digits.</summary>
    public Hash256 Hash(int index)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        var text = Json(index);
        if (text.Length != (2 * Hash256.Size) + 2
            || text[0] != '"'
            || Convert.FromHexString(text[1..^1], bytes, out _, out _) != OperationStatus.Done)
        {
            throw Wrong(index, "64 hexadecimal digits");
        }

        bytes.Reverse();
        return new Hash256(bytes);
    }

    /// <summary>A whole number from 0 on, as heights and places have; the default when it is not given.</summary>
    public int Number(int index, int byDefault = 0)
    {
        if (!Has(index))
        {
            return byDefault;
        }

        var reader = new Utf8JsonReader(Json(index));
        reader.Read();
        return reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var number) && number >= 0
            ? number
            : throw Wrong(index, $"a whole number from 0 to {int.MaxValue}");
    }

    /// <summary>True or false; the default when it is not given.</summary>
    public bool Flag(int index, bool byDefault = false) => !Has(index) ? byDefault : Json(index) switch
    {
        [(byte)'t', ..] => true,
        [(byte)'f', ..] => false,
        _ => throw Wrong(index, "true or false"),
    };

    public byte[] Bytes(int index) => Bytes(Json(index)) ?? throw Wrong(index, "hexadecimal digits");

    /// <summary>Checks that an argument has only hexadecimal digits, if it is given.</summary>
    public void EnsureDigits(int index)
    {
        if (Has(index)
            && (Json(index) is not [(byte)'"', .. var digits, (byte)'"']
                || digits.ContainsAnyExcept(Digits)))
        {
            throw Wrong(index, "hexadecimal digits");
        }
    }

    /// <summary>A list of bytes in hexadecimal digits, at most <paramref name="max"/> of them.</summary>
    public List<byte[]> BytesList(int index, int max)
    {
        var expected = $"an array of 1 to {max} transactions in hexadecimal digits";
        var list = new List<byte[]>();
        var reader = new Utf8JsonReader(Json(index));
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            throw Wrong(index, expected);
        }

        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            list.Add(
                (reader.TokenType == JsonTokenType.String && list.Count < max
                    ? Bytes(Json(index)[(int)reader.TokenStartIndex..(int)reader.BytesConsumed])
                    : null) ?? throw Wrong(index, expected));
        }

        return list.Count > 0 ? list : throw Wrong(index, expected);
    }

    /// <summary>A text, or an array of texts; none when it is not given.</summary>
    public IReadOnlyList<string> Texts(int index)
    {
        if (!Has(index))
        {
            return [];
        }

        var texts = new List<string>();
        var reader = new Utf8JsonReader(Json(index));
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.String && texts.Count < 3)
            {
                texts.Add(TextOf(ref reader) ?? throw Wrong(index, "a text without lone surrogates"));
            }
            else if (reader.TokenType is not (JsonTokenType.StartArray or JsonTokenType.EndArray))
            {
                throw Wrong(index, "a text, or an array of two texts");
            }
        }

        return texts;
    }

    /// <summary>The error for an argument of the right type with an invalid value.</summary>
    public RpcException Wrong(int index, string expected)
    {
        var given = Encoding.UTF8.GetString(Json(index)[..Math.Min(MaxShown, Json(index).Length)]);
        var dots = Json(index).Length > MaxShown ? "…" : "";
        return Wrong($"{method.Arguments[index]} is {given}{dots}; expected {expected}");
    }

    private RpcException Wrong(string message) =>
        new(RpcException.InvalidArguments, $"{method.Name}: {message}");

    private ReadOnlySpan<byte> Json(int index) => json.Slice(places[index].Start, places[index].Length);

    private static string? TextOf(ref Utf8JsonReader reader)
    {
        try
        {
            return reader.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static byte[]? Bytes(ReadOnlySpan<byte> text)
    {
        if (text.Length < 4 || text[0] != '"')
        {
            return null;
        }

        var bytes = new byte[(text.Length - 2) / 2];
        return text.Length % 2 == 0 && Convert.FromHexString(text[1..^1], bytes, out _, out _) == OperationStatus.Done
            ? bytes
            : null;
    }

    private Places FindPlaces()
    {
        var found = default(Places);
        var reader = new Utf8JsonReader(json);
        reader.Read();
        var isNamed = reader.TokenType == JsonTokenType.StartObject;
        for (var count = 0;
            reader.Read() && reader.TokenType is not (JsonTokenType.EndArray or JsonTokenType.EndObject);)
        {
            var index = isNamed ? IndexOfName(ref reader) : count++;
            var start = (int)reader.TokenStartIndex;
            reader.Skip();
            if (index >= method.Arguments.Count)
            {
                EnsureMayBeMore();
                continue;
            }

            if (found[index].Length > 0)
            {
                throw Wrong($"{method.Arguments[index]} is given twice");
            }

            found[index] = (start, (int)reader.BytesConsumed - start);
        }

        return found;
    }

    // Goes to the value behind the name.
    private int IndexOfName(scoped ref Utf8JsonReader reader)
    {
        var index = 0;
        try
        {
            while (index < method.Arguments.Count && !reader.ValueTextEquals(method.Arguments[index]))
            {
                index++;
            }
        }
        catch (InvalidOperationException)
        {
            // No argument has a name with half a surrogate pair.
            index = method.Arguments.Count;
        }

        reader.Read();
        return index;
    }

    private void EnsureMayBeMore()
    {
        if (!method.IgnoresMore)
        {
            throw Wrong(
                method.Arguments.Count == 0
                    ? "it takes no arguments"
                    : $"it takes {string.Join(", ", method.Arguments)}, and nothing else");
        }
    }

    [InlineArray(RpcMethod.MaxArguments)]
    private struct Places
    {
        private (int Start, int Length) first;
    }
}
