using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>
/// Searches the highest rate at which a latency stays below its limit, by bisection between a rate that met the limit
/// and a rate that did not. Then both rates run again, and the majority of a rate's runs decides. So a disturbed run
/// does not move the boundary permanently.
/// </summary>
/// <param name="points">The rates, lowest first; each exceeds the rate before by a fixed share.</param>
/// <param name="limit">The latency limit.</param>
/// <param name="limits">Number of runs of the rates at the boundary.</param>
public sealed class LimitSearch(IReadOnlyList<SweepPoint> points, FigureBound limit, SweepLimits limits)
    : ISweepSchedule
{
    public string Extent =>
        $"{Counted(MinLeft([]), "run")} or more to bisect {Counted(points.Count, "point")}";

    public bool IsSearch => true;

    public FigureBound? Limit => limit;

    public int? Next(IReadOnlyList<SweepRun> runs)
    {
        var (highest, lowest) = Boundary(runs, points.Count);
        if (lowest - highest > 1)
        {
            return (lowest + highest) / 2;
        }

        int[] beside = [.. new[] { highest, lowest }.Where(point => point >= 0 && point < points.Count)];
        return beside
            .Where(point => CountOf(runs, point) < limits.MinRuns)
            .OrderBy(point => CountOf(runs, point))
            .Cast<int?>()
            .FirstOrDefault();
    }

    public int MinLeft(IReadOnlyList<SweepRun> runs)
    {
        var (highest, lowest) = Boundary(runs, points.Count);
        var halvings = (int)Math.Ceiling(Math.Log2(Math.Max(1, lowest - highest)));
        return halvings + new[] { highest, lowest }
            .Where(point => point >= 0 && point < points.Count)
            .Sum(point => Math.Max(0, limits.MinRuns - Math.Max(1, CountOf(runs, point))));
    }

    public bool IsAnswered(SweepResult result) => Boundary(result.Runs, points.Count).Highest >= 0;

    public string Describe(SweepRun run) => run.Reached is false
        ? "the rate was not reached"
        : $"{limit.Name} {Number(run.LimitedUs / 1000)} ms{(run.IsBelowLimit ? "" : ", too long")}";

    public IReadOnlyList<ReportSection> Sections(string title, string? source, SweepResult result) =>
        LimitSections.From(title, limit, points, result.Runs);

    /// <summary>
    /// The highest point that met the limit, below the lowest that did not. Missing points are −1 and
    /// <paramref name="points"/>.
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
