using System.Text.Json;
using AElf.Bench.Core.Reports;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>Finds the answer to each request in what came; nothing of it is trusted.</summary>
internal static class AnswerReader
{
    private const int MaxDepth = 32;
    private const int MaxShown = 200;

    /// <summary>Reads each result with its request's number; every request has to have one.</summary>
    /// <exception cref="ServerFaultException">An answer is an error, is missing, or is no answer.</exception>
    public static void Read(AnswerLines lines, int count, Action<int, JsonElement> read)
    {
        var isAnswered = new bool[count];
        for (var i = 0; i < lines.Count; i++)
        {
            using var line = Parse(lines.Line(i));
            if (line.RootElement.ValueKind == JsonValueKind.Array)
            {
                foreach (var answer in line.RootElement.EnumerateArray())
                {
                    Read(answer, isAnswered, read);
                }
            }
            else
            {
                Read(line.RootElement, isAnswered, read);
            }
        }

        var missing = Array.IndexOf(isAnswered, value: false);
        if (missing >= 0)
        {
            throw new ServerFaultException($"the server did not answer request {missing} of {count}");
        }
    }

    /// <summary>Text of a server on one line, no longer than a message should be.</summary>
    public static string Shown(string text) =>
        NumberFormat.OneLine(text.Length > MaxShown ? $"{text[..MaxShown]}…" : text);

    private static JsonDocument Parse(ReadOnlyMemory<byte> line)
    {
        try
        {
            return JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = MaxDepth });
        }
        catch (JsonException exception)
        {
            throw new ServerFaultException(
                $"the server sent a line of {line.Length} bytes that is no JSON: {exception.Message}", exception);
        }
    }

    private static void Read(JsonElement answer, bool[] isAnswered, Action<int, JsonElement> read)
    {
        if (answer.ValueKind != JsonValueKind.Object)
        {
            throw new ServerFaultException($"the server sent {Shown(answer.GetRawText())}; expected an answer");
        }

        if (answer.Find("error"u8) is { ValueKind: not JsonValueKind.Null } error)
        {
            throw new ServerFaultException($"the server answers with an error: {Shown(error.GetRawText())}");
        }

        var id = answer.Find("id"u8);
        if (id is not { ValueKind: JsonValueKind.Number } given || !given.TryGetInt32(out var number)
            || number < 0 || number >= isAnswered.Length)
        {
            throw new ServerFaultException(
                $"the server answers a request that was not made: id {Shown(id?.GetRawText() ?? "missing")}");
        }

        if (isAnswered[number])
        {
            throw new ServerFaultException($"the server answers request {number} twice");
        }

        isAnswered[number] = true;
        read(
            number,
            answer.Find("result"u8)
                ?? throw new ServerFaultException($"the server answers request {number} with nothing"));
    }
}
