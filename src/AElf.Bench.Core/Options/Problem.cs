using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Options;

/// <summary>
/// A problem that is reported: its kind, and a text that says what happened and what to do. The text of each kind is in
/// one place, such as <c>StoreProblems</c>. Exceptions, messages and files carry the problem as a value. It becomes a
/// text where it is shown, and no text is parsed.
/// </summary>
/// <param name="Kind">The kind of problem.</param>
/// <param name="Text">One or two sentences, safe to print, without the kind.</param>
[JsonConverter(typeof(ProblemConverter))]
public sealed record Problem(ProblemKind Kind, string Text)
{
    private static readonly Dictionary<string, ProblemKind> Kinds =
        Enum.GetValues<ProblemKind>().ToDictionary(NameOf, StringComparer.Ordinal);

    /// <summary>A run that Ctrl-C, a signal or the command cancel ended.</summary>
    public static Problem Cancelled { get; } =
        new(ProblemKind.Cancelled, "the run was cancelled by Ctrl-C, a signal or 'cancel'");

    /// <summary>
    /// The setting that the problem concerns; null without one, and for a problem of another process.
    /// </summary>
    public Setting? Setting { get; init; }

    /// <summary>A problem without a kind.</summary>
    public static implicit operator Problem(string text) => new(ProblemKind.Unnamed, text);

    /// <summary>The kind's name in texts, messages and files, such as <c>connection-limit</c>.</summary>
    public static string NameOf(ProblemKind kind) => JsonNamingPolicy.KebabCaseLower.ConvertName($"{kind}");

    /// <summary>The kind of a name; unnamed if this build does not know the name.</summary>
    public static ProblemKind KindOf(string name) => Kinds.GetValueOrDefault(name);

    /// <summary>The same problem with words before its text, such as the place.</summary>
    public Problem After(string words) => this with { Text = words + Text };

    /// <summary>
    /// The text, with the kind, if any, in brackets after its first line. Further lines are for a shell.
    /// </summary>
    public override string ToString()
    {
        var end = Text.IndexOf('\n', StringComparison.Ordinal) is >= 0 and var first ? first : Text.Length;
        return Kind is ProblemKind.Unnamed ? Text : Text.Insert(end, $" [{NameOf(Kind)}]");
    }
}

/// <summary>Writes a problem as its kind and its text, and a problem without a kind as its text.</summary>
public sealed class ProblemConverter : JsonConverter<Problem>
{
    private const string Kind = "kind";
    private const string Text = "text";

    public override Problem Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var value = JsonElement.ParseValue(ref reader);
        if (value.ValueKind is JsonValueKind.String)
        {
            return value.GetString()!;
        }

        List<JsonProperty> fields = value.ValueKind is JsonValueKind.Object ? [.. value.EnumerateObject()] : [];
        if (fields is not [{ Name: Kind, Value: var kind }, { Name: Text, Value: var text }]
            || (kind.ValueKind, text.ValueKind) is not (JsonValueKind.String, JsonValueKind.String))
        {
            throw new JsonException();
        }

        return new(Problem.KindOf(kind.GetString()!), text.GetString()!);
    }

    public override void Write(Utf8JsonWriter writer, Problem value, JsonSerializerOptions options)
    {
        if (value.Kind is ProblemKind.Unnamed)
        {
            writer.WriteStringValue(value.Text);
            return;
        }

        writer.WriteStartObject();
        writer.WriteString(Kind, Problem.NameOf(value.Kind));
        writer.WriteString(Text, value.Text);
        writer.WriteEndObject();
    }
}
