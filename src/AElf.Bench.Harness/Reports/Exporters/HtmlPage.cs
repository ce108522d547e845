using System.Text;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>
/// A self-contained page: it uses no network and no script, and its content security policy enforces this. All input is
/// text, never markup.
/// </summary>
internal sealed class HtmlPage
{
    // A table of two columns with more rows, such as options, is split into several columns of the page.
    private const int Long = 40;

    private static readonly Lazy<string> Frame = new(ReadFrame);

    private readonly StringBuilder body = new();
    private string heading = "";

    /// <param name="title">Title in the browser's tab.</param>
    public string Whole(string title)
    {
        // Split, not replaced: a title may contain {body}.
        var (head, rest) = Cut(Frame.Value, "{title}");
        var (style, end) = Cut(rest, "{body}");
        return string.Concat(head, SvgPlot.Escape(title), style) + body + end;
    }

    /// <summary>Adds a heading, of the whole page or of a run.</summary>
    public void Heading(string text, ReportTone tone = ReportTone.Plain)
    {
        heading = text;
        Add($"<h1{ToneOf(tone)}>{SvgPlot.Escape(text)}</h1>");
    }

    /// <summary>Adds plots side by side if there is room, each with its points.</summary>
    public void Plots(IEnumerable<Plot> plots)
    {
        Add("<div class=\"plots\">");
        foreach (var plot in plots)
        {
            Add($"<section><h2>{SvgPlot.Escape(plot.Title)}</h2>");
            Add($"<figure>{SvgPlot.Draw(plot)}");
            Add(string.Concat(plot.Notes.Select(note => $"<figcaption>{SvgPlot.Escape(note)}</figcaption>")));
            Add("</figure>");
            if (plot.Points.Rows.Count > 0)
            {
                Add("<details><summary>The points as numbers</summary>");
                Table(plot.Points);
                Add("</details>");
            }

            Add("</section>");
        }

        Add("</div>");
    }

    /// <summary>Adds a flame graph as wide as the page.</summary>
    public void Flames(ProfileReport profile)
    {
        Add("<section><h2>Flame graph</h2><figure><div class=\"wide\">");
        Add(FlameGraph.Draw(profile));
        Add($"</div><figcaption>{SvgPlot.Escape(ProfileSection.Of(profile))}. Each bar is a method, as wide as its "
            + "share of the samples; the bars above it are the methods that it called. Point at a bar for its name and "
            + "share.</figcaption>");
        Add("</figure></section>");
    }

    /// <summary>Adds sections, except figures and tables for the screen only.</summary>
    public void Sections(IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections.Select(each => each.OnPage()))
        {
            if (section.Figures.Count + section.Tables.Count + section.Series.Count > 0)
            {
                var isNamed = string.Equals(section.Title, heading, StringComparison.Ordinal);
                Add($"<section>{(isNamed ? "" : $"<h2>{SvgPlot.Escape(section.Title)}</h2>")}");
                List(section.Figures);
                section.Tables.ToList().ForEach(Table);
                section.Series.ToList().ForEach(Series);
                Add("</section>");
            }
        }
    }

    public void Foot(string text) => Add($"<footer>{SvgPlot.Escape(text)}</footer>");

    private static (string Before, string Behind) Cut(string text, string mark)
    {
        var at = text.IndexOf(mark, StringComparison.Ordinal);
        return (text[..at], text[(at + mark.Length)..]);
    }

    private static string ToneOf(ReportTone tone) =>
        tone is ReportTone.Plain ? "" : $" class=\"{tone.ToString().ToLowerInvariant()}\"";

    private static string ReadFrame()
    {
        using var file = typeof(HtmlPage).Assembly.GetManifestResourceStream("HtmlPage.html")
            ?? throw new InvalidOperationException("the page's frame is not in the assembly");
        using var reader = new StreamReader(file, Encoding.UTF8);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }

    private void List(IReadOnlyList<ReportFigure> shown)
    {
        if (shown.Count > 0)
        {
            var lines = shown.SelectMany(figure => figure.Lines.Select((line, at) =>
                $"<dt>{(at == 0 ? SvgPlot.Escape(figure.Name) : "")}</dt>"
                    + $"<dd><span{ToneOf(figure.Tone)}>{SvgPlot.Escape(line)}</span></dd>\n"));
            Add($"<dl>\n{string.Concat(lines)}</dl>");
        }
    }

    private void Table(ReportTable table)
    {
        var shown = table.FilledColumns()
            .Select(at => (At: at, table.Columns[at].Heading, Kind: table.Columns[at].IsText ? "" : " class=\"n\""))
            .ToList();
        var heads = shown.Select(each => $"<th scope=\"col\"{each.Kind}>{SvgPlot.Escape(each.Heading)}</th>");
        var style = shown.Count == 2 && table.Rows.Count > Long ? "long" : "wide";
        Add($"<div class=\"{style}\"><table><thead><tr>{string.Concat(heads)}</tr></thead><tbody>");
        foreach (var (at, row) in table.Rows.Index())
        {
            var cells = shown.Select(each => $"<td{each.Kind}>{SvgPlot.Escape(row[each.At])}</td>");
            Add($"<tr{ToneOf(table.Tones.ElementAtOrDefault(at))}>{string.Concat(cells)}</tr>");
        }

        Add("</tbody></table></div>");
    }

    private void Series(ReportSeries series) => Add(
        $"<h3>{SvgPlot.Escape(series.Name)}</h3>"
            + SvgPlot.Draw(new Plot(
                series.Name,
                new("", PlotScale.Exact(0, series.Values.Count - 1)),
                new("", PlotScale.Linear(series.Values)),
                [new PlotLine(0, null, [.. series.Values.Select((value, at) => new PlotPoint(at, value))])])));

    private void Add(string markup) => body.Append(markup).Append('\n');
}
