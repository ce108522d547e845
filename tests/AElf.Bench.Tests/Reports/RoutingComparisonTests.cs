using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Tests.Reports;

public sealed class RoutingComparisonTests
{
    [Fact]
    public void Routing_RunsOfOneStrategy_HaveNoComparison() =>
        Assert.Empty(RoutingComparison.From(ExampleReports.Several));

    [Fact]
    public void Routing_RunWithoutARound_IsLeftOut() =>
        Assert.Equal(
            2,
            Only(
                Routed("pull", 90, 110),
                Routed("random", 90, 110),
                ExampleReports.FailedAudit with { Units = 0, Routing = "consistent-hash" }).Tables[0].Rows.Count);

    [Fact]
    public void Routing_EachGroupCount_HasItsComparison() => Assert.Equal(
        "Routing compared over 1 group; Routing compared over 1,200 groups",
        string.Join("; ", RoutingComparison.From(
        [
            Routed("pull", 90, 110) with { Units = 1 }, Routed(
                "random", 90, 110) with { Units = 1 }, Routed("pull", 90, 110), Routed("random", 90, 110),
        ]).Select(section => section.Title)));

    [Fact]
    public void Routing_OverlappingRanges_AreNotRanked() => Assert.StartsWith(
        "even: no difference",
        DifferenceOf(Only(Routed("pull", 97, 103), Routed("random", 92, 98), Routed("round-robin", 98, 108))),
        StringComparison.Ordinal);

    [Fact]
    public void Routing_SeparateRanges_AreTheOnlyDifferences() => Prose.AssertNames(
        DifferenceOf(Only(Routed("pull", 100, 104), Routed("random", 95, 99), Routed("round-robin", 102, 106))),
        "even: ", "pull and round-robin", "than random;");

    [Fact]
    public void Routing_OneStrategyAboveAllOthers_Leads() => Prose.AssertNames(
        DifferenceOf(Only(Routed("pull", 100, 104), Routed("random", 110, 114), Routed("round-robin", 102, 106))),
        "even: ", "random is faster", "all others;");

    [Fact]
    public void Routing_VaryingRounds_MakeADifferenceUncertain() => Assert.Contains(
        "vary by up to 40.0 %",
        DifferenceOf(Only(Routed("pull", 60, 140), Routed("random", 10, 12))),
        StringComparison.Ordinal);

    [Fact]
    public void Routing_FewRounds_HaveNoRanking() => Prose.AssertNames(
        DifferenceOf(Only(Routed("pull", 100, 104),
        Routed("random", 10, 11) with { Tps = SummaryStatistics.Describe([10, 10, 11, 11]) })),
        "even: 4 rounds", "--rounds 5");

    [Fact]
    public void Routing_FailedRun_IsNotCompared()
    {
        var table = Only(
            Routed("pull", 100, 104), (ExampleReports.FailedAudit with { Routing = "random" }).Published());

        Assert.StartsWith("even: fewer than two", DifferenceOf(table), StringComparison.Ordinal);
        Assert.Equal("even random – –", string.Join(' ', table.Tables[0].Rows[^1].Take(4)));
    }

    [Fact]
    public void RoutingTable_WithoutAFigureOfPull_HasNoRatio() =>
        Assert.All(Only(Routed(
            "random", 100, 104), Routed("round-robin", 100, 104)).Tables[0].Rows, row => Assert.Equal("–", row[3]));

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(200)]
    public void Table_TooWide_OmitsColumnsOnTheScreenOnly(int width)
    {
        var table = RunComparison.From([.. ExampleReports.Routings.Select(run => run.Published())])[0].Tables[0];
        var shown = ConsoleExporter.Fitting(table, width).Select(index => table.Columns[index].Heading).ToList();

        Assert.Equal(
            "load, routing, TPS median [min – max], busiest, idle, verdict",
            string.Join(", ", shown.Except(["jobs", "p50", "p99", "ceiling"], StringComparer.Ordinal)));
        Assert.Equal(width == 200, shown.Contains("jobs", StringComparer.Ordinal));
        Assert.All(
            table.Columns,
            column => Assert.Contains(
                $"| {column.Heading} ", MarkdownExporter.Format(ExampleReports.Routings), StringComparison.Ordinal));
    }

    private static ReportSection Only(params RunReport[] runs) => Assert.Single(RoutingComparison.From(runs));

    private static string DifferenceOf(ReportSection comparison)
    {
        var difference = Assert.Single(comparison.Figures);
        return $"{difference.Name}: {Assert.Single(difference.Lines)}";
    }

    private static RunReport Routed(string routing, double least, double most) => ExampleReports.PassingRedis with
    {
        Routing = routing,
        Tps = SummaryStatistics.Describe([least, least, (least + most) / 2, most, most]),
    };
}
