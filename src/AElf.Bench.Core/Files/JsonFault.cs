using System.Text.Json;

namespace AElf.Bench.Core.Files;

/// <summary>
/// Describes an error in JSON for the author of the JSON. The reader's own text is for the author of the types.
/// </summary>
public static class JsonFault
{
    private const string Lacking = "was missing required properties including: ";
    private const string TooDeep = "The maximum configured depth of ";

    /// <summary>Such as <c>unexpected text or end at line 3, byte 7</c>.</summary>
    public static string Of(JsonException exception) => exception switch
    {
        { InnerException: JsonException inner } => Of(inner),
        { Message: var text } when text.StartsWith("Duplicate property", StringComparison.Ordinal) =>
            $"it names '{string.Join('\'', text.Split('\'')[1..^1])}' twice",
        { Message: var text } when text.Contains(Lacking, StringComparison.Ordinal) => LacksIn(text, exception.Path),
        _ when IsTooDeep(exception) =>
            $"arrays and objects exceed the depth of {exception.Message[TooDeep.Length..].Split(' ')[0]}",
        { Path: null, LineNumber: { } line, BytePositionInLine: { } at } =>
            $"unexpected text or end at line {line + 1}, byte {at + 1}",

        // For a list, the path has the index of the end.
        { Path: { Length: > 1 } path } when path.EndsWith(']') =>
            $"unexpected element in {path[..path.LastIndexOf('[')]}",
        { Path: { Length: > 1 } path } => $"unexpected value at {path}",
        { Path: not null } => "it is not an object with the required fields",
        _ => exception.Message,
    };

    // Such as: ... including: 'lanes', 'routing'. Path: $.raw | LineNumber: 0 | BytePositionInLine: 9.
    private static string LacksIn(string text, string? path)
    {
        var names = text[(text.IndexOf(Lacking, StringComparison.Ordinal) + Lacking.Length)..];
        var place = path is { Length: > 1 } ? $" in {path}" : "";
        return $"it lacks {names[..(names.LastIndexOf('\'', EndOf(names)) + 1)]}{place}";
    }

    private static int EndOf(string names) =>
        names.IndexOf(" Path:", StringComparison.Ordinal) is >= 0 and var end ? end : names.Length - 1;

    /// <summary>Whether arrays and objects are nested deeper than the reader's limit.</summary>
    public static bool IsTooDeep(JsonException exception) =>
        exception.Message.StartsWith(TooDeep, StringComparison.Ordinal);
}
