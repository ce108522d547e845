using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// The criteria that judge pairs of runs, after each pair: speed, allocated bytes and exact counts. A build that is
/// compared with itself fails with a probability of at most 2.5 %, over all criteria and any number of looks. Speed and
/// bytes contribute 0.0625 % each (<see cref="RegressionGate"/>). Counts contribute nothing, because they repeat. A
/// count that did not repeat would contribute at most 0.8 % (<see cref="CountRule"/>).
/// </summary>
public sealed class ComparisonCriteria
{
    private readonly ComparisonLimits limits;
    private readonly List<(int? Blocks, CountedPair Counts)> counted = [];

    public ComparisonCriteria(ComparisonLimits limits)
    {
        this.limits = limits;
        Tps = new(limits.Threshold);
        Speed = new(Tps.Logs);
    }

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps { get; }

    /// <summary>The decision by speed alone.</summary>
    public RegressionGate Speed { get; }

    /// <summary>
    /// The decision by allocated bytes per committed item alone. Its pairs are in units of the rise to detect, below 0
    /// if the candidate allocates more. One unit counts as a gross change: bytes are less noisy than times.
    /// </summary>
    public RegressionGate Allocation { get; } = new(new(step: 1, gross: 1));

    /// <summary>Empty until <see cref="CountRule.MinPairs"/> pairs have counts.</summary>
    public IReadOnlyList<CountChange> Counts
    {
        get
        {
            // The size of a job depends on the number of blocks in a round.
            CountedPair[] alike =
                [.. counted.Where(each => each.Blocks == counted[^1].Blocks).Select(each => each.Counts)];
            return alike.Length < CountRule.MinPairs
                ? []
                :
                [
                    .. CountRule.All.Select(rule => rule.Compare(alike)),
                    .. Allocation.Pairs.Count > 0
                        ? [CountRule.Bytes.ChangeOf(alike, Allocation.Outcome)]
                        : (CountChange[])[],
                ];
        }
    }

    /// <summary>Whether a count or the allocated bytes rose, and a rise fails the comparison.</summary>
    public bool CountsRose => limits.CountsGate && Counts.Any(count => count.Rises);

    /// <summary>Whether the candidate fails, by any criterion.</summary>
    public bool IsRegression => Speed.Outcome is GateOutcome.Regression || CountsRose;

    /// <summary>Whether further pairs cannot change the result.</summary>
    public bool IsSure => IsRegression || Undecided.Count == 0;

    /// <summary>The pairs of each undecided criterion.</summary>
    public IReadOnlyList<PairedDifference> Undecided =>
    [
        .. Speed.Outcome is GateOutcome.Open ? [Speed.Pairs] : (PairedDifference[])[],
        .. limits.CountsGate && Allocation is { Outcome: GateOutcome.Open, Pairs.Count: > 0 }
            ? [Allocation.Pairs] : (PairedDifference[])[],
    ];

    /// <summary>Adds a pair of runs with figures.</summary>
    public void Add(ComparedRun baseline, ComparedRun candidate)
    {
        Speed.Add(Math.Log(candidate.Tps!.Value / baseline.Tps!.Value));
        if (baseline.Counts is { } old && candidate.Counts is { } fresh && baseline.Blocks == candidate.Blocks)
        {
            var pair = new CountedPair(old, fresh);
            counted.Add((candidate.Blocks, pair));
            AddBytes(old.AllocatedBytes, fresh.AllocatedBytes);
        }
    }

    /// <summary>
    /// Adds a pair of allocated bytes; an unmeasured side changes nothing. The rise to detect is the larger of two
    /// values: a number of bytes, and a share of the lower side. It does not depend on the order of the sides, so the
    /// bets stay fair.
    /// </summary>
    private void AddBytes(double before, double now)
    {
        if (double.IsFinite(before) && double.IsFinite(now))
        {
            Allocation.Add(
                (before - now) / Math.Max(limits.AllocationFloor, limits.Threshold * Math.Min(before, now)));
        }
    }
}
