using System.Globalization;
using System.Text;

namespace AElf.Bench.Core.Options;

/// <summary>Makes user input safe to print: one line, bounded, without terminal commands.</summary>
public static class Quoted
{
    private const int MaxCharacters = 80;

    /// <summary>
    /// The text in single quotes; control and direction characters escaped, long text cut, the login of a URI hidden.
    /// </summary>
    public static string Text(string? text)
    {
        var shown = new StringBuilder("'");
        foreach (var rune in WithoutLogin(text ?? "").EnumerateRunes())
        {
            if (shown.Length > MaxCharacters)
            {
                shown.Append('…');
                break;
            }

            Append(shown, rune);
        }

        return shown.Append('\'').ToString();
    }

    /// <summary>The value as one word of a shell, in quotes if it needs them.</summary>
    public static string ForShell(string value) =>
        value.Length > 0 && value.All(letter => char.IsAsciiLetterOrDigit(letter) || "-_./:,=@%+".Contains(letter))
            ? value
            : $"'{value.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    // In a URI, the parts before the last @ and after ? or # may contain a password.
    private static string WithoutLogin(string text)
    {
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        var (at, query) = (text.LastIndexOf('@'), text.IndexOfAny(['?', '#']));
        var hasLogin = scheme >= 0 && at > scheme;
        var hasQuery = query > scheme && (scheme >= 0 || text.StartsWith("unix:", StringComparison.Ordinal));
        return (hasLogin, hasQuery) switch
        {
            (true, true) => $"{text[..(scheme + 3)]}…",
            (true, _) => $"{text[..(scheme + 3)]}…{text[at..]}",
            (_, true) => $"{text[..(query + 1)]}…",
            _ => text,
        };
    }

    private static void Append(StringBuilder shown, Rune rune)
    {
        var category = Rune.GetUnicodeCategory(rune);
        if (category is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator)
        {
            shown.Append(CultureInfo.InvariantCulture, $"\\u{rune.Value:x4}");
        }
        else
        {
            shown.Append(rune.ToString());
        }
    }
}
