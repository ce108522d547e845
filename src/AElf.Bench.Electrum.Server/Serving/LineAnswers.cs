using System.Collections.Frozen;
using System.Text.Json;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// Answers the lines of a session, one request after the other, so that a part of a batch can be sent. Every request
/// gets a result, or one error that names the problem. Only notifications, which are requests without an id, get no
/// answer (JSON-RPC 2.0, section 4.1).
/// </summary>
internal sealed class LineAnswers(SessionState session)
{
    /// <summary>Maximum length of a method name that errors repeat.</summary>
    private const int MaxMethod = 64;

    private static readonly FrozenDictionary<string, ServedMethod[]> Methods =
        ((ServedMethod[])
        [
            .. HeaderMethods.All, .. ScriptMethods.All, .. OutpointMethods.All, .. TransactionMethods.All,
            .. MempoolMethods.All, .. ServerMethods.All,
        ])
        .GroupBy(method => method.Name, StringComparer.Ordinal)
        .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.Ordinal);

    private JsonDocument? line;
    private JsonElement.ArrayEnumerator batch;
    private bool isBatch;
    private bool hasAnswers;
    private int left;

    /// <summary>Whether to end the session after sending the output.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Begins a line; its bytes must not change before all requests are answered.</summary>
    public void Begin(ReadOnlyMemory<byte> received, JsonOutput output)
    {
        (hasAnswers, left) = (false, 0);
        try
        {
            line = Request.Parse(received);
            isBatch = line.RootElement.ValueKind is JsonValueKind.Array;
            batch = isBatch ? line.RootElement.EnumerateArray() : default;
            left = isBatch ? CountOf(line.RootElement) : 1;
        }
        catch (RpcException exception)
        {
            Fail("null"u8, exception, output);
            output.EndLine();
        }
    }

    /// <summary>Answers the next request of the line.</summary>
    /// <returns>Whether there was another request.</returns>
    public bool AnswerNext(JsonOutput output)
    {
        if (left == 0)
        {
            line?.Dispose();
            line = null;
            return false;
        }

        var before = output.Length;
        output.Raw((hasAnswers, isBatch) switch
        {
            (true, _) => ","u8,
            (false, true) => "["u8,
            _ => [],
        });
        var hasAnswer = Answer(isBatch && batch.MoveNext() ? batch.Current : line!.RootElement, output);
        hasAnswers |= hasAnswer;
        if (!hasAnswer)
        {
            output.Cut(before);
        }

        left = IsOver ? 0 : left - 1;
        if (left == 0 && hasAnswers)
        {
            output.Raw(isBatch ? "]"u8 : []);
            output.EndLine();
        }

        return true;
    }

    /// <summary>Ends the session with an error that belongs to no request.</summary>
    public void End(RpcException reason, JsonOutput output)
    {
        IsOver = true;
        Fail("null"u8, reason, output);
        output.EndLine();
    }

    /// <returns>Whether the request gets an answer.</returns>
    private bool Answer(JsonElement json, JsonOutput output)
    {
        var start = output.Length;
        var isReady = true;
        ReadOnlySpan<byte> id = "null"u8;
        try
        {
            if (session.Budget.IsSpent)
            {
                throw new RpcException(
                    RpcException.ExcessiveUse, "excessive resource usage: try again later", endsSession: true);
            }

            var request = Request.Read(json, out id);
            var method = Find(request.Method, isNotification: id.IsEmpty);
            output.Raw("{\"jsonrpc\":\"2.0\",\"result\":"u8);
            Execute(method, Arguments.Find(method, request.Arguments), output);
            output.Json($$""","id":{{id}}}""");
        }
        catch (RpcException exception)
        {
            isReady = exception.Code != RpcException.NotReady;
            output.Cut(start);
            Fail(id, exception, output);
        }
        catch (Exception exception) when (exception is InvalidOperationException or InvalidDataException)
        {
            // The index is broken. Clients get an error; the thread that follows the chain ends the server.
            output.Cut(start);
            Fail(id, new RpcException(RpcException.InternalError, exception.Message), output);
        }

        // Clients repeat the requests that were refused before the index was ready, beginning with server.version.
        session.HasAsked = true;
        session.Answered += isReady ? 1 : 0;
        session.Budget.Take(output.Length - start, session.Costs);
        return !id.IsEmpty;
    }

    private void Execute(ServedMethod method, in Arguments arguments, JsonOutput output)
    {
        if (method.MayWait)
        {
            method.Write(session, arguments, output);
            return;
        }

        using var reading = session.Index.Read();
        method.Write(session, arguments, output);
    }

    private int CountOf(JsonElement requests) => requests.GetArrayLength() switch
    {
        0 => throw new RpcException(RpcException.InvalidRequest, "the batch is empty; expected requests"),
        var count when count > session.Limits.MaxBatch => throw new RpcException(
            RpcException.InvalidRequest,
            $"the batch has more requests than the limit of {session.Limits.MaxBatch}"),
        var count => count,
    };

    private ServedMethod Find(string name, bool isNotification)
    {
        var found = default(ServedMethod);
        foreach (var method in Methods.GetValueOrDefault(name) ?? [])
        {
            found = method.IsIn(session.Version) && (isNotification || !method.IsNotification) ? method : found;
        }

        return found ?? throw new RpcException(
            RpcException.MethodNotFound,
            name.Length is 0 or > MaxMethod ? "unknown method"
                : $"unknown method {name} in protocol {session.Version}");
    }

    private void Fail(ReadOnlySpan<byte> id, RpcException exception, JsonOutput output)
    {
        IsOver |= exception.EndsSession;
        if (exception.Code != RpcException.NotReady)
        {
            session.Budget.TakeFault();
        }

        output.Json(
            $$"""{"jsonrpc":"2.0","error":{"code":{{exception.Code}},"message":{{exception.Message}}},"id":{{id}}}""");
    }
}
