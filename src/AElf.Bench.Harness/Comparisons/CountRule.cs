using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// A count that every run of a build repeats exactly, so that a rise shows a change of the code. If one side does not
/// repeat it, the rule decides nothing. Suppose that it varied by chance: then the runs of each side are equal in 4
/// pairs, and the runs of the candidate higher, with a probability of at most 1 in 128. This probability is Σ(pq)⁴ over
/// all two values with the probabilities p and q, where pq ≤ ¼ and Σpq ≤ ½. Further pairs do not raise it.
/// </summary>
/// <param name="Name">The counted items, in the plural.</param>
/// <param name="Of">Takes the count from a run's counts.</param>
public sealed record CountRule(string Name, Func<RunCounts, double> Of)
{
    /// <summary>Number of pairs for a comparison of counts.</summary>
    public const int MinPairs = 4;

    // Quotients of whole numbers have rounding errors.
    private const double Exact = 1e-9;

    public static IReadOnlyList<CountRule> All { get; } =
    [
        new("store operations", counts => counts.Operations),
        new("messages", counts => counts.Messages),
    ];

    /// <summary>Bytes do not repeat exactly: <see cref="ComparisonCriteria"/> decides about them.</summary>
    public static CountRule Bytes { get; } = new("bytes allocated", counts => counts.AllocatedBytes);

    /// <summary>Undecided if a side does not repeat the count.</summary>
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
        return ChangeOf(pairs, outcome);
    }

    /// <summary>The medians of both sides, with an outcome that is already known.</summary>
    public CountChange ChangeOf(IReadOnlyList<CountedPair> pairs, GateOutcome outcome) => new(
        Name,
        pairs.Select(pair => Of(pair.Baseline)).Median(),
        pairs.Select(pair => Of(pair.Candidate)).Median(),
        outcome);

    private static bool IsAbove(double value, double other) => value > other * (1 + Exact);
}

/// <summary>The counts of a pair of runs with the same number of blocks in a round.</summary>
public sealed record CountedPair(RunCounts Baseline, RunCounts Candidate);

/// <summary>A count per committed item, on both sides.</summary>
/// <param name="Name">The counted items, in the plural.</param>
/// <param name="Baseline">Median over the baseline's runs.</param>
/// <param name="Candidate">Median over the candidate's runs.</param>
/// <param name="Outcome">Whether the candidate's count is shown to be above the baseline's.</param>
public sealed record CountChange(string Name, double Baseline, double Candidate, GateOutcome Outcome)
{
    public bool Rises => Outcome is GateOutcome.Regression;
}
