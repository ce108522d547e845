using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;
using AElf.Bench.Harness.Reports.Summaries;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>The runs as one web page with plots and tables, which needs no network and no script.</summary>
public static class HtmlExporter
{
    private const string TimeSeries = "TPS over time";

    /// <summary>The page: the summary of a terminal, then all sections.</summary>
    /// <param name="runs">At least one run.</param>
    /// <param name="compared">The workload's own comparison of several runs; null for none.</param>
    public static string Format(IReadOnlyList<RunReport> runs, ReportSection? compared = null)
    {
        RunReport[] published = [.. runs.Select(run => run.Published())];
        var page = new HtmlPage();
        if (published.Length > 1)
        {
            // The sections contain the whole table of the summary.
            Add(page, RunsSummary.From(published, compared));
            page.Plots(RunPlots.Comparison(published) is { } plot ? [plot] : []);
            page.Sections(RunComparison.From(published, compared));
        }

        foreach (var (at, run) in published.Index())
        {
            var name = published.Length == 1 ? ""
                : $"Run {NumberFormat.Count(at + 1)}{RunComparison.WhichIs(run, published)}: ";
            Add(page, RunSummary.From(run), name, new ReportFigure("claim", run.Claim));
            page.Plots(RunPlots.From(run));
            if (run.Profile is { } profile)
            {
                page.Flames(profile);
            }

            // The plot of the slices shows more than their sparkline.
            page.Sections(RunSections.From(run).Select(section => section with
            {
                Series = [.. section.Series.Where(series => series.Name is not TimeSeries)],
            }));
        }

        page.Foot(Made(published));
        return page.Whole(published.Length == 1 ? published[0].Claim : $"{published.Length} runs");
    }

    /// <summary>A page of plots and sections; the first section precedes the plots.</summary>
    internal static string Format(string title, IEnumerable<Plot> plots, IReadOnlyList<ReportSection> sections)
    {
        var page = new HtmlPage();
        page.Heading(title);
        page.Sections(sections.Take(1));
        page.Plots(plots);
        page.Sections(sections.Skip(1));
        return page.Whole(title);
    }

    private static void Add(HtmlPage page, Summary summary, string name = "", params ReportFigure[] further)
    {
        var section = summary.ToSection();
        page.Heading(name + summary.Title, summary.Tone);
        page.Sections(
        [
            section with { Title = name + summary.Title, Figures = [.. section.Figures, .. further] },
        ]);
    }

    private static string Made(RunReport[] runs) =>
        $"AElf.Bench {runs[0].Environment.Version}; run {string.Join(", ", runs.Select(run => run.RunId))}; "
            + $"started {runs[0].Environment.StartedUtc}";
}
