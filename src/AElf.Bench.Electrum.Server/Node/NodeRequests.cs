using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>An answer of a node over HTTP.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Body">JSON, and a newline.</param>
internal sealed record NodeAnswer(int Status, ReadOnlyMemory<byte> Body);

/// <summary>
/// From the body of a request, one call or a list of calls, to the body of its answer, as bitcoind does it.
/// </summary>
internal sealed class NodeRequests(NodeCalls calls)
{
    /// <summary>The most calls in one list.</summary>
    public const int MaxBatch = 10_000;

    private const int MaxAnswer = 256 << 20;

    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public NodeAnswer Answer(ReadOnlyMemory<byte> body)
    {
        var output = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(output, Plain);
        int status;
        try
        {
            var requests = new RequestList();
            requests.Read(body, MaxBatch);
            status = requests.IsBatch ? WriteList(writer, output, requests) : WriteAnswer(writer, requests[0]);
        }
        catch (RpcException error)
        {
            // A node does not say why.
            status = WriteError(
                writer,
                [],
                error.Code == RpcException.ParseError ? new(RpcException.ParseError, "Parse error") : error);
        }

        writer.Flush();
        output.Write("\n"u8);
        return new NodeAnswer(status, output.WrittenMemory);
    }

    private int WriteList(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, RequestList requests)
    {
        writer.WriteStartArray();
        for (var i = 0; i < requests.Count; i++)
        {
            if (output.WrittenCount + writer.BytesPending > MaxAnswer)
            {
                WriteError(writer, [], new RpcException(
                    RpcException.InternalError, $"the answer has more than {MaxAnswer} bytes; ask for less at once"));
            }
            else
            {
                WriteAnswer(writer, requests[i]);
            }
        }

        writer.WriteEndArray();
        return 200;
    }

    private int WriteAnswer(Utf8JsonWriter writer, ReadOnlySpan<byte> json)
    {
        ReadOnlySpan<byte> id = default;
        try
        {
            var result = calls.Answer(Request.Read(json, out id));
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

    private static int WriteError(Utf8JsonWriter writer, ReadOnlySpan<byte> id, RpcException error)
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

    private static void WriteId(Utf8JsonWriter writer, ReadOnlySpan<byte> id)
    {
        writer.WritePropertyName("id"u8);
        writer.WriteRawValue(id.IsEmpty ? "null"u8 : id);
    }
}
