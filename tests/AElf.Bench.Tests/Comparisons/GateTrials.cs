using System.Globalization;
using AElf.Bench.Harness.Comparisons;

namespace AElf.Bench.Tests.Comparisons;

/// <summary>Simulates comparisons by the whole rule, pair after pair, and counts their outcomes.</summary>
/// <param name="Played">The number of comparisons.</param>
/// <param name="ByTimes">Comparisons that failed by TPS.</param>
/// <param name="ByBytes">Comparisons that failed by bytes allocated.</param>
/// <param name="Failed">Comparisons that failed by any criterion.</param>
/// <param name="Pairs">The mean number of pairs of a comparison.</param>
internal sealed record GateTrials(int Played, int ByTimes, int ByBytes, int Failed, int Passed, double Pairs)
{
    public const int MaxPairs = 200;

    /// <summary>The number of comparisons of one build in a row, if the environment sets it.</summary>
    public static int? Asked { get; } =
        Environment.GetEnvironmentVariable("AELF_GATE_TRIALS") is { } asked
            ? int.Parse(asked, CultureInfo.InvariantCulture)
            : null;

    /// <summary>The number of simulated comparisons of one build in a row.</summary>
    public static int Count { get; } = Asked ?? 200;

    /// <summary>The number of comparisons of one build that are drawn from the records of each load.</summary>
    public static int Drawn { get; } =
        Asked ?? (Environment.GetEnvironmentVariable("AELF_TESTS_ALL") is "1" ? 10_000 : 200);

    /// <summary>The number of comparisons with a change. They need less precision.</summary>
    public static int Found { get; } = Math.Max(60, Count / 10);

    /// <param name="trials">The number of comparisons.</param>
    /// <param name="draw">Returns the pairs of the comparison with a seed, baseline first.</param>
    public static GateTrials Play(int trials, Func<int, IEnumerable<(ComparedRun, ComparedRun)>> draw)
    {
        var played = Enumerable.Range(1, trials).AsParallel().Select(seed => Play(draw(seed))).ToList();
        return new GateTrials(
            trials,
            played.Count(each => each.Criteria.Speed.Outcome is GateOutcome.Regression),
            played.Count(each => each.Criteria.Allocation.Outcome is GateOutcome.Regression),
            played.Count(each => each.Criteria.IsRegression),
            played.Count(each => each.Criteria is { IsSure: true, IsRegression: false }),
            played.Average(each => each.Pairs));
    }

    /// <summary>The mean of the binomial distribution plus four standard deviations.</summary>
    public static int Allowed(double chance, int trials) =>
        (int)((trials * chance) + (4 * Math.Sqrt(trials * chance * (1 - chance))) + 1);

    /// <summary>
    /// Cells of a table: share of failures with its interval, failures by criterion, passed, and pairs.
    /// </summary>
    public static string Row(string table, string name, GateTrials played) => string.Create(
        CultureInfo.InvariantCulture,
        $"{table} | {name} | {Share(played.Failed, played.Played)} | {Interval(played.Failed, played.Played)} | "
            + $"{Share(played.ByTimes, played.Played)} | {Share(played.ByBytes, played.Played)} | "
            + $"{Share(played.Passed, played.Played)} | {played.Pairs:0.0}");

    public static ComparedRun Run(Side side, double tps, RunCounts? counts) =>
        ComparisonScheduleTests.Run(side, tps) with { Counts = counts };

    private static (ComparisonCriteria Criteria, int Pairs) Play(IEnumerable<(ComparedRun, ComparedRun)> pairs)
    {
        var (criteria, made) = (new ComparisonCriteria(new()), 0);
        foreach (var (baseline, candidate) in pairs.Take(MaxPairs))
        {
            criteria.Add(baseline, candidate);
            made++;
            if (criteria.IsSure)
            {
                break;
            }
        }

        return (criteria, made);
    }

    private static string Share(int some, int all) =>
        string.Create(CultureInfo.InvariantCulture, $"{100.0 * some / all:0.00} %");

    // Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    private static string Interval(int some, int all)
    {
        const double Z = 1.96;
        var (share, z2) = ((double)some / all, Z * Z / all);
        var middle = (share + (z2 / 2)) / (1 + z2);
        var half = Z * Math.Sqrt((share * (1 - share) / all) + (z2 / (4 * all))) / (1 + z2);
        return string.Create(
            CultureInfo.InvariantCulture, $"{100 * Math.Max(0, middle - half):0.00} – {100 * (middle + half):0.00} %");
    }
}
