using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Options;

/// <summary>
/// A problem that is reported: its kind, and a text that says what happened and what to do. The text of each kind is
/// in one place, such as <c>StoreProblems</c>. Exceptions, messages and files carry a problem as text,
/// in which its kind is in brackets, so that the kind is known wherever the text is.
/// </summary>
/// <param name="Kind">The kind of problem.</param>
/// <param name="Text">One or two sentences, harmless to print, without the kind.</param>
[JsonConverter(typeof(ProblemConverter))]
public sealed record Problem(ProblemKind Kind, string Text)
{
    private static readonly (ProblemKind Kind, string Mark)[] Marks =
    [
        .. Enum.GetValues<ProblemKind>().Where(kind => kind is not ProblemKind.Unnamed)
            .Select(kind => (kind, $" [{NameOf(kind)}]")),
    ];

    /// <summary>The setting that the problem concerns; null for none.</summary>
    public Setting? Setting { get; init; }

    /// <summary>The problem of a text, which is unnamed when no kind is in it.</summary>
    public static implicit operator Problem(string text) => Parse(text);

    /// <summary>The kind's name in texts, such as <c>connection-limit</c>.</summary>
    public static string NameOf(ProblemKind kind) => JsonNamingPolicy.KebabCaseLower.ConvertName($"{kind}");

    /// <summary>
    /// Reads what <see cref="ToString"/> wrote, also inside a longer text. Of several kinds, the first is the cause.
    /// </summary>
    public static Problem Parse(string text)
    {
        var found = Marks.Select(each => (each.Kind, each.Mark, At: text.IndexOf(each.Mark, StringComparison.Ordinal)))
            .Where(each => each.At >= 0).OrderBy(each => each.At).ToList();
        var unmarked = found.Aggregate(
            text, (rest, each) => rest.Replace(each.Mark, "", StringComparison.Ordinal));
        return new(found is [var cause, ..] ? cause.Kind : ProblemKind.Unnamed, unmarked);
    }

    /// <summary>
    /// The text, with the kind in brackets behind its first line when it has one: further lines are for a shell.
    /// </summary>
    public override string ToString()
    {
        var end = Text.IndexOf('\n', StringComparison.Ordinal) is >= 0 and var first ? first : Text.Length;
        return Kind is ProblemKind.Unnamed ? Text : Text.Insert(end, $" [{NameOf(Kind)}]");
    }
}

/// <summary>Writes a problem as its text, with its kind in brackets.</summary>
public sealed class ProblemConverter : JsonConverter<Problem>
{
    public override Problem Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Problem.Parse(reader.GetString() ?? throw new JsonException());

    public override void Write(Utf8JsonWriter writer, Problem value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString());
}
