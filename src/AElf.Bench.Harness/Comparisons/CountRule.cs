namespace AElf.Bench.Harness.Comparisons;

/// <summary>A count that may not rise: it repeats, so a rise is a change of the code.</summary>
/// <param name="Name">What is counted, in the plural.</param>
/// <param name="Of">Reads the count off a run's counts.</param>
/// <param name="Share">Tolerated rise, as a share of the baseline's count.</param>
/// <param name="Spare">Tolerated rise of a whole run on top of <paramref name="Share"/>.</param>
public sealed record CountRule(string Name, Func<RunCounts, double> Of, double Share, double Spare)
{
    /// <summary>Runs of each side that a comparison of counts takes.</summary>
    public const int MinRuns = 3;

    // A sum of exact numbers is not exact.
    private const double Exact = 1e-9;

    /// <summary>
    /// The rules. What the runtime allocates on the dispatchers' threads for its own ends is within 64 KiB of a run.
    /// </summary>
    public static IReadOnlyList<CountRule> All { get; } =
    [
        new("store operations", counts => counts.Operations, Exact, Spare: 0),
        new("messages", counts => counts.Messages, Exact, Spare: 0),
        new("bytes allocated", counts => counts.AllocatedBytes, Share: 0.02, Spare: 64 << 10),
    ];

    /// <param name="baseline">The baseline's count per thing committed.</param>
    /// <param name="candidate">The candidate's count per thing committed.</param>
    /// <param name="committed">Things that a run of the candidate commits.</param>
    public bool Rises(double baseline, double candidate, double committed) =>
        candidate > (baseline * (1 + Share)) + (Spare / committed);
}
