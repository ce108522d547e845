using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Tests.Comparisons;

public sealed class ComparisonScheduleTests
{
    private static readonly ComparisonLimits Limits = new() { MaxRuns = 40, StopsWhenSure = false };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Schedule_PairOrder_IsBalanced(int seed)
    {
        var firsts = Play(Limits with { MaxRuns = 200 }, (_, _) => 1000, seed: seed).Chunk(2).Select(pair =>
        {
            Assert.Equal([Side.Baseline, Side.Candidate], pair.Select(run => run.Side).Order());
            return pair[0].Side;
        }).ToList();

        // In all but one of ten thousand cases the binomial distribution of 199 has 73 to 126.
        Assert.Equal(200, firsts.Count);
        Assert.InRange(firsts.Zip(firsts.Skip(1)).Count(two => two.First == two.Second), 73, 126);
        Assert.InRange(firsts.Count(side => side is Side.Baseline), 73, 127);
    }

    [Fact]
    public void ComparisonSchedule_RunWithoutFigure_IsRepeatedInItsPlace()
    {
        var failed = 0;

        var made = Play(Limits, (_, run) => run == 5 && failed++ == 0 ? null : 1000);

        Assert.Equal(made[5].Side, made[6].Side);
        Assert.False(made[5].HasFigure);
        Assert.Equal(Play(Limits, (_, _) => 1000).Select(run => run.Side), made.Where(run => run.HasFigure).Select(
            run => run.Side));
    }

    [Fact]
    public void Schedule_ThreeRunsWithoutAFigure_Ends()
    {
        var made = Play(Limits, (_, run) => run >= 4 ? null : 1000);

        Assert.Equal(4 + StudyRun.MaxFailures, made.Count);
        Assert.True(StudyRun.HaveFailed(made));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(40)]
    public void Schedule_EndsWithAWholePair(int runs)
    {
        var made = Play(Limits with { MaxRuns = runs }, (_, _) => 1000);

        Assert.Equal(runs, made.Count(run => run.Side is Side.Baseline));
        Assert.Equal(runs, made.Count(run => run.Side is Side.Candidate));
    }

    [Fact]
    public void Schedule_EndsWhenDecided()
    {
        var made = Play(
            Limits with { StopsWhenSure = true }, (side, run) => (side is Side.Baseline ? 1000 : 700) + (run % 3));

        Assert.InRange(made.Count, 24, 40);
        Assert.True(new ComparisonResult(made, Limits).IsRegression);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(6)]
    [InlineData(33)]
    public void Schedule_AfterAKill_CompletesItsPair(int killedAfter)
    {
        var whole = Play(Limits, (_, _) => 1000);

        for (var seed = 2; seed < 10; seed++)
        {
            var resumed = Play(Limits, (_, _) => 1000, [.. whole.Take(killedAfter)], seed: seed);

            Assert.All(resumed.Chunk(2), pair => Assert.Equal(2, pair.DistinctBy(run => run.Side).Count()));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(6)]
    [InlineData(33)]
    public void Schedule_AfterAKill_Continues(int killedAfter)
    {
        static double? Tps(Side side, int run) => 1000 + (side is Side.Baseline ? 30 : 0) + (run * 37 % 11);
        var whole = Play(Limits, Tps);

        Assert.Equal(whole, Play(Limits, Tps, [.. whole.Take(killedAfter)]));
    }

    [Fact]
    public void Schedule_StoredBaseline_RunsTheCandidateOnly()
    {
        var stored = Enumerable.Range(0, 9).Select(_ => Run(Side.Baseline, 1000)).ToList();

        var made = Play(Limits with { RunsBaseline = false }, (_, _) => 1000, stored: stored);

        Assert.Equal(9, made.Count);
        Assert.All(made, run => Assert.Equal(Side.Candidate, run.Side));
    }

    internal static ComparedRun Run(Side side, double? tps, RunCounts? counts = null) => new(
        side,
        2,
        tps is null ? Verdict.Degraded : Verdict.Pass,
        tps,
        counts ?? new RunCounts(4, 0.01, 0.16, 1_200_000),
        "single · inmemory",
        "transfer",
        "1.2.3+0a1b2c3d",
        Blocks: 1,
        "reports/0001.json")
    {
        Values = Same,
    };

    private static readonly Dictionary<string, double?> Same =
        new(StringComparer.Ordinal) { ["p99"] = 50, ["cpuUsPerTransfer"] = 1 };

    private static List<ComparedRun> Play(
        ComparisonLimits limits,
        Func<Side, int, double?> tpsOf,
        List<ComparedRun>? before = null,
        List<ComparedRun>? stored = null,
        int seed = 1)
    {
        var schedule = new ComparisonSchedule(limits, seed);
        var runs = before ?? [];
        while (schedule.Next(runs, new ComparisonResult(runs, limits, stored)) is { } side)
        {
            runs.Add(Run(side, tpsOf(side, runs.Count)));
        }

        return runs;
    }
}
