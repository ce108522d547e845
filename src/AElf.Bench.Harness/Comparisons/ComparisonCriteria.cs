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
        Allocation = new(limits.AllocationFloor, limits.Threshold);
    }

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public PairedRatio Tps { get; }

    /// <summary>The decision by speed alone.</summary>
    public RegressionGate Speed { get; }

    /// <summary>The decision by allocated bytes alone.</summary>
    public AllocationGate Allocation { get; }

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
                    .. Allocation.Pairs.Count > 0 ? [Allocation.Compare(alike)] : (CountChange[])[],
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
            Allocation.Add(pair);
        }
    }
}
