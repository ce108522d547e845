using System.Globalization;
using System.Text;

namespace AElf.Bench.Core.Options;

/// <summary>Makes what a user gave harmless to print: one line, bounded, no terminal commands.</summary>
public static class Quoted
{
    private const int MaxCharacters = 80;

    /// <summary>The text in single quotes; control and direction characters escaped, long text cut.</summary>
    public static string Text(string text)
    {
        var shown = new StringBuilder("'");
        foreach (var rune in text.EnumerateRunes())
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
