using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Summaries;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>The runs as a page of GitHub Markdown; each run begins with its claim line.</summary>
public static class MarkdownExporter
{
    private const int SeriesColumns = 60;

    /// <param name="runs">At least one run.</param>
    /// <param name="compared">The workload's own comparison of several runs; null for none.</param>
    public static string Format(IReadOnlyList<RunReport> runs, ReportSection? compared = null)
    {
        RunReport[] published = [.. runs.Select(run => run.Published())];
        var page = new StringBuilder();
        if (published.Length > 1)
        {
            Write(page, RunComparison.From(published, compared));
        }

        foreach (var run in published)
        {
            Paragraph(page, $"**{Escape(run.Claim)}**");
            Write(page, [RunSummary.From(run).ToSection(), .. RunSections.From(run)]);
        }

        return page.ToString();
    }

    /// <summary>Replaces the file with a page of sections.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(string path, IEnumerable<ReportSection> sections) =>
        ReportFile.Replace(path, Format(sections));

    public static string Format(IEnumerable<ReportSection> sections)
    {
        var page = new StringBuilder();
        Write(page, sections);
        return page.ToString();
    }

    private static void Write(StringBuilder page, IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections.Select(each => each.OnPage()))
        {
            string[] parts = [.. Parts(section).Where(part => part.Length > 0)];
            if (parts.Length > 0)
            {
                Paragraph(page, $"## {Escape(section.Title)}");
                Array.ForEach(parts, part => Paragraph(page, part));
            }
        }
    }

    private static IEnumerable<string> Parts(ReportSection section) =>
    [
        string.Join('\n', section.Figures.SelectMany(Bullets)), .. section.Tables.Select(Table),
        .. section.Series.Select(Series),
    ];

    private static IEnumerable<string> Bullets(ReportFigure figure) => figure.Lines switch
    {
        [var only] => [$"- {Escape(figure.Name)}: {Marked(figure.Tone, only)}"],
        var lines => [$"- {Escape(figure.Name)}:", .. lines.Select(line => $"  - {Marked(figure.Tone, line)}")],
    };

    private static string Marked(ReportTone tone, string text) =>
        tone is ReportTone.Plain ? Escape(text) : $"**{Escape(text)}**";

    private static string Table(ReportTable table) => string.Join('\n',
    [
        Line(table.Columns.Select(column => column.Heading)),
        $"|{string.Concat(table.Columns.Select(column => column.IsText ? "--|" : "--:|"))}",
        .. table.Rows.Select(Line),
    ]);

    private static string Series(ReportSeries series)
    {
        var range = $"{NumberFormat.Whole(series.Values.Min())} – {NumberFormat.Whole(series.Values.Max())}";
        return $"{Escape(series.Name)}: {Sparkline.Whole(series.Values, SeriesColumns)} ({range})";
    }

    private static string Line(IEnumerable<string> cells) => $"| {string.Join(" | ", cells.Select(Escape))} |";

    private static void Paragraph(StringBuilder page, string text) =>
        page.Append(page.Length > 0 ? "\n" : "").Append(text).Append('\n');

    private static string Escape(string text) => NumberFormat.OneLine(text)
        .Replace(@"\", @"\\", StringComparison.Ordinal)
        .Replace("|", @"\|", StringComparison.Ordinal)
        .Replace("*", @"\*", StringComparison.Ordinal)
        .Replace("`", @"\`", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal);
}
