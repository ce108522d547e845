using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Studies;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Sweeps;

public sealed class SweepScheduleTests
{
    private const int Points = 6;

    private static readonly SweepLimits Limits = new(MinRuns: 5, MaxRuns: 9, Precision: 0.05);

    [Fact]
    public void SweepSchedule_Points_TakeTurnsInDifferentOrders()
    {
        var made = Play(Limits, (_, _) => 1000);

        var turns = made.Select(run => run.Point).Chunk(Points).ToList();
        Assert.Equal(Limits.MinRuns, turns.Count);
        Assert.All(turns, turn => Assert.Equal(Enumerable.Range(0, Points), turn.Order()));
        Assert.True(turns.Select(turn => string.Join(' ', turn)).Distinct(StringComparer.Ordinal).Count() > 1);
    }

    [Fact]
    public void Schedule_ImprecisePoints_AreRepeatedUpToTheMaximum()
    {
        var made = Play(Limits, (point, run) => point == 2 ? 1000 + (run % 2 * 500) : 1000);

        Assert.Equal(Limits.MaxRuns, made.Count(run => run.Point == 2));
        Assert.All(Enumerable.Range(0, Points).Where(point => point != 2), point =>
            Assert.Equal(Limits.MinRuns, made.Count(run => run.Point == point)));
    }

    [Fact]
    public void SweepSchedule_ThreeRunsWithoutFigure_AbandonsThePoint()
    {
        var made = Play(Limits, (point, _) => point == 4 ? null : 1000);

        Assert.Equal(StudyRun.MaxFailures, made.Count(run => run.Point == 4));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(29)]
    public void Sweep_Killed_ResumesWithTheSameResult(int killedAfter)
    {
        var whole = Play(Limits, Noisy);

        var resumed = Play(Limits, Noisy, [.. whole.Take(killedAfter)]);

        Assert.Equal(whole, resumed);
    }

    [Fact]
    public void LeftAtLeast_DuringTheSweep_IsKnown()
    {
        var schedule = new SweepSchedule(Points, Limits, seed: 1);

        Assert.Equal(Points * Limits.MinRuns, schedule.MinLeft([]));
        Assert.Equal((Points * Limits.MinRuns) - 1, schedule.MinLeft([Run(3, 1000)]));
    }

    private static double? Noisy(int point, int run) => 1000 + (point * 100) + (run * 37 % 11 * 20);

    private static List<SweepRun> Play(
        SweepLimits limits, Func<int, int, double?> tpsOf, List<SweepRun>? before = null)
    {
        var schedule = new SweepSchedule(Points, limits, seed: 1);
        var runs = before ?? [];
        while (schedule.Next(runs) is { } point)
        {
            runs.Add(Run(point, tpsOf(point, runs.Count(run => run.Point == point))));
        }

        return runs;
    }

    private static SweepRun Run(int point, double? tps) => new(
        point, $"actors {point}", 2, tps is null ? Verdict.Failed : Verdict.Pass, tps, "r.json");
}
