using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Decides after each pair of runs whether a candidate allocates more bytes per committed item. Allocated bytes do not
/// repeat exactly: the runtime itself allocates, by an amount that depends on other programs. So two series judge them,
/// as for times. The rise to detect is the larger of two values: a number of bytes, and a share of the lower side. It
/// does not depend on the order of the sides, so the bets stay fair.
/// </summary>
/// <param name="floor">The number of bytes, above 0.</param>
/// <param name="share">The share, above 0.</param>
public sealed class AllocationGate(double floor, double share)
{
    public const string Name = "bytes allocated";

    // In units of the rise to detect. One unit counts as a gross change: bytes are less noisy than times.
    private readonly RegressionGate gate = new(new(step: 1, gross: 1));

    /// <summary>In units of the rise to detect; below 0 if the candidate allocates more.</summary>
    public PairedDifference Pairs => gate.Pairs;

    public GateOutcome Outcome => gate.Outcome;

    /// <summary>Adds a pair; a pair with an unmeasured side changes nothing.</summary>
    public void Add(CountedPair pair)
    {
        var (before, now) = (pair.Baseline.AllocatedBytes, pair.Candidate.AllocatedBytes);
        if (double.IsFinite(before) && double.IsFinite(now))
        {
            gate.Add((before - now) / Math.Max(floor, share * Math.Min(before, now)));
        }
    }

    /// <param name="pairs">At least one pair.</param>
    public CountChange Compare(IReadOnlyList<CountedPair> pairs) => new(
        Name,
        pairs.Select(pair => pair.Baseline.AllocatedBytes).Median(),
        pairs.Select(pair => pair.Candidate.AllocatedBytes).Median(),
        Outcome);
}
