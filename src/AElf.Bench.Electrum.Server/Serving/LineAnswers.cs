using System.Collections.Frozen;
using System.Text.Json;
using System.Text.Unicode;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// Answers the lines of a session, one request after the other, so that answers can be sent between those of a batch.
/// Every line is answered: with a result, or with one error that names the problem. Only notifications, which are
/// requests without an id, are executed without an answer (JSON-RPC 2.0, section 4.1).
/// </summary>
internal sealed class LineAnswers(SessionState session)
{
    private const int MaxDepth = 32;
    private const int MaxMethodLength = 64;

    private static readonly FrozenDictionary<string, ServedMethod[]>.AlternateLookup<ReadOnlySpan<char>> Methods =
        ((ServedMethod[])
        [
            .. HeaderMethods.All, .. ScriptMethods.All, .. OutpointMethods.All, .. TransactionMethods.All,
            .. MempoolMethods.All, .. ServerMethods.All,
        ])
        .GroupBy(method => method.Name, StringComparer.Ordinal)
        .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.Ordinal)
        .GetAlternateLookup<ReadOnlySpan<char>>();

    private readonly List<(int Start, int Length)> requests = [];
    private ReadOnlyMemory<byte> line;
    private bool isBatch;
    private bool hasAnswers;
    private int next;

    /// <summary>Whether to end the session after sending the output.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Begins with a line; it must stay until all of it is answered.</summary>
    public void Begin(ReadOnlyMemory<byte> received, JsonOutput output)
    {
        (line, isBatch, hasAnswers, next) = (received, false, false, 0);
        requests.Clear();
        try
        {
            if (!Utf8.IsValid(received.Span))
            {
                throw new RequestException(RequestException.ParseError, "the line is not UTF-8");
            }

            Split(received.Span);
        }
        catch (JsonException exception)
        {
            requests.Clear();
            Fail(
                "null"u8,
                new RequestException(RequestException.ParseError, $"the line is not JSON: {exception.Message}"),
                output);
            output.EndLine();
        }
        catch (RequestException exception)
        {
            requests.Clear();
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
        output.Raw((hasAnswers, isBatch) switch
        {
            (true, _) => ","u8,
            (false, true) => "["u8,
            _ => [],
        });
        var (start, length) = requests[next++];
        if (Answer(line.Span.Slice(start, length), output))
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
            output.Raw(isBatch ? "]"u8 : []);
            output.EndLine();
        }

        return true;
    }

    /// <summary>Ends the session with an error that belongs to no request.</summary>
    public void End(RequestException reason, JsonOutput output)
    {
        IsOver = true;
        Fail("null"u8, reason, output);
        output.EndLine();
    }

    /// <summary>Finds where requests begin and end; reads all of the line, so that it is JSON from here on.</summary>
    private void Split(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = MaxDepth });
        reader.Read();
        isBatch = reader.TokenType == JsonTokenType.StartArray;
        if (!isBatch)
        {
            reader.Skip();
            requests.Add((0, json.Length));
        }

        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            var start = (int)reader.TokenStartIndex;
            reader.Skip();
            requests.Add((start, (int)reader.BytesConsumed - start));
            if (requests.Count > session.Limits.MaxBatch)
            {
                throw new RequestException(
                    RequestException.InvalidRequest,
                    $"the batch has more requests than the limit of {session.Limits.MaxBatch}");
            }
        }

        if (requests.Count == 0)
        {
            throw new RequestException(RequestException.InvalidRequest, "the batch is empty; expected requests");
        }

        // Nothing may follow the array.
        reader.Read();
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
                throw new RequestException(
                    RequestException.ExcessiveUse, "excessive resource usage: try again later", endsSession: true);
            }

            var request = Read(json, out id, out var method);
            output.Raw("{\"jsonrpc\":\"2.0\",\"result\":"u8);
            Execute(method, Arguments.Find(method, request.Arguments), output);
            output.Raw(",\"id\":"u8);
            output.Raw(id);
            output.Raw("}"u8);
        }
        catch (RequestException exception)
        {
            isReady = exception.Code != RequestException.NotReady;
            output.Cut(start);
            Fail(id, exception, output);
        }
        catch (Exception exception) when (exception is InvalidOperationException or InvalidDataException)
        {
            // The index is broken: clients are answered, and the thread that follows the chain ends the server.
            output.Cut(start);
            Fail(id, new RequestException(RequestException.InternalError, exception.Message), output);
        }

        // Clients repeat requests that were refused before the index was ready, starting with server.version.
        session.HasAsked = true;
        session.Answered += isReady ? 1 : 0;
        session.Budget.Take(output.Length - start, session.Costs);
        return !id.IsEmpty;
    }

    private Request Read(ReadOnlySpan<byte> json, out ReadOnlySpan<byte> id, out ServedMethod method)
    {
        try
        {
            var request = Request.Read(json, out id);
            method = Find(request.Method, isNotification: id.IsEmpty);
            return request;
        }
        catch (InvalidOperationException exception)
        {
            // A text with half a surrogate pair.
            throw new RequestException(RequestException.InvalidRequest, exception.Message);
        }
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

    private ServedMethod Find(ReadOnlySpan<byte> quoted, bool isNotification)
    {
        Span<char> name = stackalloc char[MaxMethodLength];
        var length = 0;
        if (quoted.Length <= MaxMethodLength)
        {
            var reader = new Utf8JsonReader(quoted);
            reader.Read();
            length = reader.CopyString(name);
        }

        var found = default(ServedMethod);
        foreach (var method in Methods.TryGetValue(name[..length], out var methods) ? methods : [])
        {
            found = method.IsIn(session.Version) && (isNotification || !method.IsNotification) ? method : found;
        }

        return found ?? throw new RequestException(
            RequestException.MethodNotFound,
            length == 0 ? "unknown method" : $"unknown method {name[..length]} in protocol {session.Version}");
    }

    private void Fail(ReadOnlySpan<byte> id, RequestException exception, JsonOutput output)
    {
        IsOver |= exception.EndsSession;
        if (exception.Code != RequestException.NotReady)
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
