using System.Globalization;
using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Summaries;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// Prints a summary of one run in plain words, or one line for each of several runs, on a screen of 24 lines. With
/// <c>--verbose</c> it prints all details, as the other exporters do.
/// </summary>
public sealed class ConsoleExporter(IAnsiConsole console)
{
    /// <summary>The width of piped output, in columns.</summary>
    public const int PipedColumns = 100;

    // Two lines of the screen remain for this command and the next one.
    private const int ScreenLines = 22;
    private const int HeadlineLines = 38;
    private const int MaxSummaryLetters = 170;
    private const int MinRows = 5;
    private const int TableFrame = 4;

    private const int MaxLines = 3;
    private const int MaxLetters = 160;
    private const int MaxRows = 12;
    private const int Gap = ScreenLayout.Gap;

    /// <summary>Whether to print every figure instead of a summary.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>
    /// The command that made the run; null if it is unknown, or does not accept <c>--database</c>.
    /// </summary>
    public string? Command { get; init; }

    /// <summary>Files with the reports, for the summary.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>Prints to this process' standard output.</summary>
    public static ConsoleExporter OfProcess() => new(Open(Console.Out, Console.IsOutputRedirected));

    /// <summary>
    /// A console on <paramref name="output"/>. Piped output is plain, has a fixed width, and no spaces at line ends.
    /// </summary>
    public static IAnsiConsole Open(TextWriter output, bool piped)
    {
        var text = piped ? new TrimmedLineWriter(output) : output;
        var settings = new AnsiConsoleSettings { Out = new AnsiConsoleOutput(text) };
        if (!piped)
        {
            return AnsiConsole.Create(settings);
        }

        // Otherwise the library would colour a file too, within a workflow of GitHub.
        settings.Enrichment.UseDefaultEnrichers = false;
        settings.Ansi = AnsiSupport.No;
        settings.ColorSystem = ColorSystemSupport.NoColors;
        settings.Interactive = InteractionSupport.No;
        var plain = AnsiConsole.Create(settings);
        plain.Profile.Width = PipedColumns;
        return plain;
    }

    /// <param name="runs">At least one run.</param>
    /// <param name="compared">The workload's own comparison of several runs; null for none.</param>
    public void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null)
    {
        RunReport[] published = [.. runs.Select(run => run.Published())];
        if (!IsVerbose)
        {
            Write(published is [var only] ? RunSummary.From(only, Command) : RunsSummary.From(published, compared));
        }
        else if (published is [var run])
        {
            var summary = RunSummary.From(run, Command);
            Line(summary.Title, summary.Tone);
            List([summary.ToSection(), new("") { Figures = [new("claim", run.Claim)] }, .. RunSections.From(run)]);
        }
        else
        {
            Write(RunComparison.From(published, compared));
        }
    }

    /// <summary>
    /// Indices of the non-empty columns that fit into the width; only dispensable columns are omitted.
    /// </summary>
    internal static IReadOnlyList<int> Fitting(ReportTable table, int width)
    {
        var shown = table.FilledColumns().Where(index => !table.Columns[index].PageOnly).ToList();
        while (WidthOf(table, shown) > width && shown.MaxBy(index => table.Columns[index].Dispensable) is var last
            && table.Columns[last].Dispensable > 0)
        {
            shown.Remove(last);
        }

        return shown;
    }

    private static int WidthOf(ReportTable table, IReadOnlyList<int> shown) =>
        shown.Sum(index => Gap + WidthOf(table, index));

    private static int WidthOf(ReportTable table, int index) =>
        Math.Max(table.Columns[index].Heading.Length, table.Rows.Max(row => row[index].Length));

    /// <summary>Prints all sections as one list of names and texts.</summary>
    private void List(IReadOnlyList<ReportSection> sections)
    {
        var names = sections.SelectMany(section => TablesOf(section).Select(_ => NameOf(section))
            .Concat(section.Figures.Where(IsShown).Select(figure => figure.Name)));
        var room = ScreenLayout.RoomBeside(names, console.Profile.Width);
        Write([.. sections.SelectMany(section => FiguresOf(section)
            .Concat(TablesOf(section).SelectMany(table => RowsOf(NameOf(section), table, room))))]);
    }

    private static string NameOf(ReportSection section) => section.Title.ToLowerInvariant();

    /// <summary>Prints a summary, without the lines that do not fit on the screen.</summary>
    private void Write(Summary summary)
    {
        var lines = summary.Lines.Append(More(summary.Further)).Where(line => line.Known.Count > 0).ToList();
        var least = summary.Headlines.Sum(headline => TableFrame + headline.Rows.Count)
            + (summary.Table is null ? 0 : TableFrame + Math.Min(MinRows + 1, summary.Table.Rows.Count));
        while (HeightOf(summary, lines) + least > (summary.Headlines.Count > 0 ? HeadlineLines : ScreenLines)
            && lines.MaxBy(line => line.Dispensable) is { Dispensable: > 0 } last)
        {
            lines.Remove(last);
        }

        Line(summary.Title, summary.Tone);
        foreach (var headline in summary.Headlines)
        {
            Write(headline);
        }

        if (summary.Table is { } table)
        {
            var room = ScreenLines - HeightOf(summary, lines) - TableFrame;
            var rows = room >= table.Rows.Count ? room : Math.Max(MinRows, room - 1);
            int[] shown = [.. RowsToShow(table.Rows.Count, summary.BestRow).Take(rows).Order()];
            Write(table with
            {
                Rows = [.. shown.Select(row => table.Rows[row])],
                Tones = [.. shown.Select(table.Tones.ElementAtOrDefault)],
            });
            if (table.Rows.Count > rows)
            {
                var hidden = NumberFormat.Counted(table.Rows.Count - rows, "more run is", "more runs are");
                lines.Insert(0, new("", $"{hidden} not shown"));
            }
        }

        Write(ItemsOf(lines));
    }

    /// <summary>
    /// The numbers of a table's rows, the most informative first: the best, both ends, then all in order.
    /// </summary>
    private static IEnumerable<int> RowsToShow(int count, int? best) =>
        new[] { best ?? 0, 0, count - 1 }.Concat(Enumerable.Range(0, count)).Distinct();

    private SummaryLine More(IReadOnlyList<string> further)
    {
        var what = further.Count == 0 ? "every figure" : $"every figure, and '{string.Join("', '", further)}'";
        return Files.Count > 0
            ? new("files", string.Join(", ", Files), $"--verbose prints {what}")
            : new("more", $"in a new run --verbose prints {what}; --html FILE or --json FILE keeps its report");
    }

    /// <summary>Number of lines of a summary without its table, on this console.</summary>
    private int HeightOf(Summary summary, IReadOnlyList<SummaryLine> lines) =>
        ScreenLayout.Wrap(summary.Title, console.Profile.Width).Count
            + ScreenLayout.LayOut(ItemsOf(lines), console.Profile.Width).Count();

    private static IReadOnlyList<ScreenItem> ItemsOf(IReadOnlyList<SummaryLine> lines) =>
    [
        .. lines.SelectMany(line => line.Shown.Select((text, index) => new ScreenItem(
            index == 0 ? line.Name : "", Cut(text, line.Tone, MaxSummaryLetters), line.Tone))),
    ];

    /// <summary>Prints each section under its title.</summary>
    public void Write(IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections.Where(section => section.Tables.Count + section.Figures.Count > 0))
        {
            Line(section.Title, ReportTone.Strong);
            Write([.. FiguresOf(section)]);
            foreach (var table in TablesOf(section))
            {
                Write(table);
            }
        }
    }

    private static IEnumerable<ReportTable> TablesOf(ReportSection section) =>
        section.Tables.Where(table => table.Audience is not ReportAudience.Page && table.Rows.Count > 0);

    private static bool IsShown(ReportFigure figure) => figure.Audience is not ReportAudience.Page;

    private static IEnumerable<ScreenItem> FiguresOf(ReportSection section)
    {
        foreach (var figure in section.Figures.Where(IsShown))
        {
            // Failures may have any number of lines.
            var most = figure.Tone is ReportTone.Alarm or ReportTone.Warning ? MaxLines : int.MaxValue;
            foreach (var (index, line) in figure.Lines.Take(most).Index())
            {
                yield return new(index == 0 ? figure.Name : "", Cut(line, figure.Tone), figure.Tone);
            }

            if (figure.Lines.Count > most)
            {
                yield return Rest(figure.Lines.Count - most, figure.Tone);
            }
        }
    }

    /// <summary>A table within a list: its rows as lines, or as names with values if lines are too long.</summary>
    private static IEnumerable<ScreenItem> RowsOf(string name, ReportTable table, int room)
    {
        var shown = Fitting(table, int.MaxValue);
        var headings = table.Columns.Select(column => column.Heading).ToList();
        var rows = table.Rows.Take(MaxRows);
        var lines = WidthOf(table, shown) - Gap > room
            ? rows.Select(row =>
                string.Join(", ", shown.Select(index => $"{headings[index]} {row[index]}".TrimStart())))
            : rows.Prepend(headings).Select(row => string.Join(new string(' ', Gap), shown.Select(index =>
                table.Columns[index].IsText
                    ? row[index].PadRight(WidthOf(table, index))
                    : row[index].PadLeft(WidthOf(table, index)))));
        return
        [
            .. lines.Select((line, index) => new ScreenItem(index == 0 ? name : "", line)),
            .. table.Rows.Count > MaxRows
                ? [Rest(table.Rows.Count - MaxRows, ReportTone.Plain)]
                : Array.Empty<ScreenItem>(),
        ];
    }

    /// <summary>Prints a table, or each row as a list of names and values if the table is too wide.</summary>
    private void Write(ReportTable table)
    {
        var shown = Fitting(table, console.Profile.Width - Gap);
        if (WidthOf(table, shown) > console.Profile.Width - Gap)
        {
            WriteAsLists(table, shown);
            return;
        }

        var drawn = new Table().Border(TableBorder.Simple);
        foreach (var index in shown)
        {
            var column = new TableColumn(Cell(table.Columns[index].Heading)).NoWrap().PadLeft(1).PadRight(0);
            drawn.AddColumn(table.Columns[index].IsText ? column : column.RightAligned());
        }

        foreach (var (number, row) in table.Rows.Index())
        {
            drawn.AddRow(shown.Select(index => Cell(row[index], table.Tones.ElementAtOrDefault(number))));
        }

        console.Write(drawn);
    }

    private void WriteAsLists(ReportTable table, IReadOnlyList<int> shown)
    {
        foreach (var (number, row) in table.Rows.Index())
        {
            var tone = table.Tones.ElementAtOrDefault(number);
            Line("", ReportTone.Plain);
            Write([.. shown.Where(index => row[index] is not NumberFormat.None)
                .Select(index => new ScreenItem(table.Columns[index].Heading, row[index], tone))]);
        }

        Line("", ReportTone.Plain);
    }

    private void Write(IReadOnlyList<ScreenItem> items)
    {
        foreach (var (name, text, tone) in items.Count == 0 ? [] : ScreenLayout.LayOut(items, console.Profile.Width))
        {
            WriteLine(new Paragraph(name).Append(text, StyleOf(tone)), name.Length + text.Length);
        }
    }

    private static ScreenItem Rest(int count, ReportTone tone) =>
        new("", $"and {NumberFormat.Count(count)} more in the report files", tone);

    // Failures may have long texts. They are cut after a sentence, otherwise after a word.
    private static string Cut(string line, ReportTone tone, int letters = MaxLetters)
    {
        if (tone is not (ReportTone.Alarm or ReportTone.Warning) || line.Length <= letters)
        {
            return line;
        }

        var sentence = Math.Max(
            line.LastIndexOf(". ", letters, StringComparison.Ordinal),
            line.LastIndexOf("; ", letters, StringComparison.Ordinal));
        var word = sentence > letters / 2 ? sentence : line.LastIndexOf(' ', letters);
        return $"{line[..(word > 0 ? word : letters)]} …";
    }

    private static Text Cell(string text, ReportTone tone = ReportTone.Plain) =>
        new(NumberFormat.OneLine(text), StyleOf(tone));

    private static Style StyleOf(ReportTone tone) => tone switch
    {
        ReportTone.Strong => new Style(decoration: Decoration.Bold),
        ReportTone.Warning => new Style(Color.Yellow),
        ReportTone.Alarm => new Style(Color.Red),
        _ => Style.Plain,
    };

    private void Line(string text, ReportTone tone)
    {
        foreach (var line in ScreenLayout.Wrap(text, console.Profile.Width))
        {
            WriteLine(Cell(line, tone), line.Length);
        }
    }

    // The library would break a word that is wider than the screen; some letters take two columns.
    private void WriteLine(IRenderable line, int letters)
    {
        var width = console.Profile.Width;
        console.Profile.Width = Math.Max(width, 2 * letters);
        console.Write(new Rows(line));
        console.Profile.Width = width;
    }
}

/// <summary>Removes the spaces at line ends, which come from table columns.</summary>
internal sealed class TrimmedLineWriter(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
{
    private int spaces;

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value)
    {
        if (value == ' ')
        {
            spaces++;
            return;
        }

        for (; spaces > 0; spaces--)
        {
            if (value is not ('\r' or '\n'))
            {
                inner.Write(' ');
            }
        }

        inner.Write(value);
    }

    public override void Flush() => inner.Flush();
}
