using System.Collections.Frozen;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// Answers the lines of a session, one request after the other, so that answers can be sent between those of a batch.
/// Every line is answered: with a result, or with one error that names the problem. Only notifications, which are
/// requests without an id, are executed without an answer (JSON-RPC 2.0, section 4.1).
/// </summary>
internal sealed class LineAnswers(SessionState session)
{
    private static readonly FrozenDictionary<string, ServedMethod[]>.AlternateLookup<ReadOnlySpan<char>> Methods =
        ((ServedMethod[])
        [
            .. HeaderMethods.All, .. ScriptMethods.All, .. OutpointMethods.All, .. TransactionMethods.All,
            .. MempoolMethods.All, .. ServerMethods.All,
        ])
        .GroupBy(method => method.Name, StringComparer.Ordinal)
        .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.Ordinal)
        .GetAlternateLookup<ReadOnlySpan<char>>();

    private readonly RequestList requests = new();
    private bool hasAnswers;
    private int next;

    /// <summary>Whether to end the session after sending the output.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Begins with a line; it must stay until all of it is answered.</summary>
    public void Begin(ReadOnlyMemory<byte> received, JsonOutput output)
    {
        (hasAnswers, next) = (false, 0);
        try
        {
            requests.Read(received, session.Limits.MaxBatch);
        }
        catch (RpcException exception)
        {
            Fail("null"u8, exception, output);
            output.EndLine();
        }
    }

    /// <summary>Answers the next request of the line.</summary>
    /// <returns>Whether there was one.</returns>
    public bool AnswerNext(JsonOutput output)
    {
        if (next == requests.Count)
        {
            return false;
        }

        var before = output.Length;
        output.Raw((hasAnswers, requests.IsBatch) switch
        {
            (true, _) => ","u8,
            (false, true) => "["u8,
            _ => [],
        });
        if (Answer(requests[next++], output))
        {
            hasAnswers = true;
        }
        else
        {
            output.Cut(before);
        }

        next = IsOver ? requests.Count : next;
        if (next == requests.Count && hasAnswers)
        {
            output.Raw(requests.IsBatch ? "]"u8 : []);
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

    /// <returns>Whether it has an answer.</returns>
    private bool Answer(ReadOnlySpan<byte> json, JsonOutput output)
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
            var method = Find(request);
            output.Raw("{\"jsonrpc\":\"2.0\",\"result\":"u8);
            Execute(method, Arguments.Find(method, request.Arguments), output);
            output.Raw(",\"id\":"u8);
            output.Raw(id);
            output.Raw("}"u8);
        }
        catch (RpcException exception)
        {
            isReady = exception.Code != RpcException.NotReady;
            output.Cut(start);
            Fail(id, exception, output);
        }
        catch (Exception exception) when (exception is InvalidOperationException or InvalidDataException)
        {
            // The index is broken: clients are answered, and the thread that follows the chain ends the server.
            output.Cut(start);
            Fail(id, new RpcException(RpcException.InternalError, exception.Message), output);
        }

        // Clients repeat requests that were refused before the index was ready, starting with server.version.
        session.HasAsked = true;
        session.Answered += isReady ? 1 : 0;
        session.Budget.Take(output.Length - start, session.Costs);
        return !id.IsEmpty;
    }

    private void Execute(ServedMethod method, scoped in Arguments arguments, JsonOutput output)
    {
        if (method.MayWait)
        {
            method.Write(session, arguments, output);
            return;
        }

        using var reading = session.Index.Read();
        method.Write(session, arguments, output);
    }

    private ServedMethod Find(scoped in Request request)
    {
        Span<char> room = stackalloc char[Request.MaxMethod];
        ReadOnlySpan<char> name = room[..request.CopyMethod(room)];
        var found = default(ServedMethod);
        foreach (var method in Methods.TryGetValue(name, out var methods) ? methods : [])
        {
            found = method.IsIn(session.Version) && (request.Id.IsEmpty || !method.IsNotification) ? method : found;
        }

        return found ?? throw new RpcException(
            RpcException.MethodNotFound,
            name.IsEmpty ? "unknown method" : $"unknown method {name} in protocol {session.Version}");
    }

    private void Fail(ReadOnlySpan<byte> id, RpcException exception, JsonOutput output)
    {
        IsOver |= exception.EndsSession;
        if (exception.Code != RpcException.NotReady)
        {
            session.Budget.TakeFault();
        }

        output.Raw("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":"u8);
        output.Number(exception.Code);
        output.Raw(",\"message\":"u8);
        output.Text(exception.Message);
        output.Raw("},\"id\":"u8);
        output.Raw(id);
        output.Raw("}"u8);
    }
}
