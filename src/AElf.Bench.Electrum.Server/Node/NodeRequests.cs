using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>An answer of a node over HTTP.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Body">JSON, followed by a newline.</param>
internal sealed record NodeAnswer(int Status, ReadOnlyMemory<byte> Body);

/// <summary>
/// Converts the body of a request (one call or a list of calls) into the body of its answer, as bitcoind does.
/// </summary>
internal sealed class NodeRequests(NodeCalls calls)
{
    /// <summary>Maximum number of calls in one list.</summary>
    public const int MaxBatch = 10_000;

    private const int MaxAnswer = 256 << 20;

    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public NodeAnswer Answer(ReadOnlyMemory<byte> body)
    {
        var output = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(output, Plain);
        var status = Write(writer, output, body);
        writer.Flush();
        output.Write("\n"u8);
        return new NodeAnswer(status, output.WrittenMemory);
    }

    private int Write(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, ReadOnlyMemory<byte> body)
    {
        try
        {
            using var read = Request.Parse(body);
            return WriteAnswers(writer, output, read.RootElement);
        }
        catch (RpcException)
        {
            return WriteError(writer, id: default, new RpcException(RpcException.ParseError, "Parse error"));
        }
    }

    private int WriteAnswers(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, JsonElement request)
    {
        switch (request.ValueKind)
        {
            case JsonValueKind.Object:
                return WriteAnswer(writer, request);
            case JsonValueKind.Array when request.GetArrayLength() > MaxBatch:
                return WriteError(writer, id: default, new RpcException(
                    RpcException.InvalidRequest,
                    $"a batch of {request.GetArrayLength()} calls; expected {MaxBatch} at most"));
            case JsonValueKind.Array:
                WriteList(writer, output, request);
                return 200;
            default:
                return WriteError(
                    writer, id: default, new RpcException(RpcException.ParseError, "Top-level object parse error"));
        }
    }

    private void WriteList(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, JsonElement requests)
    {
        writer.WriteStartArray();
        foreach (var request in requests.EnumerateArray())
        {
            if (request.ValueKind != JsonValueKind.Object)
            {
                WriteError(
                    writer, id: default, new RpcException(RpcException.InvalidRequest, "Invalid Request object"));
            }
            else if (output.WrittenCount + writer.BytesPending > MaxAnswer)
            {
                WriteError(writer, Request.PartsOf(request, out _).Id, new RpcException(
                    RpcException.InternalError, $"the answer has more than {MaxAnswer} bytes; request less at once"));
            }
            else
            {
                WriteAnswer(writer, request);
            }
        }

        writer.WriteEndArray();
    }

    private int WriteAnswer(Utf8JsonWriter writer, JsonElement request)
    {
        var (id, method, arguments) = Request.PartsOf(request, out _);
        try
        {
            EnsureCall(method, arguments);
            var result = calls.Answer(method.GetString()!, arguments);
            writer.WriteStartObject();
            writer.WritePropertyName("result"u8);
            JsonSerializer.Serialize(writer, result);
            writer.WriteNull("error"u8);
            WriteId(writer, id);
            writer.WriteEndObject();
            return 200;
        }
        catch (RpcException error)
        {
            return WriteError(writer, id, error);
        }
    }

    private static void EnsureCall(JsonElement method, JsonElement arguments)
    {
        var problem = (method.ValueKind, arguments.ValueKind) switch
        {
            (JsonValueKind.Undefined or JsonValueKind.Null, _) => "Missing method",
            _ when method.AsText() is null => "Method must be a string",
            (_, JsonValueKind.String or JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False) =>
                "Params must be an array or object",
            _ => null,
        };
        if (problem is not null)
        {
            throw new RpcException(RpcException.InvalidRequest, problem);
        }
    }

    private static int WriteError(Utf8JsonWriter writer, JsonElement id, RpcException error)
    {
        writer.WriteStartObject();
        writer.WriteNull("result"u8);
        writer.WriteStartObject("error"u8);
        writer.WriteNumber("code"u8, error.Code);
        writer.WriteString("message"u8, error.Message);
        writer.WriteEndObject();
        WriteId(writer, id);
        writer.WriteEndObject();
        return error.Code switch
        {
            RpcException.InvalidRequest => 400,
            RpcException.MethodNotFound => 404,
            _ => 500,
        };
    }

    private static void WriteId(Utf8JsonWriter writer, JsonElement id)
    {
        writer.WritePropertyName("id"u8);
        writer.WriteRawValue(
            id.ValueKind is JsonValueKind.Undefined ? "null"u8 : JsonMarshal.GetRawUtf8Value(id),
            skipInputValidation: true);
    }
}
