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

    /// <summary>A word of a shell, whatever its characters.</summary>
    public static string ForShell(string value) => $"'{value.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    // The part of a URI before its last @ may be a password.
    private static string WithoutLogin(string text) =>
        text.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme && text.LastIndexOf('@') is var at
            && at > scheme
            ? $"{text[..(scheme + 3)]}…{text[at..]}"
            : text;

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
