using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>A name and its text on a screen.</summary>
/// <param name="Name">The name; empty where the text goes on from above.</param>
internal readonly record struct ScreenItem(string Name, string Text, ReportTone Tone = ReportTone.Plain);

/// <summary>
/// Lays names and texts out for a width: side by side, or on a narrow screen below each other. A word is never broken,
/// and so no number: a word that is longer than a line stands alone in it, and the terminal breaks it.
/// </summary>
internal static class ScreenLayout
{
    /// <summary>Columns between a name and its text.</summary>
    public const int Gap = 2;

    // Room for most numbers with their units.
    private const int MinText = 24;

    /// <summary>Columns for texts beside these names.</summary>
    public static int RoomBeside(IEnumerable<string> names, int width) =>
        width - names.Max(name => name.Length) - Gap;

    /// <summary>Lines as they are printed: a part in plain, and a part in its tone.</summary>
    public static IEnumerable<ScreenItem> LayOut(IReadOnlyList<ScreenItem> items, int width)
    {
        var room = RoomBeside(items.Select(item => item.Name), width);
        return room < MinText
            ? items.SelectMany(item => Below(item, width))
            : items.SelectMany(item => Wrap(item.Text, room).Select((line, index) =>
                new ScreenItem((index == 0 ? item.Name : "").PadRight(width - room), line, item.Tone)));
    }

    /// <summary>Breaks a text between words; a text that fits stays as it is.</summary>
    public static IReadOnlyList<string> Wrap(string text, int width)
    {
        var line = NumberFormat.OneLine(text);
        if (line.Length <= width)
        {
            return [line];
        }

        var lines = new List<string>();
        foreach (var word in line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (lines is [.., var last] && last.Length + 1 + word.Length <= width)
            {
                lines[^1] = $"{last} {word}";
            }
            else
            {
                lines.Add(word);
            }
        }

        return lines;
    }

    private static IEnumerable<ScreenItem> Below(ScreenItem item, int width) =>
    [
        .. item.Name.Length == 0 ? [] : Wrap(item.Name, width).Select(line => new ScreenItem(line, "")),
        .. item.Text.Length == 0 ? [] : Wrap(item.Text, width).Select(line => new ScreenItem("", line, item.Tone)),
    ];
}
