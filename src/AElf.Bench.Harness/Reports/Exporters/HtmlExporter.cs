using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes the runs as one web page with plots and tables, which needs no network and no script.</summary>
public sealed class HtmlExporter(string path) : IReportExporter
{
    private const string TimeSeries = "TPS over time";

    /// <inheritdoc/>
    public void Export(IReadOnlyList<RunReport> runs, ReportSection? compared = null) =>
        ReportFile.Replace(path, Format(runs, compared));

    /// <summary>The page's text.</summary>
    public static string Format(IReadOnlyList<RunReport> runs, ReportSection? compared = null)
    {
        RunReport[] published = [.. runs.Select(run => run.Published())];
        var page = new HtmlPage();
        if (published.Length > 1)
        {
            page.Heading($"{NumberFormat.Counted(published.Length, "run")} side by side");
            page.Plots(RunPlots.Comparison(published) is { } plot ? [plot] : []);
            page.Sections(RunComparison.From(published, compared));
        }

        foreach (var run in published)
        {
            page.Heading(run.Claim);
            var sections = RunSections.From(run);
            page.Sections(sections.Take(1));
            page.Plots(RunPlots.From(run));

            // The plot of the slices says more than their sparkline.
            page.Sections(sections.Skip(1).Select(section => section with
            {
                Series = [.. section.Series.Where(series => series.Name is not TimeSeries)],
            }));
        }

        page.Foot(Made(published));
        return page.Whole(published.Length == 1 ? published[0].Claim : $"{published.Length} runs");
    }

    /// <summary>Writes a page of plots and sections.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    internal static void Write(
        string path,
        string title,
        IEnumerable<Plot> plots,
        IReadOnlyList<ReportSection> sections,
        bool isFirstBeforePlots = false) =>
        ReportFile.Replace(path, Format(title, plots, sections, isFirstBeforePlots));

    /// <summary>The text of a page of plots and sections.</summary>
    internal static string Format(
        string title,
        IEnumerable<Plot> plots,
        IReadOnlyList<ReportSection> sections,
        bool isFirstBeforePlots = false)
    {
        var page = new HtmlPage();
        var before = isFirstBeforePlots ? 1 : 0;
        page.Heading(title);
        page.Sections(sections.Take(before));
        page.Plots(plots);
        page.Sections(sections.Skip(before));
        return page.Whole(title);
    }

    private static string Made(RunReport[] runs) =>
        $"AElf.Bench {runs[0].Environment.Version}; run {string.Join(", ", runs.Select(run => run.RunId))}; "
            + $"started {runs[0].Environment.StartedUtc}";
}
