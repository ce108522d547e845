using System.Text.RegularExpressions;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Reports;

public sealed partial class HtmlExporterTests
{
    public static TheoryData<string> Names => ExampleReports.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void Page_EveryExample_NeedsNoNetworkAndNoScript(string name)
    {
        var page = Approved.InCommaCulture(() => HtmlExporter.Format(ExampleReports.Named(name)));

        Assert.Contains("default-src 'none'", page, StringComparison.Ordinal);
        Assert.DoesNotMatch(Reference(), page);
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("{body}", page, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Page_Start_IsTheTextOfTheTerminal(string name)
    {
        var page = HtmlExporter.Format(ExampleReports.Named(name));
        var beginning = WordsOf(
            Markup().Replace(page[IndexOf(page, "<h1")..IndexOf(page, "</section>")], " ")
                .Replace("&#39;", "'", StringComparison.Ordinal).Replace("&gt;", ">", StringComparison.Ordinal));

        // Tables are in the sections; the last line is about files.
        var screen = ExporterTests.Printed(ExampleReports.Named(name), isVerbose: false);
        Assert.All(
            screen[..IndexOf(screen, "\nmore ")].Replace(" (and 1 more)", "", StringComparison.Ordinal).Split('\n')
                .Where(line => !RowOfTable().IsMatch(line)).Select(WordsOf),
            line => Assert.Contains(line, beginning, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Page_EveryExample_HasAllTextOfTheMarkdown(string name)
    {
        var page = HtmlExporter.Format(ExampleReports.Named(name));
        var cells = MarkdownExporter.Format(ExampleReports.Named(name)).Split("\n\n")
            .Where(part => part.StartsWith("| ", StringComparison.Ordinal))
            .SelectMany(CellsOf)
            .Where(cell => !cell.Contains('\\', StringComparison.Ordinal));

        Assert.All(cells, cell => Assert.Contains(
            $">{cell.Replace(">", "&gt;", StringComparison.Ordinal)}<",
            page,
            StringComparison.Ordinal));
    }

    [Fact]
    public void Page_Run_HasPlotsOfRoundsSlicesPercentilesAndFaults()
    {
        var page = HtmlExporter.Format([Measured(ExampleReports.DegradedWithFaults)]);

        Assert.Equal(
            [
                "TPS of the rounds", "TPS over time", "Latency over time", "Deepest mailbox",
                "Oldest message waiting", "Latency by percentile",
            ],
            Plots(page));

        // A mark and its note have the same start and the unit of the axis.
        var seconds = (ExampleReports.DegradedWithFaults.Rounds[0].ExecuteMs + 431.25) / 1000;
        Prose.AssertNames(page, "F1: 2 × closed", "round 2", $"{NumberFormat.Number(seconds)} s");
        Assert.Contains("class=\"window\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_SeveralShardsAndWorkers_ArePlotted()
    {
        var run = ExampleReports.ClusterWithFaults;
        var shard = run.Store.Shards[0];
        var page = HtmlExporter.Format([run with
        {
            Store = run.Store with { Shards = [shard, shard with { Endpoint = "127.0.0.1:6380" }] },
        }]);

        Assert.Equal(["Shard balance", "Worker balance"], Plots(page)[^2..]);
        Prose.AssertNames(page, "50.0 %", "1.00 ×");
    }

    [Fact]
    public void Page_SeveralRuns_AreComparedFirst()
    {
        var page = HtmlExporter.Format(ExampleReports.Routings);

        Assert.Equal("TPS of the runs", Plots(page)[0]);
        Assert.Equal(ExampleReports.Routings.Count + 1, Regex.Count(page, "<h1"));
        Assert.Contains(">run 2 (even, random)", page, StringComparison.Ordinal);
        Assert.Contains(">Run 2 (even, random): ", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_FailedRun_HasNoFigure()
    {
        var page = HtmlExporter.Format([Measured(ExampleReports.FailedAudit)]);

        Assert.Empty(Plots(page));
        Assert.DoesNotContain("TPS", page, StringComparison.Ordinal);
        Assert.DoesNotContain("transfers/s", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_TextWithMarkup_IsEscaped()
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

    // Without columns that contain only dashes, and without the rule below the headings.
    private static IEnumerable<string> CellsOf(string table)
    {
        var rows = table.Trim('\n').Split('\n').Select(line => line.Trim('|', ' ').Split(" | ")).ToList();
        return Enumerable.Range(0, rows[0].Length)
            .Where(column => rows.Skip(2).Any(row => row[column].Trim() is not "–"))
            .SelectMany(column => rows.Where((_, at) => at != 1).Select(row => row[column].Trim()))
            .Where(cell => cell.Length > 0);
    }

    private static int IndexOf(string text, string mark) => text.IndexOf(mark, StringComparison.Ordinal);

    private static string WordsOf(string text) =>
        string.Join(' ', text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

    private static RunReport Measured(RunReport run)
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_180_500, 900);
        histogram.Record(9_312_750, 100);
        return run with
        {
            LatencyUs = LatencyReport.From(histogram),
            Rounds = [.. run.Rounds.Select(round => round with { LatencyUs = new(1_180.5, 9_312.75, 215_758) })],
        };
    }

    private static List<string> Plots(string page) =>
        [.. PlotTitle().Matches(page).Select(match => match.Groups["title"].Value)];

    [GeneratedRegex(
        """(src|href|url|@import)\s*[=(]|https?:""", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Reference();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Markup();

    [GeneratedRegex("^( {2,9}[^ ].* {2}|─)")]
    private static partial Regex RowOfTable();

    [GeneratedRegex("<h2>(?<title>[^<]*)</h2>\n<figure>")]
    private static partial Regex PlotTitle();
}
