using System.Text.RegularExpressions;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Tests.Reports;

public sealed partial class HtmlExporterTests
{
    public static TheoryData<string> Names => ExampleReports.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void A_page_needs_no_network_and_no_script(string name)
    {
        var page = Approved.InCommaCulture(() => HtmlExporter.Format(ExampleReports.Named(name)));

        Assert.Contains("default-src 'none'", page, StringComparison.Ordinal);
        Assert.DoesNotMatch(Reference(), page);
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("{body}", page, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Whatever_a_page_of_markdown_says_is_on_it(string name)
    {
        var page = HtmlExporter.Format(ExampleReports.Named(name));
        var cells = MarkdownExporter.Format(ExampleReports.Named(name)).Split('\n')
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal))
            .SelectMany(line => line.Trim('|').Split(" | "))
            .Select(cell => cell.Trim())
            .Where(cell => cell.Length > 0 && !cell.Contains('\\', StringComparison.Ordinal));

        Assert.All(cells, cell => Assert.Contains(
            $">{cell.Replace(">", "&gt;", StringComparison.Ordinal)}<",
            page,
            StringComparison.Ordinal));
    }

    [Fact]
    public void A_run_is_plotted_over_its_rounds_slices_and_percentiles_with_its_faults()
    {
        var page = HtmlExporter.Format([Measured(ExampleReports.DegradedWithFaults)]);

        Assert.Equal(
            [
                "TPS of the rounds", "TPS over time", "Deepest mailbox", "Oldest message waiting",
                "Latency by percentile",
            ],
            Plots(page));
        Assert.Contains("F1: 2 × closed in round 2 at 431.2 ms", page, StringComparison.Ordinal);
        Assert.Contains("class=\"window\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Shares_of_several_shards_and_workers_are_plotted()
    {
        var run = ExampleReports.ClusterWithFaults;
        var shard = run.Store.Shards[0];
        var page = HtmlExporter.Format([run with
        {
            Store = run.Store with { Shards = [shard, shard with { Endpoint = "127.0.0.1:6380" }] },
        }]);

        Assert.Equal("Shard balance, Worker balance", string.Join(", ", Plots(page)[^2..]));
        Assert.Contains("an even share is 50.0 %; the largest is 1.00 × that", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Several_runs_are_compared_before_each_is_shown()
    {
        var page = HtmlExporter.Format(ExampleReports.Routings);

        Assert.Equal("TPS of the runs", Plots(page)[0]);
        Assert.Equal(ExampleReports.Routings.Count + 1, Regex.Count(page, "<h1>"));
    }

    [Fact]
    public void A_failed_run_shows_no_figure()
    {
        var page = HtmlExporter.Format([Measured(ExampleReports.FailedAudit)]);

        Assert.Empty(Plots(page));
        Assert.DoesNotContain("TPS", page, StringComparison.Ordinal);
        Assert.DoesNotContain("transfers/s", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Foreign_text_is_never_markup()
    {
        const string Hostile = "</title><script>x</script><img src=x onerror=y>{body}";
        var run = ExampleReports.ClusterWithFaults;
        var page = HtmlExporter.Format([run with
        {
            Reasons = [Hostile],
            Scenario = Hostile,
            Workers = [.. run.Workers.Select(worker => worker with { Name = Hostile })],
            Faults = [.. run.Faults.Select(fault => fault with { Kind = Hostile, What = Hostile })],
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal) { [Hostile] = new(Hostile, "") },
            Sections = [new(Hostile) { Figures = [new(Hostile, Hostile)], Series = [new(Hostile, [1, 2])] }],
        }]);

        Assert.DoesNotContain("<script", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", page, StringComparison.Ordinal);
        Assert.Equal(1, Regex.Count(page, "</title>"));
        Assert.Equal(1, Regex.Count(page, "</html>"));
    }

    private static RunReport Measured(RunReport run)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_180_500, 900);
        histogram.Record(9_312_750, 100);
        return run with { LatencyUs = LatencyReport.From(histogram) };
    }

    private static List<string> Plots(string page) =>
        [.. PlotTitle().Matches(page).Select(match => match.Groups["title"].Value)];

    [GeneratedRegex(
        """(src|href|url|@import)\s*[=(]|https?:""", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Reference();

    [GeneratedRegex("<h2>(?<title>[^<]*)</h2>\n<figure>")]
    private static partial Regex PlotTitle();
}
