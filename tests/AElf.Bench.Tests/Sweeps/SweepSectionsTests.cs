using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Studies;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class SweepSectionsTests
{
    private static readonly double[] ByActors = [5078, 8592, 10094, 10274, 10214];

    private static readonly SweepPoint[] Points =
    [
        .. ByActors.Select((tps, at) => new SweepPoint([new("actors", $"{at + 1}")], Published: tps / 2)),
    ];

    [Fact]
    public void SweepPage_PublishedFigures_AreShownBesideBestAndLaws()
    {
        var result = new SweepResult(Points, [.. Runs(0, 1, 2, 3, 4)]);

        var page = MarkdownExporter.Format(SweepSections.From("Actors", "the evaluation", result));

        Prose.AssertNames(
            page, "| 4 | 5 | 10,274 ", "[10,264 – 10,284]", "| 12.00 µs | 0.500 µs |", "| 3.50 ms | 64.00 ",
            "| 5,137 | 1.00 | – |");
        Prose.AssertNames(page, "actors 4: 10,274 TPS", "within noise: none\n");
        Assert.Matches(@"\|\smeasured\s\|\s5,\d+\s\|.*\|\s4\s\(3\.\d\d\)\s\|", page);
        Assert.Matches(@"\|\spublished\s\|\s2,\d+\s\|.*\|\s4\s\(3\.\d\d\)\s\|", page);
    }

    [Fact]
    public void SweepSections_BestPointsEqual_NamesTheCheapest()
    {
        SweepPoint[] points =
        [
            new([new("servers", "2"), new("actors", "4")]), new([new("servers", "1"), new("actors", "6")]),
            new([new("servers", "1"), new("actors", "2")]),
        ];
        var result = new SweepResult(points, [.. Of(0, 1000, 900), .. Of(1, 950, 920), .. Of(2, 500, 510)]);

        Assert.Equal("servers 2, actors 4", result.Best!.Point.Label);
        Assert.Equal(2, result.Plateau.Count);
        Assert.Equal("servers 1, actors 6", result.Cheapest!.Point.Label);
    }

    [Fact]
    public void Best_FewerThanFiveRuns_IsUnknown()
    {
        var result = new SweepResult(Points[..2], [Run(0, 1000), Run(0, 1002), Run(1, 500), Run(1, 501)]);

        var page = MarkdownExporter.Format(SweepSections.From("Actors", null, result));

        Assert.Null(result.Cheapest);
        Prose.AssertNames(page, "too few runs to tell", "1,001 TPS of 2 runs", "5 of each");
        Assert.DoesNotContain("equal within noise", page, StringComparison.Ordinal);
        Assert.DoesNotContain("| ÷ best |", page, StringComparison.Ordinal);
        Assert.Contains("| too few runs |", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Best_PointsLeftEarly_AreNotCompared()
    {
        var result = new SweepResult(
            Points[..3], [.. Of(0, 1000, 1002), .. Of(1, 500, 501), Run(2, 999)], isSearch: true);

        var page = MarkdownExporter.Format(SweepSections.From("Actors", null, result));

        Prose.AssertNames(page, "**actors 1: 1,001 TPS**\n", "within noise: none\n", "**actors 3: 5 ");
    }

    [Fact]
    public void Best_OnePoint_IsNamed()
    {
        var page = MarkdownExporter.Format(
            SweepSections.From("Actors", null, new SweepResult(Points[..1], [Run(0, 1000)])));

        Assert.Contains("**actors 1: 1,000 TPS**\n", page, StringComparison.Ordinal);
    }

    [Fact]
    public void SweepSections_RunsWithFaults_AreShownButNotCounted()
    {
        var result = new SweepResult(
            Points[..2],
            [Run(0, 1000), Run(0, 10) with { Verdict = Verdict.Degraded }, Run(1, null), Run(1, null)]);

        var page = MarkdownExporter.Format(SweepSections.From("Actors", null, result));

        Assert.Equal(1000, result.Best!.Tps!.Max);
        Assert.Contains("| 1 degraded |", page, StringComparison.Ordinal);
        Assert.Contains("| 2 failed |", page, StringComparison.Ordinal);
    }

    [Fact]
    public void SweepSections_DisturbedRuns_CountAndAreNamed()
    {
        var result = new SweepResult(Points[..2], [
            .. Of(0, 1000, 1002), .. Of(1, 500, 502).Select(run => run with { Verdict = Verdict.Disturbed })]);

        var page = MarkdownExporter.Format(SweepSections.From("Actors", null, result));

        Assert.Equal(501, result.Points[1].Tps!.Median);
        Assert.Contains("| 5 disturbed |", page, StringComparison.Ordinal);
        Assert.Contains("5 of 10 runs", page, StringComparison.Ordinal);
    }

    [Fact]
    public void SweepSections_NoFigure_SaysSo()
    {
        var page = MarkdownExporter.Format(
            SweepSections.From("Actors", null, new SweepResult(Points, [Run(0, null)])));

        Assert.Contains("no run has a figure", page, StringComparison.Ordinal);
    }

    [Fact]
    public void RawPoints_Exported_AreCommaSeparatedLines()
    {
        var text = SweepExport.Csv(new SweepResult([new([new("shards", "a,b")])], [Over("redis", 0, 1000.25)]));

        Assert.Equal(
            "shards,published,verdict,seconds,tps,p50,p99,cpuUsPerTransfer,groupingMs,memoryMb,declinedShare,server,"
                + "report\r\n\"a,b\",,pass,2,1000.25,7,12,0.5,3.5,64,,redis,r.json\r\n",
            text);
    }

    [Fact]
    public void From_RunsWithSettings_NamesThemBetweenAnswerAndPoints()
    {
        var result = new SweepResult(
            Points[..2],
            [
                Over("redis 7.0.15", 0, 1000) with { Setting = Setting("redis 7.0.15") with { Load = "8,000" } },
                Over("redis 7.0.15", 1, 2000),
            ]);

        var sections = SweepSections.From("Actors", null, result);

        Assert.Equal(
            [("best", 1), ("load", 2), ("actors", 1), ("store", 1), ("machine", 1), ("build", 1), ("started", 1)],
            sections[0].Figures.Select(figure => (figure.Name, figure.Lines.Count)));
        Assert.Empty(sections[0].Tables);
        Assert.Single(sections[1].Tables);
    }

    [Fact]
    public void From_AxisThatSelectsTheServer_NamesPointsByServer()
    {
        SweepPoint[] points =
        [
            .. from port in new[] { "23007", "23008" }
               from mode in new[] { "strict", "batch" }
               select new SweepPoint([new("dbport", port), new("mode", mode)]),
        ];
        var result = new SweepResult(
            points,
            [.. points.Select((_, at) => Over(at < 2 ? "redis 7.0.15" : "valkey 8.1.1", at, 1000 + at))]);

        Assert.Equal("23008 (valkey 8.1.1)", result.Best!.Point["dbport"]);
        Assert.Equal("23007 (redis 7.0.15)", SweepSections.From("Ports", null, result)[1].Tables[0].Rows[0][0]);
        Assert.Equal(
            ["23007 (redis 7.0.15)", "23008 (valkey 8.1.1)"],
            SweepPlots.From(result).Single().X.Scale.Ticks.Select(tick => tick.Text));
    }

    [Theory]
    [InlineData("dbport", "23007", "23008", "redis 7.0.15", "redis 7.0.15")]
    [InlineData("actors", "1", "2", "redis 7.0.15", "valkey 8.1.1")]
    [InlineData("database", "inmemory", "ssdb", "inmemory", "ssdb")]
    public void Points_ServersWithoutAName_StayAsTyped(
        string axis, string first, string second, string server, string other)
    {
        SweepPoint[] points = [new([new(axis, first)]), new([new(axis, second)])];
        var result = new SweepResult(points, [Over(server, 0, 1000), Over(other, 1, 2000)]);

        Assert.Equal([first, second], result.Points.Select(point => point.Point[axis]));
    }

    private static SweepRun Over(string server, int point, double tps) =>
        Run(point, tps) with { Setting = Setting(server) };

    private static RunSetting Setting(string server) =>
        new("2,400 transfers", "1 server", $"{server} at a port", server, "a machine", "1.0", "2026-11-21T12:00:00Z");

    // Five runs between two figures.
    private static IEnumerable<SweepRun> Of(int point, double least, double most) =>
        Enumerable.Range(0, 5).Select(run => Run(point, least + ((most - least) * run / 4)));

    private static IEnumerable<SweepRun> Runs(params int[] points) =>
        from point in points
        from offset in new[] { -10, -5, 0, 5, 10 }
        select Run(point, ByActors[point] + offset);

    private static SweepRun Run(int point, double? tps) => new(
        point, $"{point}", 2, tps is null ? Verdict.Failed : Verdict.Pass, tps, "r.json")
    {
        Values = new Dictionary<string, double>(StringComparer.Ordinal)
        {
            ["p50"] = 7,
            ["p99"] = 12,
            ["cpuUsPerTransfer"] = 0.5,
            ["groupingMs"] = 3.5,
            ["memoryMb"] = 64,
        },
    };
}
