using AElf.Bench.Harness.Statistics;
using MathNet.Numerics.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Decides after each pair of runs whether a candidate allocates more bytes for each thing committed. They do not
/// repeat: the runtime allocates for its own ends, and how much depends on what else the machine does. So they are
/// judged as times are, by two series. The rise to be found is the larger of a number of bytes and a share of the lower
/// of both sides, which is the same whichever side is which: so the bets stay fair.
/// </summary>
/// <param name="floor">The number of bytes, above 0.</param>
/// <param name="share">The share, above 0.</param>
public sealed class AllocationGate(double floor, double share)
{
    public const string Name = "bytes allocated";

    // In rises to be found, of which one is a gross one: bytes are less noisy than times.
    private readonly RegressionGate gate = new(new(step: 1, gross: 1));

    /// <summary>In units of the rise to be found, below 0 where the candidate allocates more.</summary>
    public PairedDifference Pairs => gate.Pairs;

    public GateOutcome Outcome => gate.Outcome;

    /// <summary>Adds a pair; one of which a side was not measured changes nothing.</summary>
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
