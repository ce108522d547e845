using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The arguments of a request, by position or by name. Each is read when the method needs it.</summary>
internal readonly struct Arguments
{
    public const string WholeNumber = "a whole number from 0 to 2147483647";
    public const string TrueOrFalse = "true or false";
    public const string HashDigits = "64 hexadecimal digits";
    public const string HexDigits = "hexadecimal digits";

    private const int MaxShown = 60;
    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789abcdefABCDEF"u8);

    private readonly RpcMethod method;
    private readonly JsonParts values;

    private Arguments(RpcMethod method, JsonParts values) => (this.method, this.values) = (method, values);

    /// <summary>Finds the arguments of a method.</summary>
    /// <param name="given">An array or an object; other values have no arguments.</param>
    /// <exception cref="RpcException">There are unknown or missing arguments.</exception>
    public static Arguments Find(RpcMethod method, JsonElement given)
    {
        var arguments = new Arguments(method, JsonParts.Of(given, method.Arguments, out var isMore, out var twice));
        var missing = 0;
        while (missing < method.Required && arguments.Has(missing))
        {
            missing++;
        }

        isMore &= !method.IgnoresMore;
        var problem = (isMore, twice) switch
        {
            (true, _) => ExpectedOf(method),
            (_, not null) => $"{twice} is given twice",
            _ => missing < method.Required ? $"{method.Arguments[missing]} is missing" : null,
        };
        return problem is null ? arguments : throw method.Misfit(given, problem, isMore);
    }

    /// <summary>Whether an argument was given, and is not null.</summary>
    public bool Has(int index) => values[index].ValueKind is not (JsonValueKind.Undefined or JsonValueKind.Null);

    /// <summary>The kind of a given value; undefined if missing.</summary>
    public JsonValueKind KindOf(int index) => values[index].ValueKind;

    /// <summary>A hash, from 64 hexadecimal digits.</summary>
    public Hash256 Hash(int index)
    {
        Span<byte> bytes = stackalloc byte[Hash256.Size];
        var text = TextOf(values[index]);
        if (text.Length != 2 * Hash256.Size || Convert.FromHexString(text, bytes, out _, out _) != OperationStatus.Done)
        {
            throw Wrong(index, HashDigits);
        }

        bytes.Reverse();
        return new Hash256(bytes);
    }

    /// <summary>A whole number, such as a height; the default if it is missing.</summary>
    public int Number(int index, int byDefault = 0)
    {
        if (!Has(index))
        {
            return byDefault;
        }

        return values[index].AsNumber() is { } number && number >= method.Least
            ? number
            : throw Wrong(index, WholeNumber);
    }

    /// <summary>True or false; the default if it is missing.</summary>
    public bool Flag(int index, bool byDefault = false) => !Has(index) ? byDefault : values[index].ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Wrong(index, TrueOrFalse),
    };

    public byte[] Bytes(int index) => BytesOf(values[index]) ?? throw Wrong(index, HexDigits);

    /// <summary>Checks that a given argument has only hexadecimal digits.</summary>
    public void EnsureDigits(int index)
    {
        if (Has(index) && (values[index].ValueKind is not JsonValueKind.String
            || TextOf(values[index]).ContainsAnyExcept(Digits)))
        {
            throw Wrong(index, HexDigits);
        }
    }

    /// <summary>A list of bytes in hexadecimal digits, at most <paramref name="max"/> of them.</summary>
    public List<byte[]> BytesList(int index, int max)
    {
        var isList = values[index].ValueKind is JsonValueKind.Array
            && values[index].GetArrayLength() >= 1 && values[index].GetArrayLength() <= max;
        var list = isList ? values[index].EnumerateArray().Select(BytesOf).OfType<byte[]>().ToList() : [];
        return isList && list.Count == values[index].GetArrayLength()
            ? list
            : throw Wrong(index, $"an array of 1 to {max} transactions in hexadecimal digits");
    }

    /// <summary>A text; null if it is missing.</summary>
    public string? Text(int index) => !Has(index) ? null : values[index].AsText() ?? throw Wrong(index, "a text");

    /// <summary>A text, or an array of at most two texts; empty if it is missing.</summary>
    public IReadOnlyList<string> Texts(int index)
    {
        var value = values[index];
        JsonElement[] given = value.ValueKind switch
        {
            _ when !Has(index) => [],
            JsonValueKind.Array => [.. value.EnumerateArray()],
            _ => [value],
        };
        if (given.Length > 2 || Array.Exists(given, each => each.ValueKind is not JsonValueKind.String))
        {
            throw Wrong(index, "a text, or an array of two texts");
        }

        var wrong = this;
        return Array.ConvertAll(
            given, each => each.AsText() ?? throw wrong.Wrong(index, "a text without lone surrogates"));
    }

    /// <summary>The error for an argument with an invalid value.</summary>
    public RpcException Wrong(int index, string expected) => method.Wrong(index, values[index], expected);

    /// <summary>The JSON of a value for messages.</summary>
    public static string Shown(JsonElement value)
    {
        var json = JsonMarshal.GetRawUtf8Value(value);
        return json.Length > MaxShown ? $"{Encoding.UTF8.GetString(json[..MaxShown])}…" : Encoding.UTF8.GetString(json);
    }

    private static string ExpectedOf(RpcMethod method) => method.Arguments.Count == 0
        ? "it takes no arguments"
        : $"it takes only {string.Join(", ", method.Arguments)}";

    // The text between the quotes; empty for other values.
    private static ReadOnlySpan<byte> TextOf(JsonElement value) =>
        value.ValueKind is JsonValueKind.String ? JsonMarshal.GetRawUtf8Value(value)[1..^1] : [];

    private static byte[]? BytesOf(JsonElement value)
    {
        var text = TextOf(value);
        var bytes = new byte[text.Length / 2];
        return bytes.Length > 0 && Convert.FromHexString(text, bytes, out _, out _) == OperationStatus.Done
            ? bytes
            : null;
    }
}
