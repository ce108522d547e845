using System.Runtime.InteropServices;
using System.Text.Json;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// Converts the body of a request (one call or a list of calls) into the body of its answer, as bitcoind does.
/// </summary>
internal sealed class NodeRequests(NodeCalls calls)
{
    /// <summary>Maximum number of calls in one list.</summary>
    private const int MaxBatch = 10_000;

    private const int MaxAnswer = 256 << 20;

    /// <returns>The HTTP status, and JSON followed by a newline.</returns>
    public (int Status, ReadOnlyMemory<byte> Body) Answer(ReadOnlyMemory<byte> body)
    {
        var output = new JsonOutput();
        var status = Write(output, body);
        output.EndLine();
        return (status, output.Written);
    }

    private int Write(JsonOutput output, ReadOnlyMemory<byte> body)
    {
        try
        {
            using var read = Request.Parse(body);
            return WriteAnswers(output, read.RootElement);
        }
        catch (RpcException)
        {
            return WriteError(output, id: default, new RpcException(RpcException.ParseError, "Parse error"));
        }
    }

    private int WriteAnswers(JsonOutput output, JsonElement request)
    {
        switch (request.ValueKind)
        {
            case JsonValueKind.Object:
                return WriteAnswer(output, request);
            case JsonValueKind.Array when request.GetArrayLength() > MaxBatch:
                return WriteError(output, id: default, new RpcException(
                    RpcException.InvalidRequest,
                    $"a batch of {request.GetArrayLength()} calls; expected {MaxBatch} at most"));
            case JsonValueKind.Array:
                output.List([.. request.EnumerateArray()], (_, each) => WriteAnswerOfList(output, each));
                return 200;
            default:
                return WriteError(
                    output, id: default, new RpcException(RpcException.ParseError, "Top-level object parse error"));
        }
    }

    private void WriteAnswerOfList(JsonOutput output, JsonElement request)
    {
        if (request.ValueKind != JsonValueKind.Object)
        {
            WriteError(output, id: default, new RpcException(RpcException.InvalidRequest, "Invalid Request object"));
        }
        else if (output.Length > MaxAnswer)
        {
            WriteError(output, Request.PartsOf(request, out _).Id, new RpcException(
                RpcException.InternalError, $"the answer has more than {MaxAnswer} bytes; request less at once"));
        }
        else
        {
            WriteAnswer(output, request);
        }
    }

    private int WriteAnswer(JsonOutput output, JsonElement request)
    {
        var (id, method, arguments) = Request.PartsOf(request, out _);
        try
        {
            EnsureCall(method, arguments);
            var result = calls.Answer(method.GetString()!, arguments);
            output.Raw("{\"result\":"u8);
            output.Value(result);
            output.Json($$""","error":null,"id":{{JsonOf(id)}}}""");
            return 200;
        }
        catch (RpcException error)
        {
            return WriteError(output, id, error);
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

    private static int WriteError(JsonOutput output, JsonElement id, RpcException error)
    {
        output.Raw("{\"result\":null,\"error\":"u8);
        output.Value(new { code = error.Code, message = error.Message });
        output.Json($$""","id":{{JsonOf(id)}}}""");
        return error.Code switch
        {
            RpcException.InvalidRequest => 400,
            RpcException.MethodNotFound => 404,
            _ => 500,
        };
    }

    private static ReadOnlySpan<byte> JsonOf(JsonElement id) =>
        id.ValueKind is JsonValueKind.Undefined ? "null"u8 : JsonMarshal.GetRawUtf8Value(id);
}
