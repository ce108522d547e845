namespace AElf.Bench.Harness.Comparisons;

/// <summary>A count that may not rise: it repeats, so that a rise is a change of the code.</summary>
/// <param name="Name">What is counted, in the plural.</param>
/// <param name="Of">Takes it from a run's counts.</param>
/// <param name="Share">By what share of the baseline's it may differ.</param>
/// <param name="Spare">By how much a whole run may differ besides.</param>
public sealed record CountRule(string Name, Func<RunCounts, double> Of, double Share, double Spare)
{
    /// <summary>Runs of each side before a count is compared.</summary>
    public const int MinRuns = 3;

    // A sum of exact numbers is not exact.
    private const double Exact = 1e-9;

    /// <summary>
    /// The counts. What the runtime allocates on the dispatchers' threads for its own ends is within 64 KiB of a run.
    /// </summary>
    public static IReadOnlyList<CountRule> All { get; } =
    [
        new("store operations", counts => counts.Operations, Exact, Spare: 0),
        new("messages", counts => counts.Messages, Exact, Spare: 0),
        new("bytes allocated", counts => counts.AllocatedBytes, Share: 0.02, Spare: 64 << 10),
    ];

    /// <summary>Whether the candidate has more than the baseline.</summary>
    /// <param name="baseline">For each thing committed.</param>
    /// <param name="candidate">The same.</param>
    /// <param name="committed">What a run of the candidate commits.</param>
    public bool Rises(double baseline, double candidate, double committed) =>
        candidate > (baseline * (1 + Share)) + (Spare / committed);
}
