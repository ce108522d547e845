using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>A name and its text on a screen.</summary>
/// <param name="Name">The name; empty if the text continues the line above.</param>
internal readonly record struct ScreenItem(string Name, string Text, ReportTone Tone = ReportTone.Plain);

/// <summary>
/// Arranges names and texts for a width: side by side, or below each other on a narrow screen. It never breaks a word
/// or a number. A word that is longer than a line gets its own line, and the terminal breaks it.
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

    /// <summary>Lines for printing: a plain part, and a part in its tone.</summary>
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
