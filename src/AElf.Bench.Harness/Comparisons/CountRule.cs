using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// A count that every run of a build repeats exactly, so that a rise is a change of the code. Where a side does not
/// repeat it, it decides nothing. Where it differs from run to run by chance, the runs of each side are alike in 4
/// pairs, and those of the candidate higher, with a chance of 1 in 128 at most: it is Σ(pq)⁴ over all two values of the
/// chances p and q, of which pq ≤ ¼ and Σpq ≤ ½. More pairs add no further chance.
/// </summary>
/// <param name="Name">The counted items, in the plural.</param>
/// <param name="Of">Reads the count off a run's counts.</param>
public sealed record CountRule(string Name, Func<RunCounts, double> Of)
{
    /// <summary>Pairs that a comparison of counts takes.</summary>
    public const int MinPairs = 4;

    // A quotient of whole numbers is not exact.
    private const double Exact = 1e-9;

    public static IReadOnlyList<CountRule> All { get; } =
    [
        new("store operations", counts => counts.Operations),
        new("messages", counts => counts.Messages),
    ];

    /// <summary>Open when a side does not repeat the count.</summary>
    /// <param name="pairs">At least <see cref="MinPairs"/> pairs.</param>
    public CountChange Compare(IReadOnlyList<CountedPair> pairs)
    {
        double[] before = [.. pairs.Select(pair => Of(pair.Baseline))];
        double[] now = [.. pairs.Select(pair => Of(pair.Candidate))];
        var repeats = !IsAbove(before.Max(), before.Min()) && !IsAbove(now.Max(), now.Min());
        var outcome = (repeats, IsAbove(now[0], before[0])) switch
        {
            (false, _) => GateOutcome.Open,
            (true, true) => GateOutcome.Regression,
            (true, false) => GateOutcome.NoRegression,
        };
        return new CountChange(Name, before.Median(), now.Median(), outcome);
    }

    private static bool IsAbove(double value, double other) => value > other * (1 + Exact);
}

/// <summary>The counts of a pair of runs whose rounds offered the load equally often.</summary>
public sealed record CountedPair(RunCounts Baseline, RunCounts Candidate);

/// <summary>A count per thing committed on both sides.</summary>
/// <param name="Name">The counted items, in the plural.</param>
/// <param name="Baseline">Median over the baseline's runs.</param>
/// <param name="Candidate">Median over the candidate's runs.</param>
/// <param name="Outcome">Whether the candidate's count is shown to be above the baseline's.</param>
public sealed record CountChange(string Name, double Baseline, double Candidate, GateOutcome Outcome)
{
    public bool Rises => Outcome is GateOutcome.Regression;
}
