using System.Text.Json;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Electrum.Sources;

/// <summary>Assigns the answers of a server to the requests of one exchange; nothing it answers is trusted.</summary>
/// <param name="count">How many requests there are; their ids are numbers from 0.</param>
/// <param name="fault">Makes the exception of a server that does what the text says.</param>
internal sealed class RpcAnswers(int count, Func<string, Exception> fault)
{
    /// <summary>The deepest nesting of an answer that is read.</summary>
    public const int MaxDepth = 32;

    private const int MaxShown = 200;

    private readonly bool[] isAnswered = new bool[count];

    /// <summary>The first request without an answer; null if each has one.</summary>
    public int? Missing => Array.IndexOf(isAnswered, value: false) is >= 0 and var first ? first : null;

    /// <summary>The number of the request that is answered, each once.</summary>
    public int NumberOf(JsonElement answer)
    {
        if (answer.ValueKind != JsonValueKind.Object)
        {
            throw fault($"sends {Shown(answer.GetRawText())} in place of an answer");
        }

        if (IdOf(answer) is not { } number || number >= count)
        {
            var id = answer.Find("id"u8)?.GetRawText() ?? "missing";
            throw fault($"answers a request that was not made: id {Shown(id)}");
        }

        if (isAnswered[number])
        {
            throw fault($"answers request {number} twice");
        }

        isAnswered[number] = true;
        return number;
    }

    /// <summary>The result of a request.</summary>
    public JsonElement ResultOf(JsonElement answer, int number) =>
        answer.Find("result"u8) ?? throw fault($"answers request {number} with nothing");

    /// <summary>The id of an answer, if it is a number that a request can have.</summary>
    public static int? IdOf(JsonElement answer) => answer.Find("id"u8)?.AsNumber() is >= 0 and var id ? id : null;

    /// <summary>The error of an answer; null for none.</summary>
    public static JsonElement? ErrorOf(JsonElement answer) =>
        answer.Find("error"u8) is { ValueKind: not JsonValueKind.Null } error ? error : null;

    /// <summary>Text of a server on one line, no longer than a message should be.</summary>
    public static string Shown(string text) =>
        NumberFormat.OneLine(text.Length > MaxShown ? $"{text[..MaxShown]}…" : text);
}
