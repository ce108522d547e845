using System.Text;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>The arguments of one call, in their order; an error names the one that is wrong as bitcoind does.</summary>
internal sealed class CallArguments
{
    private readonly JsonElement?[] values;

    private CallArguments(JsonElement?[] values) => this.values = values;

    /// <summary>Reads <c>params</c>: an array, an object with the parameters' names, null or nothing.</summary>
    /// <exception cref="RpcException">There are too few, too many, or some of other names.</exception>
    public static CallArguments Read(NodeMethod method, JsonElement? given)
    {
        JsonElement?[] read = given switch
        {
            { ValueKind: JsonValueKind.Array } array => [.. array.EnumerateArray().Select(each => (JsonElement?)each)],
            { ValueKind: JsonValueKind.Object } named => ByName(method, named),
            null or { ValueKind: JsonValueKind.Null } => [],
            _ => throw new RpcException(RpcException.InvalidRequest, "Params must be an array or object"),
        };
        var isRequiredMissing = read.Length < method.Required
            || read.Take(method.Required).Any(value => value is null);
        return isRequiredMissing || read.Length > method.Arguments.Count
            ? throw new RpcException(RpcException.Misused, $"{method.Usage}; {read.Length} given")
            : new CallArguments(read);
    }

    /// <summary>A whole number; the default when it is missing or null.</summary>
    public int Number(int position, int missing = 0)
    {
        if (Find(position) is not { } value)
        {
            return missing;
        }

        if (value.ValueKind != JsonValueKind.Number)
        {
            throw new RpcException(RpcException.Misused, "JSON value is not an integer as expected");
        }

        return value.TryGetInt32(out var number)
            ? number
            : throw new RpcException(RpcException.Misused, "JSON integer out of range");
    }

    /// <summary>A whole number that a method asks for by name.</summary>
    public int TypedNumber(int position) => Find(position) is { ValueKind: var kind } && kind != JsonValueKind.Number
        ? throw new RpcException(RpcException.WrongKind, $"Expected type number, got {NameOf(kind)}")
        : Number(position);

    /// <summary>How much is wanted: a number, or true for 1 and false for 0.</summary>
    public int Verbosity(int position, int missing) => Find(position)?.ValueKind switch
    {
        JsonValueKind.True => 1,
        JsonValueKind.False => 0,
        _ => Number(position, missing),
    };

    /// <summary>True or false; the default when it is missing or null.</summary>
    public bool Flag(int position, bool missing = false) => Find(position)?.ValueKind switch
    {
        null => missing,
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw new RpcException(RpcException.Misused, "JSON value is not a boolean as expected"),
    };

    /// <summary>A text; null when it is missing or null.</summary>
    public string? Text(int position) => Find(position) is { } value
        ? value.AsText() ?? throw new RpcException(RpcException.Misused, "JSON value is not a string as expected")
        : null;

    /// <summary>A hash of 64 hexadecimal digits.</summary>
    public Hash256 Hash(int position, string name)
    {
        const int Digits = 2 * Hash256.Size;
        const int MaxShown = 80;
        var text = Text(position) ?? "";
        var shown = text.Length > MaxShown ? $"{text[..MaxShown]}…" : text;
        if (text.Length != Digits)
        {
            throw new RpcException(
                RpcException.OutOfRange, $"{name} must be of length {Digits} (not {text.Length}, for '{shown}')");
        }

        return text.All(char.IsAsciiHexDigit)
            ? Hash256.Parse(text)
            : throw new RpcException(RpcException.OutOfRange, $"{name} must be hexadecimal string (not '{shown}')");
    }

    /// <summary>Bytes as hexadecimal digits.</summary>
    public byte[] Bytes(int position)
    {
        try
        {
            return Convert.FromHexString(Text(position) ?? "");
        }
        catch (FormatException)
        {
            throw new RpcException(
                RpcException.Undecodable, "TX decode failed: expected two hexadecimal digits for each byte");
        }
    }

    private static JsonElement?[] ByName(NodeMethod method, JsonElement named)
    {
        var members = named.EnumerateObject().Count();
        JsonElement?[] read = [.. method.Arguments.Select(name => named.Find(Encoding.UTF8.GetBytes(name)))];
        return read.Count(value => value is not null) == members
            ? read
            : throw new RpcException(RpcException.OutOfRange, $"Unknown named parameter; {method.Usage}");
    }

    private static string NameOf(JsonValueKind kind) => kind switch
    {
        JsonValueKind.True or JsonValueKind.False => "bool",
        JsonValueKind.Null => "null",
        _ => kind.ToString().ToLowerInvariant(),
    };

    private JsonElement? Find(int position) =>
        position < values.Length && values[position] is { ValueKind: not JsonValueKind.Null } value ? value : null;
}
