using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Finds the answer to each request in untrusted input.</summary>
internal static class AnswerReader
{
    /// <summary>Reads each result with its request's number. Every request must have a result.</summary>
    /// <exception cref="ServerFaultException">An answer is an error, is missing, or is invalid.</exception>
    public static void Read(AnswerLines lines, RequestLines requests, Action<int, JsonElement> read)
    {
        if (ReadAll(lines, requests, read).Missing is { } missing)
        {
            throw NoAnswer(
                $"the server did not answer request {missing} of {requests.Count}: {requests.NameOf(missing)}");
        }
    }

    /// <summary>The problem that a server reported before it closed the connection; null if none.</summary>
    public static Problem? FindRefusal(AnswerLines lines, RequestLines requests)
    {
        try
        {
            ReadAll(lines, requests, (_, _) => { });
            return null;
        }
        catch (ServerFaultException fault)
        {
            return fault.Problem;
        }
    }

    /// <summary>The fault of a server that sent something other than an answer.</summary>
    public static ServerFaultException NoAnswer(string text, Exception? inner = null) =>
        new(new Problem(ProblemKind.NoAnswer, text), inner);

    private static RpcAnswers ReadAll(AnswerLines lines, RequestLines requests, Action<int, JsonElement> read)
    {
        var answers = new RpcAnswers(requests.Count, text => NoAnswer($"the server {text}"));
        for (var i = 0; i < lines.Count; i++)
        {
            using var line = Parse(lines.Line(i));
            foreach (var (place, answer) in AnswersOf(line.RootElement).Index())
            {
                if (RefusalIn(answer, requests, i, place) is { } refusal)
                {
                    throw refusal;
                }

                var number = answers.NumberOf(answer);
                read(number, answers.ResultOf(answer, number));
            }
        }

        return answers;
    }

    private static JsonDocument Parse(ReadOnlyMemory<byte> line)
    {
        try
        {
            return JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = RpcAnswers.MaxDepth });
        }
        catch (JsonException exception)
        {
            throw NoAnswer(
                $"the server sent a line of {line.Length} bytes that is not JSON: "
                    + RpcAnswers.Shown(Encoding.UTF8.GetString(line.Span[..Math.Min(line.Length, 1_000)])), exception);
        }
    }

    private static JsonElement[] AnswersOf(JsonElement line) =>
        line.ValueKind == JsonValueKind.Array ? [.. line.EnumerateArray()] : [line];

    // Servers answer in order. So an error without an id belongs to the request at its place, or to the whole line.
    private static ServerFaultException? RefusalIn(JsonElement answer, RequestLines requests, int line, int place)
    {
        if (RpcAnswers.ErrorOf(answer) is not { } error)
        {
            return null;
        }

        var name = (RpcAnswers.IdOf(answer), place) switch
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
            (null, _) => RpcAnswers.Shown(error.GetRawText()),
            (_, { } code) => $"{RpcAnswers.Shown(message)} ({code.GetRawText()})",
            _ => RpcAnswers.Shown(message),
        };
    }

    private static JsonElement? CodeOf(JsonElement error) =>
        error.Find("code"u8) is { ValueKind: JsonValueKind.Number } code ? code : null;
}
