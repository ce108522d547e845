using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Unicode;
using AElf.Bench.Core.Files;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A JSON-RPC request; its arguments refer to the received JSON.</summary>
/// <param name="Method">The name of the method.</param>
/// <param name="Arguments">An array or an object; undefined without arguments.</param>
internal readonly record struct Request(string Method, JsonElement Arguments)
{
    private const int MaxIdLength = 256;

    private static readonly string[] Names = ["id", "method", "params"];

    /// <summary>Reads the JSON of a line or body.</summary>
    /// <param name="received">The bytes; they must not change before all requests are answered.</param>
    /// <exception cref="RpcException">The bytes are not JSON.</exception>
    public static JsonDocument Parse(ReadOnlyMemory<byte> received)
    {
        try
        {
            return Utf8.IsValid(received.Span)
                ? JsonDocument.Parse(received, new JsonDocumentOptions { MaxDepth = RpcAnswers.MaxDepth })
                : throw new JsonException("it is not UTF-8");
        }
        catch (JsonException exception)
        {
            throw new RpcException(RpcException.ParseError, $"the request is not JSON: {JsonFault.Of(exception)}");
        }
    }

    /// <summary>The values of a request's id, method and arguments; absent ones are undefined.</summary>
    public static (JsonElement Id, JsonElement Method, JsonElement Arguments) PartsOf(
        JsonElement json, out string? twice)
    {
        var parts = JsonParts.Of(json, Names, out _, out twice);
        return (parts[0], parts[1], parts[2]);
    }

    /// <summary>Reads a request.</summary>
    /// <param name="id">
    /// Its id in JSON, also of an invalid request; the text null for a missing or invalid id. Empty for a notification,
    /// which has no id and gets no answer.
    /// </param>
    /// <exception cref="RpcException">The request is invalid.</exception>
    public static Request Read(JsonElement json, out ReadOnlySpan<byte> id)
    {
        var (given, name, arguments) = PartsOf(json, out var twice);
        var method = name.AsText();
        var isKnown = given.ValueKind is JsonValueKind.Number or JsonValueKind.String or JsonValueKind.Null
            && JsonMarshal.GetRawUtf8Value(given).Length <= MaxIdLength;
        var isNotification = given.ValueKind is JsonValueKind.Undefined && method is not null;
        id = isKnown ? JsonMarshal.GetRawUtf8Value(given) : "null"u8;
        var problem = (json.ValueKind, twice) switch
        {
            (not JsonValueKind.Object, _) => "a request is an object with method, params and id",
            (_, not null) => "a request has id, method and params once",
            _ when !isKnown && !isNotification =>
                "a request has an id: a number, a text of at most 256 bytes, or null",
            _ when method is null => "a request has a method, which is a text",
            _ when arguments.ValueKind
                is not (JsonValueKind.Undefined or JsonValueKind.Array or JsonValueKind.Object) =>
                "params are an array, or an object with names",
            _ => null,
        };
        if (problem is not null)
        {
            throw new RpcException(RpcException.InvalidRequest, problem);
        }

        id = isNotification ? [] : id;
        return new Request(method!, arguments);
    }
}
