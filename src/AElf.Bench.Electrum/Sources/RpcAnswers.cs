using System.Text.Json;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Electrum.Sources;

/// <summary>Assigns the answers of a server to the requests of one exchange. It checks all answers.</summary>
/// <param name="count">Number of requests; their ids are numbers from 0.</param>
/// <param name="fault">Makes the exception for a fault of the server.</param>
internal sealed class RpcAnswers(int count, Func<string, Exception> fault)
{
    /// <summary>Maximum nesting of an answer.</summary>
    public const int MaxDepth = 32;

    private const int MaxShown = 200;

    private readonly bool[] isAnswered = new bool[count];

    /// <summary>The first unanswered request; null if all are answered.</summary>
    public int? Missing => Array.IndexOf(isAnswered, value: false) is >= 0 and var first ? first : null;

    /// <summary>The number of the answered request. A second answer is a fault.</summary>
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
        answer.Find("result"u8) ?? throw fault($"answers request {number} without a result");

    /// <summary>The id of an answer, if it is a possible number of a request.</summary>
    public static int? IdOf(JsonElement answer) => answer.Find("id"u8)?.AsNumber() is >= 0 and var id ? id : null;

    /// <summary>The error of an answer; null for a result.</summary>
    public static JsonElement? ErrorOf(JsonElement answer) =>
        answer.Find("error"u8) is { ValueKind: not JsonValueKind.Null } error ? error : null;

    /// <summary>The text of a server on one line, truncated for a message.</summary>
    public static string Shown(string text) =>
        NumberFormat.OneLine(text.Length > MaxShown ? $"{text[..MaxShown]}…" : text);
}
