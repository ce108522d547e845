using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Sweeps;
using AElf.Bench.Tests.Comparisons;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The end of a study by its budget; its runs take two seconds each.</summary>
public sealed class StudyBudgetTests
{
    private static readonly string[] Load = ["-n", "8000", "--groups", "80", "80"];

    [Theory]
    [InlineData("6s", 2, true)]
    [InlineData("6s", 3, false)]
    [InlineData("5s", 2, false)]
    [InlineData("0", 0, true)]
    [InlineData("0", 1, false)]
    public void StudyBudget_Sweep_StartsNoRunBeyondTheBudget(string minutes, int made, bool goesOn)
    {
        var sweep = TransferPrograms.Sweep.Read(["actors=1,2", .. Load, "--budget", minutes])!;
        var search = TransferPrograms.Search.Read(["actors=1..9", .. Load, "--budget", minutes])!;
        List<SweepRun> runs = [.. Enumerable.Range(0, made).Select(run => RunOf(run % 2, 1000))];

        Assert.Equal(goesOn, sweep.Next(runs) is not null);
        Assert.Equal(goesOn, search.Next(runs) is not null);
    }

    [Theory]
    [InlineData("10", 1)]
    [InlineData("80", 0)]
    public void StudyBudget_Point_RepeatsUntilPrecise(string percent, int more)
    {
        var sweep = TransferPrograms.Sweep.Read(["actors=1", .. Load, "--precision", percent])!;
        List<SweepRun> runs = [.. Enumerable.Range(0, 7).Select(run => RunOf(0, 1000 + (run * 100)))];

        Assert.Equal(more, sweep.Next(runs) is null ? 0 : 1);
    }

    [Theory]
    [InlineData("12s", 4, true)]
    [InlineData("12s", 5, true)]
    [InlineData("12s", 6, false)]
    [InlineData("11s", 4, false)]
    [InlineData("0", 0, true)]
    [InlineData("0", 1, false)]
    public void StudyBudget_Comparison_StartsNoPairBeyondTheBudget(string minutes, int made, bool goesOn)
    {
        var compared = TransferPrograms.Compare.Read(["--aa", .. Load, "--budget", minutes])!;
        List<ComparedRun> runs = [.. Enumerable.Range(0, made).Select(run =>
            ComparisonScheduleTests.Run((Side)(run % 2), 1000))];

        Assert.Equal(goesOn, compared.Next(runs) is not null);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    public void StudyBudget_SavedBaseline_HasABudget(int made, bool goesOn)
    {
        var saved = TransferPrograms.Compare.Read(["--save-baseline", "b.json", .. Load, "--budget", "0.1"])!;
        List<ComparedRun> runs =
            [.. Enumerable.Range(0, made).Select(_ => ComparisonScheduleTests.Run(Side.Candidate, 1000))];

        Assert.Equal(goesOn, saved.Next(runs) is not null);
    }

    private static SweepRun RunOf(int point, double tps) =>
        new(point, $"actors {point + 1}", 2, Verdict.Pass, tps, "reports/0001.json");
}
