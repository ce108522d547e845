using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// The criteria by which pairs of runs are judged, one pair after the other: speed, bytes allocated and exact counts.
/// A build that is compared with itself fails with a chance of 2.5 % at most, over all criteria and however often one
/// looks: 0.0625 % by its speed and as much by its bytes (<see cref="RegressionGate"/>), and not at all by its counts,
/// which repeat; did they not, 0.8 % by either (<see cref="CountRule"/>).
/// </summary>
public sealed class ComparisonCriteria
{
    private readonly ComparisonLimits limits;
    private readonly RegressionGate speed;
    private readonly AllocationGate allocation;
    private readonly List<(int? Blocks, CountedPair Counts)> counted = [];

    public ComparisonCriteria(ComparisonLimits limits)
    {
        this.limits = limits;
        Tps = new(limits.Threshold);
        speed = new(Tps.Logs);
        allocation = new(limits.AllocationFloor, limits.Threshold);
    }

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps { get; }

    /// <summary>The decision by times alone.</summary>
    public RegressionGate Speed => speed;

    /// <summary>The decision by bytes allocated alone.</summary>
    public AllocationGate Allocation => allocation;

    /// <summary>Empty until <see cref="CountRule.MinPairs"/> pairs have counts.</summary>
    public IReadOnlyList<CountChange> Counts
    {
        get
        {
            // The size of a job depends on how often a round offers the load.
            CountedPair[] alike =
                [.. counted.Where(each => each.Blocks == counted[^1].Blocks).Select(each => each.Counts)];
            return alike.Length < CountRule.MinPairs
                ? []
                :
                [
                    .. CountRule.All.Select(rule => rule.Compare(alike)),
                    .. allocation.Pairs.Count > 0 ? [allocation.Compare(alike)] : (CountChange[])[],
                ];
        }
    }

    /// <summary>Whether a count or the bytes allocated rose, and they gate.</summary>
    public bool CountsRose => limits.CountsGate && Counts.Any(count => count.Rises);

    /// <summary>Whether the candidate fails, by any criterion.</summary>
    public bool IsRegression => speed.Outcome is GateOutcome.Regression || CountsRose;

    /// <summary>Whether more pairs would change nothing.</summary>
    public bool IsSure => IsRegression || Undecided.Count == 0;

    /// <summary>The pairs of each criterion that has shown nothing yet.</summary>
    public IReadOnlyList<PairedDifference> Undecided =>
    [
        .. speed.Outcome is GateOutcome.Open ? [speed.Pairs] : (PairedDifference[])[],
        .. limits.CountsGate && allocation is { Outcome: GateOutcome.Open, Pairs.Count: > 0 }
            ? [allocation.Pairs] : (PairedDifference[])[],
    ];

    /// <summary>Adds a pair of runs with figures.</summary>
    public void Add(ComparedRun baseline, ComparedRun candidate)
    {
        speed.Add(Math.Log(candidate.Tps!.Value / baseline.Tps!.Value));
        if (baseline.Counts is { } old && candidate.Counts is { } fresh && baseline.Blocks == candidate.Blocks)
        {
            var pair = new CountedPair(old, fresh);
            counted.Add((candidate.Blocks, pair));
            allocation.Add(pair);
        }
    }
}
