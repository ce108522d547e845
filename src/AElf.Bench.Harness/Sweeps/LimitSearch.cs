namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Searches the highest of rising rates at which a latency stays below its limit, by bisection of what lies between one
/// that did and one that did not; then these two are run again, and the majority of a rate's runs says which it is, so
/// that a disturbed run moves the boundary for a while and not for good.
/// </summary>
/// <param name="points">How many rates, lowest first, each a share above the one before.</param>
/// <param name="limits">Runs of the rates at the boundary, and how long all may take.</param>
public sealed class LimitSearch(int points, SweepLimits limits) : ISweepSchedule
{
    /// <inheritdoc/>
    public int? Next(IReadOnlyList<SweepRun> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        if (limits.IsSpentBy(runs))
        {
            return null;
        }

        var (highest, lowest) = Boundary(runs, points);
        if (lowest - highest > 1)
        {
            return (lowest + highest) / 2;
        }

        int[] beside = [.. new[] { highest, lowest }.Where(point => point >= 0 && point < points)];
        return beside
            .Where(point => CountOf(runs, point) < limits.MinRuns)
            .OrderBy(point => CountOf(runs, point))
            .Cast<int?>()
            .FirstOrDefault();
    }

    /// <inheritdoc/>
    public int MinLeft(IReadOnlyList<SweepRun> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        var (highest, lowest) = Boundary(runs, points);
        var halvings = (int)Math.Ceiling(Math.Log2(Math.Max(1, lowest - highest)));
        return halvings + new[] { highest, lowest }
            .Where(point => point >= 0 && point < points)
            .Sum(point => Math.Max(0, limits.MinRuns - Math.Max(1, CountOf(runs, point))));
    }

    /// <summary>
    /// The highest point that met the limit below the lowest that did not; −1 and <paramref name="points"/> where there
    /// is none.
    /// </summary>
    public static (int Highest, int Lowest) Boundary(IReadOnlyList<SweepRun> runs, int points)
    {
        var met = runs.GroupBy(run => run.Point)
            .ToDictionary(point => point.Key, point => 2 * point.Count(run => run.IsBelowLimit) > point.Count());
        var lowest = met.Where(point => !point.Value).Select(point => point.Key).DefaultIfEmpty(points).Min();
        var highest = met.Where(point => point.Value && point.Key < lowest).Select(point => point.Key)
            .DefaultIfEmpty(-1).Max();
        return (highest, lowest);
    }

    private static int CountOf(IReadOnlyList<SweepRun> runs, int point) => runs.Count(run => run.Point == point);
}
