using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Runs all points in turns, in a new random order each turn, so that changes of the machine affect all of them. Points
/// that are precise enough are not run again.
/// </summary>
/// <param name="points">Number of points.</param>
/// <param name="limits">When a point has enough runs.</param>
/// <param name="seed">Seed of the orders.</param>
public sealed class SweepSchedule(int points, SweepLimits limits, int seed) : ISweepSchedule
{
    public string Extent => $"{Counted(points, "point")} × {limits.MinRuns} to {limits.MaxRuns} runs";

    public bool IsSearch => false;

    public int? Next(IReadOnlyList<SweepRun> runs)
    {
        var made = Enumerable.Range(0, points).Select(_ => new List<SweepRun>()).ToArray();
        foreach (var run in runs)
        {
            made[run.Point].Add(run);
        }

        int[] open = [.. Enumerable.Range(0, points).Where(point => !IsEnough(made[point]))];
        if (open.Length == 0)
        {
            return null;
        }

        var turn = open.Min(point => made[point].Count);
        var order = Enumerable.Range(0, points).ToArray();
        new Random(HashCode(turn)).Shuffle(order);
        return order.First(point => made[point].Count == turn && open.Contains(point));
    }

    public int MinLeft(IReadOnlyList<SweepRun> runs) => Enumerable.Range(0, points)
        .Sum(point => Math.Max(0, limits.MinRuns - runs.Count(run => run.Point == point)));

    public bool IsAnswered(SweepResult result) => result.Points.All(point => point.Tps is not null);

    private bool IsEnough(List<SweepRun> made)
    {
        if (made.Count >= limits.MaxRuns || StudyRun.HaveFailed(made))
        {
            return true;
        }

        double[] tps = [.. made.Where(run => run.HasFigure).Select(run => run.Tps!.Value)];
        if (tps.Length < limits.MinRuns)
        {
            return false;
        }

        // Without an interval, the number of runs decides.
        return SummaryStatistics.Describe(tps) is not { Low95: not null } spread
            || (spread.High95 - spread.Low95) / 2 <= limits.Precision * spread.Median;
    }

    // The code is the same in every process, unlike that of System.HashCode.
    private int HashCode(int turn) => unchecked((seed * 31) + turn);
}

/// <summary>When a sweep has enough runs.</summary>
/// <param name="MinRuns">Minimum of runs of each point.</param>
/// <param name="MaxRuns">Maximum of runs of a point.</param>
/// <param name="Precision">
/// A point is repeated until half the interval of its median ÷ that median is at most this value.
/// </param>
public sealed record SweepLimits(int MinRuns, int MaxRuns, double Precision);
