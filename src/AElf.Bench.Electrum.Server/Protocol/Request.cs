using System.Text.Json;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A request of JSON-RPC as it lies in its line: its parts are JSON of their own.</summary>
internal readonly ref struct Request
{
    /// <summary>The longest name of a method that is known, in quotes.</summary>
    public const int MaxMethod = 64;

    private const int MaxIdLength = 256;

    private Request(ReadOnlySpan<byte> id, ReadOnlySpan<byte> method, ReadOnlySpan<byte> arguments)
    {
        Id = id;
        Method = method;
        Arguments = arguments;
    }

    /// <summary>The id that its answer carries; empty for a notification.</summary>
    public ReadOnlySpan<byte> Id { get; }

    /// <summary>The method's name, in quotes.</summary>
    public ReadOnlySpan<byte> Method { get; }

    /// <summary>An array or an object; empty without arguments.</summary>
    public ReadOnlySpan<byte> Arguments { get; }

    /// <summary>Reads a request of JSON that was found to be valid.</summary>
    /// <param name="id">
    /// Its id, also of an invalid request; <c>null</c> if it cannot be sent back. Empty for a notification, which has
    /// no id and gets no answer.
    /// </param>
    /// <exception cref="RpcException">The request is invalid.</exception>
    public static Request Read(ReadOnlySpan<byte> json, out ReadOnlySpan<byte> id)
    {
        id = "null"u8;
        try
        {
            return ReadMembers(json, ref id);
        }
        catch (InvalidOperationException exception)
        {
            // A text with half a surrogate pair.
            throw Invalid(exception.Message);
        }
    }

    private static Request ReadMembers(ReadOnlySpan<byte> json, scoped ref ReadOnlySpan<byte> id)
    {
        var reader = new Utf8JsonReader(json);
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw Invalid("a request is an object with method, params and id");
        }

        ReadOnlySpan<byte> method = default, arguments = default;
        var (hasId, isIdKnown, isMethodKnown, isEachOnce) = (false, false, false, true);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("id"u8))
            {
                isEachOnce &= !hasId;
                hasId = true;
                var value = ReadId(ref reader, json);
                isIdKnown = !value.IsEmpty;
                id = isIdKnown ? value : id;
            }
            else if (reader.ValueTextEquals("method"u8))
            {
                isEachOnce &= !isMethodKnown;
                isMethodKnown = true;
                method = ReadText(ref reader, json);
            }
            else if (reader.ValueTextEquals("params"u8))
            {
                isEachOnce &= arguments.IsEmpty;
                arguments = ReadArguments(ref reader, json);
            }
            else
            {
                reader.Skip();
            }
        }

        if (!isEachOnce)
        {
            throw Invalid("a request has id, method and params once");
        }

        if (!isIdKnown && (hasId || method.IsEmpty))
        {
            throw Invalid("a request has an id: a number, a text of at most 256 bytes, or null");
        }

        if (method.IsEmpty)
        {
            throw Invalid("a request has a method, which is a text");
        }

        id = isIdKnown ? id : [];
        return new Request(id, method, arguments);
    }

    /// <summary>Writes the method's name without quotes and escapes, and has its length: 0 if it is too long.</summary>
    public int CopyMethod(Span<char> name)
    {
        if (Method.Length > name.Length)
        {
            return 0;
        }

        try
        {
            var reader = new Utf8JsonReader(Method);
            reader.Read();
            return reader.CopyString(name);
        }
        catch (InvalidOperationException exception)
        {
            throw Invalid(exception.Message);
        }
    }

    private static ReadOnlySpan<byte> ReadId(scoped ref Utf8JsonReader reader, ReadOnlySpan<byte> json)
    {
        var value = ReadValue(ref reader, json, out var kind);
        return kind is JsonTokenType.Number or JsonTokenType.String or JsonTokenType.Null
            && value.Length <= MaxIdLength ? value : default;
    }

    private static ReadOnlySpan<byte> ReadText(scoped ref Utf8JsonReader reader, ReadOnlySpan<byte> json)
    {
        var value = ReadValue(ref reader, json, out var kind);
        return kind == JsonTokenType.String ? value : default;
    }

    private static ReadOnlySpan<byte> ReadArguments(scoped ref Utf8JsonReader reader, ReadOnlySpan<byte> json)
    {
        var value = ReadValue(ref reader, json, out var kind);
        return kind is JsonTokenType.StartArray or JsonTokenType.StartObject
            ? value
            : throw Invalid("params are an array, or an object with names");
    }

    private static ReadOnlySpan<byte> ReadValue(
        scoped ref Utf8JsonReader reader, ReadOnlySpan<byte> json, out JsonTokenType kind)
    {
        reader.Read();
        kind = reader.TokenType;
        var start = (int)reader.TokenStartIndex;
        reader.Skip();
        return json[start..(int)reader.BytesConsumed];
    }

    private static RpcException Invalid(string message) => new(RpcException.InvalidRequest, message);
}
