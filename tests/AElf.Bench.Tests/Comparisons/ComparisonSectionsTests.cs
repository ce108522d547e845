using System.Text.Json;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Plots;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Tests.Reports;
using static AElf.Bench.Tests.Comparisons.ComparisonScheduleTests;

namespace AElf.Bench.Tests.Comparisons;

public sealed class ComparisonSectionsTests
{
    private static readonly string[] Sides = ["the build in main (1.2.3+0a1b2c3d)", "the build in pr (1.2.4+4e5f6a7b)"];

    [Fact]
    public void ComparisonSections_PullRequest_ShowsConclusionSidesAndRule() =>
        Approved.Matches("comparison", "md", () => Page(Pairs(40, 0.93)));

    [Fact]
    public void Sections_ResolutionOfTheMachine_ComesFirst()
    {
        var same = new ComparisonResult(Pairs(30, 1), new ComparisonLimits());

        var sections = ComparisonSections.From("The same", Sides, same, MachineNoise.From(same, seed: 1));

        // 30 pairs of 2 runs of 2 s.
        Prose.AssertNames(string.Join(' ', sections[0].Figures[0].Lines), "9 of 10", "30 pairs", "120 s", "1 %");
    }

    [Fact]
    public void Count_Rises_FailsWithAnyTimes()
    {
        var more = new RunCounts(4.5, 0.01, 0.16, 1000);
        var result = new ComparisonResult(Pairs(CountRule.MinPairs, 1.5, more), new ComparisonLimits());

        Assert.True(result is { IsRegression: true, IsSure: true, Times: GateOutcome.Open });
        Assert.Equal(
            [("speed", CriterionOutcome.Open, false), ("store operations", CriterionOutcome.Failed, true)],
            result.Criteria.Take(2).Select(each => (each.Name, each.Outcome, each.Decided)));
        Assert.Matches(
            @"^REGRESSION:\s1\.50\d\s.*store\soperations.*from\s4\sto\s4\.5", ComparisonSections.Headline(result));
    }

    [Theory]
    [InlineData(4, 0.01, 0.16, false)]
    [InlineData(3, 0.009, 0.1, false)]
    [InlineData(4, 0.01, 1.1, false)]
    [InlineData(4, 0.01, 2.6, true)]
    [InlineData(4.000001, 0.01, 0.16, true)]
    [InlineData(4, 0.010001, 0.16, true)]
    public void ComparisonCounts_FewerAndSimilarAllocations_Pass(
        double operations, double messages, double bytes, bool rises)
    {
        var runs = Pairs(20, 1, new RunCounts(operations, messages, bytes, 1_200_000));

        Assert.Equal(rises, new ComparisonResult(runs, new ComparisonLimits()).CountsRose);
        Assert.False(new ComparisonResult(runs, new ComparisonLimits { CountsGate = false }).IsRegression);
    }

    [Fact]
    public void ComparisonCounts_OneRunAllocatedMore_ChangesNothing()
    {
        var runs = Pairs(20, 1);
        runs[^1] = Run(Side.Candidate, 1000, new RunCounts(4, 0.01, 60, 1_200_000));

        Assert.False(new ComparisonResult(runs, new ComparisonLimits()).CountsRose);
    }

    [Fact]
    public void ComparisonCounts_DifferentBlocks_AreNotCompared()
    {
        var runs = Pairs(CountRule.MinPairs, 1, new RunCounts(4, 0.02, 0.16, 600_000));

        var other = runs.ConvertAll(run => run.Side is Side.Baseline ? run with { Blocks = 2 } : run);

        Assert.True(new ComparisonResult(runs, new ComparisonLimits()).CountsRose);
        Assert.Empty(new ComparisonResult(other, new ComparisonLimits()).Counts);
    }

    [Fact]
    public void Sections_TooFewPairs_AreInconclusive()
    {
        var result = new ComparisonResult(Pairs(3, 0.8), new ComparisonLimits());

        Assert.StartsWith("INCONCLUSIVE on speed: 0.8", ComparisonSections.Headline(result), StringComparison.Ordinal);
        Assert.False(result.IsRegression);
    }

    [Theory]
    [InlineData(true, "inconclusive: **exit code 5")]
    [InlineData(false, "inconclusive: **accepted")]
    public void Sections_Inconclusive_NamesThePairsNeeded(bool fails, string verdict)
    {
        var limits = new ComparisonLimits { InconclusiveFails = fails };
        var result = new ComparisonResult(Pairs(4, 1 / 5.4), limits);

        var page = MarkdownExporter.Format(ComparisonSections.From("Candidate beside baseline", Sides, result));

        Assert.True(result.IsInconclusive);
        Assert.Equal(12, result.PairsNeeded);
        Prose.AssertNames(page, "about 12 pairs", "like these 4", "0.800 minutes\n");
        Assert.Contains($"- {verdict}", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Sections_InconclusiveOverDifferentLoads_AdviseNoPairs()
    {
        var runs = Pairs(4, 1 / 5.4).ConvertAll(run => run with
        {
            Load = new Dictionary<string, string>(StringComparer.Ordinal) { ["load"] = $"{run.Side}" },
        });

        var result = new ComparisonResult(runs, new ComparisonLimits());

        Assert.True(result.IsInconclusive);
        Assert.Null(result.PairsNeeded);
        Prose.AssertNames(Page(runs), "needed: the same load");
    }

    [Fact]
    public void Sections_HundredsOfPairsNeeded_NamesALargerThreshold()
    {
        var noisy = Enumerable.Range(0, 6).SelectMany(pair => (ComparedRun[])
            [Run(Side.Baseline, 1000), Run(Side.Candidate, pair % 2 == 0 ? 500 : 1900)]).ToList();

        Assert.Null(new ComparisonResult(noisy, new ComparisonLimits()).PairsNeeded);
        Prose.AssertNames(Page(noisy), "more than 400 pairs", "like these 6", "--threshold");
    }

    [Theory]
    [InlineData(0.985, false)]
    [InlineData(0.97, true)]
    [InlineData(0.955, true)]
    [InlineData(0.94, false)]
    public void Sections_RatioNearTheThreshold_SaysSo(double ratio, bool isToss)
    {
        var runs = Enumerable.Range(0, 40).SelectMany(_ => (ComparedRun[])
            [Run(Side.Baseline, 1000), Run(Side.Candidate, ratio * 1000)]).ToList();

        var page = Page(runs);

        Assert.Equal(isToss, page.Contains("- close: **", StringComparison.Ordinal));
        Assert.DoesNotContain("- needed", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Page_Comparison_HasConclusionRatiosOfPairsAndAllRuns()
    {
        var runs = Pairs(40, 0.93);
        var result = new ComparisonResult(runs, new ComparisonLimits());

        var plots = ComparisonPlots.From(result);
        var page = WholePage(result);

        Assert.Equal(["Candidate ÷ baseline", "TPS of the runs"], plots.Select(plot => plot.Title));
        var dots = plots[0].Layers.OfType<PlotDots>().Single().Points;
        Assert.Equal(40, dots.Count);
        Assert.All(dots, (dot, at) =>
            Assert.Equal(runs[(2 * at) + 1].Tps!.Value / runs[2 * at].Tps!.Value, dot.Y, tolerance: 1e-9));
        Assert.Equal(result.FirstSeries + 0.5, plots[0].Layers.OfType<PlotDivider>().Single().At);
        Assert.Equal(
            (result.Tps.Low, result.Tps.High),
            plots[0].Layers.OfType<PlotArea>().Single().Edges.Select(edge => (edge.Low.Y, edge.High.Y)).First());
        Assert.Contains("<h1>REGRESSION: 0.930 ×", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.InRange(
            page.IndexOf("÷ baseline</h2>", StringComparison.Ordinal),
            page.IndexOf("95 % interval</th>", StringComparison.Ordinal),
            page.Length);
    }

    [Fact]
    public void Plot_FirstSeriesEndsAtTheLastPair_HasNoDivider()
    {
        var first = new ComparisonResult(Pairs(40, 0.93), new ComparisonLimits()).FirstSeries!.Value;
        var result = new ComparisonResult(Pairs(first, 0.93), new ComparisonLimits());

        Assert.Equal(first, result.FirstSeries);
        Assert.Empty(ComparisonPlots.From(result)[0].Layers.OfType<PlotDivider>());
    }

    [Fact]
    public void ComparisonPage_NoPair_ShowsNothing()
    {
        var result = new ComparisonResult([Run(Side.Baseline, 500_000)], new ComparisonLimits());

        Assert.Empty(ComparisonPlots.From(result));
        Assert.Contains("<h1>no result", WholePage(result), StringComparison.Ordinal);
    }

    [Fact]
    public void Sections_SidesWithDifferentModes_NameBoth()
    {
        var runs = Pairs(3, 1).ConvertAll(run => run.Side is Side.Baseline ? run : run with { Setup = "multi" });

        Assert.Contains("candidate: multi\n", Page(runs), StringComparison.Ordinal);
    }

    [Fact]
    public void Allocation_WithinTheFloor_IsNotReportedAsEqual() => Prose.AssertNames(
        Page(Pairs(12, 1, new RunCounts(4, 0.01, 0.2, 1_200_000))), "| 0.16 | 0.2 | 1.250 |", "tolerated");

    [Fact]
    public void ComparisonSections_VersionsThatDiffer_AreNamed()
    {
        var runs = Pairs(3, 1).ConvertAll(run => run with
        {
            Versions = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["runtime"] = ".NET 10.0.1",
                ["Akka"] = run.Side is Side.Baseline ? "1.5.73" : "1.5.74",
                [run.Side is Side.Baseline ? "RocksDB" : "StackExchange.Redis"] = "3.4.35",
            },
        });

        var line = Page(runs).Split('\n').Single(line => line.StartsWith("- differences", StringComparison.Ordinal));

        Assert.EndsWith(" 1.5.74 in the candidate**", line, StringComparison.Ordinal);
        Assert.DoesNotContain("- differences", Page(Pairs(3, 1)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0000000a", "0000000a", false)]
    [InlineData("0000000a", "0000000b", true)]
    [InlineData(null, "0000000b", false)]
    public void Loads_OfOtherContents_AreNamedEverywhere(string? before, string now, bool differ)
    {
        var runs = Pairs(20, 0.9).ConvertAll(run => (run.Side is Side.Baseline ? before : now) is { } checksum
            ? run with { Load = new Dictionary<string, string>(StringComparer.Ordinal) { ["CRC-32C"] = checksum } }
            : run);
        var result = new ComparisonResult(runs, new ComparisonLimits());

        Assert.Equal(
            differ, ComparisonSections.Headline(result).EndsWith("; the loads differ", StringComparison.Ordinal));
        Assert.Equal(differ, Page(runs).Contains("- loads: **CRC-32C", StringComparison.Ordinal));
        Assert.Equal(differ, new ComparisonReport(Sides, runs, result, machine: null).LoadDifferences.Count == 1);
        Assert.Equal(differ, ComparisonChecks.From(result).Any(
            check => check is { Name: "loads", Outcome: AElf.Bench.Harness.Reports.CheckOutcome.Warning }));
    }

    [Fact]
    public void Sections_SideWithoutARun_SaysSo()
    {
        var page = Page([Run(Side.Baseline, 1000)]);

        Assert.DoesNotContain("- both: ", page, StringComparison.Ordinal);
        Assert.Contains("no run has a figure\n", page, StringComparison.Ordinal);
    }

    private static Dictionary<string, double?> Values(double each, double memory) => new(StringComparer.Ordinal)
    {
        ["p99"] = each,
        ["storeCpuUsPerTransfer"] = each,
        ["storeMemoryMb"] = memory,
    };

    [Fact]
    public void Comparison_TwoStores_ShowsTheirCpuAndMemoryWithRatiosOfPairs()
    {
        double[][] pairs = [[1, 0.9], [10, 9], [100, 90], [2, 1.8], [50, 45]];
        List<ComparedRun> runs =
        [
            .. pairs.SelectMany(pair => (ComparedRun[])
            [
                Run(Side.Baseline, pair[0] * 1000) with { Values = Values(pair[0], 8) },
                Run(Side.Candidate, pair[1] * 1000) with { Values = Values(pair[1], 16) },
            ]),
        ];
        var result = new ComparisonResult(runs, new ComparisonLimits());

        Assert.Equal(0.9, result.RatioOf(run => run.Values["p99"]).Estimate!.Value, 1e-9);
        Prose.AssertNames(Page(runs), "| 10.00 µs | 9.00 µs |", "| 8.00 | 16.00 | 2.000 |");
        Assert.DoesNotContain("store CPU", Page(Pairs(3, 1)), StringComparison.Ordinal);
    }

    [Fact]
    public void Json_Comparison_HasAllFields()
    {
        var runs = Pairs(20, 0.9);
        var report = new ComparisonReport(
            Sides, runs, new ComparisonResult(runs, new ComparisonLimits()), machine: null);

        using var folder = new AElf.Bench.Harness.Processes.TemporaryFolder();
        var path = Path.Combine(folder.Path, "comparison.json");
        report.Write(path);
        var json = JsonDocument.Parse(File.ReadAllText(path)).RootElement;

        // Each candidate has 0.9 of its baseline's TPS and the same counts.
        Assert.Equal("regression", json.GetProperty("outcome").GetString());
        Assert.Equal(0.9, json.GetProperty("tps").GetProperty("estimate").GetDouble(), 0.001);
        Assert.Equal(1, json.GetProperty("cpu").GetProperty("estimate").GetDouble(), 0.001);
        Assert.Equal((20, 80), (json.GetProperty("tps").GetProperty("pairs").GetInt32(),
            json.GetProperty("seconds").GetInt32()));
        Assert.Equal(
            [("speed", "failed", true), ("store operations", "kept", false), ("messages", "kept", false),
                ("bytes allocated", "kept", false)],
            json.GetProperty("criteria").EnumerateArray().Select(criterion => (
                criterion.GetProperty("name").GetString()!, criterion.GetProperty("outcome").GetString()!,
                criterion.GetProperty("decided").GetBoolean())));
        var (baseline, candidate) = (json.GetProperty("runs")[0], json.GetProperty("runs")[1]);
        Assert.Equal(40, json.GetProperty("runs").GetArrayLength());
        Assert.Equal("baseline", baseline.GetProperty("side").GetString());
        Assert.Equal("candidate", candidate.GetProperty("side").GetString());
        Assert.Equal(500_000, baseline.GetProperty("tps").GetDouble());
        Assert.Equal(450_000, candidate.GetProperty("tps").GetDouble());
        Assert.Equal(4, candidate.GetProperty("counts").GetProperty("operations").GetDouble());
    }

    private static string WholePage(ComparisonResult result)
    {
        using var folder = new AElf.Bench.Harness.Processes.TemporaryFolder();
        var path = Path.Combine(folder.Path, "comparison.html");
        ComparisonPlots.WritePage(path, ComparisonSections.From("Candidate beside baseline", Sides, result), result);
        return File.ReadAllText(path);
    }

    private static string Page(List<ComparedRun> runs) => MarkdownExporter.Format(ComparisonSections.From(
        "Candidate beside baseline", Sides, new ComparisonResult(runs, new ComparisonLimits())));

    internal static List<ComparedRun> Pairs(int count, double ratio, RunCounts? counts = null) =>
    [
        .. Enumerable.Range(0, count).SelectMany(pair => (ComparedRun[])
        [
            Run(Side.Baseline, 500_000 + (1000 * (pair % 7))),
            Run(Side.Candidate, ratio * (500_000 + (1300 * (pair % 5))), counts),
        ]),
    ];
}
