using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Finds the answer to each request in untrusted input.</summary>
internal static class AnswerReader
{
    private const int MaxDepth = 32;
    private const int MaxShown = 200;

    /// <summary>Reads each result with its request's number; every request has to have one.</summary>
    /// <exception cref="ServerFaultException">An answer is an error, is missing, or is not valid.</exception>
    public static void Read(AnswerLines lines, RequestLines requests, Action<int, JsonElement> read)
    {
        var missing = Array.IndexOf(ReadAll(lines, requests, read), value: false);
        if (missing >= 0)
        {
            throw NoAnswer(
                $"the server did not answer request {missing} of {requests.Count}: {requests.NameOf(missing)}");
        }
    }

    /// <summary>The message of a server that ended the connection; null for none.</summary>
    public static Problem? FindRefusal(AnswerLines lines, RequestLines requests)
    {
        try
        {
            ReadAll(lines, requests, (_, _) => { });
            return null;
        }
        catch (ServerFaultException said)
        {
            return said.Problem;
        }
    }

    /// <summary>A server sent something else than an answer.</summary>
    public static ServerFaultException NoAnswer(string text, Exception? inner = null) =>
        new(new Problem(ProblemKind.NoAnswer, text), inner);

    /// <summary>Text of a server on one line, no longer than a message should be.</summary>
    public static string Shown(string text) =>
        NumberFormat.OneLine(text.Length > MaxShown ? $"{text[..MaxShown]}…" : text);

    private static string Shown(ReadOnlySpan<byte> line) =>
        Shown(Encoding.UTF8.GetString(line[..Math.Min(line.Length, MaxShown + 1)]));

    private static bool[] ReadAll(AnswerLines lines, RequestLines requests, Action<int, JsonElement> read)
    {
        var isAnswered = new bool[requests.Count];
        for (var i = 0; i < lines.Count; i++)
        {
            using var line = Parse(lines.Line(i));
            foreach (var (place, answer) in AnswersOf(line.RootElement).Index())
            {
                if (RefusalIn(answer, requests, i, place) is { } refusal)
                {
                    throw refusal;
                }

                Read(answer, isAnswered, read);
            }
        }

        return isAnswered;
    }

    private static JsonDocument Parse(ReadOnlyMemory<byte> line)
    {
        try
        {
            return JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = MaxDepth });
        }
        catch (JsonException exception)
        {
            throw NoAnswer(
                $"the server sent a line of {line.Length} bytes that is not JSON: {Shown(line.Span)}", exception);
        }
    }

    private static IEnumerable<JsonElement> AnswersOf(JsonElement line)
    {
        if (line.ValueKind != JsonValueKind.Array)
        {
            yield return line;
            yield break;
        }

        foreach (var answer in line.EnumerateArray())
        {
            yield return answer;
        }
    }

    // An error without an id is of the request at its place, or of the whole line: servers answer in order.
    private static ServerFaultException? RefusalIn(JsonElement answer, RequestLines requests, int line, int place)
    {
        if (answer.Find("error"u8) is not { ValueKind: not JsonValueKind.Null } error)
        {
            return null;
        }

        var name = (IdOf(answer), place) switch
        {
            ({ } id, _) when id < requests.Count => requests.NameOf(id),
            (_, 0) => requests.NameOfLine(line),
            _ => requests.NameOfPlace(line, place),
        };
        return new ServerFaultException(ClientProblems.Refused(name, WordsOf(error)))
        {
            RefusalCode = CodeOf(error)?.TryGetInt32(out var code) is true ? code : null,
        };
    }

    private static string WordsOf(JsonElement error)
    {
        var message = (error.Find("message"u8) ?? error).AsText();
        return (message, CodeOf(error)) switch
        {
            (null, _) => Shown(error.GetRawText()),
            (_, { } code) => $"{Shown(message)} ({code.GetRawText()})",
            _ => Shown(message),
        };
    }

    private static JsonElement? CodeOf(JsonElement error) =>
        error.Find("code"u8) is { ValueKind: JsonValueKind.Number } code ? code : null;

    private static int? IdOf(JsonElement answer) =>
        answer.Find("id"u8)?.AsNumber() is >= 0 and var id ? id : null;

    private static void Read(JsonElement answer, bool[] isAnswered, Action<int, JsonElement> read)
    {
        if (answer.ValueKind != JsonValueKind.Object)
        {
            throw NoAnswer($"the server sent {Shown(answer.GetRawText())}; expected an answer");
        }

        if (IdOf(answer) is not { } number || number >= isAnswered.Length)
        {
            throw NoAnswer(
                "the server answers a request that was not made: id "
                    + Shown(answer.Find("id"u8)?.GetRawText() ?? "missing"));
        }

        if (isAnswered[number])
        {
            throw NoAnswer($"the server answers request {number} twice");
        }

        isAnswered[number] = true;
        read(
            number,
            answer.Find("result"u8)
                ?? throw NoAnswer($"the server answers request {number} with nothing"));
    }
}
