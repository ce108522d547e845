using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The state of a gate.</summary>
public enum GateOutcome
{
    /// <summary>Undecided.</summary>
    Open,

    /// <summary>A slow-down of the threshold is ruled out.</summary>
    NoRegression,

    /// <summary>The first series showed a slow-down, and the second ruled one of the threshold out.</summary>
    Unconfirmed,

    /// <summary>Two series showed a slow-down, and neither ruled one of the threshold out.</summary>
    Regression,
}

/// <summary>
/// Decides after each pair of runs whether a candidate is worse than its baseline by one criterion. A series shows that
/// it is worse when the difference is shown to be below 0; it shows that it is not when the difference is shown to be
/// above −step. Either is wrong with a chance of <see cref="PairedDifference.Error"/> at most, however many pairs there
/// are, and a candidate fails only when a second series, of other pairs, shows it too: so it fails without a cause with
/// a chance of <see cref="PairedDifference.Error"/>² at most. Between half and all of the step both may be true, and
/// which is shown first is a toss.
/// </summary>
/// <param name="pairs">The candidate less the baseline, below 0 where the candidate is worse; empty.</param>
public sealed class RegressionGate(PairedDifference pairs)
{
    private int from;

    /// <summary>All pairs, those behind the decision included.</summary>
    public PairedDifference Pairs => pairs;

    public GateOutcome Outcome { get; private set; }

    /// <summary>Pairs of the first series once it has shown that the candidate is worse; null before.</summary>
    public int? FirstSeries { get; private set; }

    /// <summary>Pairs the decision was made with; null before it.</summary>
    public int? Decision { get; private set; }

    /// <summary>Adds a pair; one behind the decision changes the interval alone.</summary>
    public void Add(double difference)
    {
        pairs.Add(difference);
        if (Outcome is not GateOutcome.Open)
        {
            return;
        }

        if (pairs.IsAbove(-pairs.Step, from))
        {
            Outcome = FirstSeries is null ? GateOutcome.NoRegression : GateOutcome.Unconfirmed;
        }
        else if (pairs.IsBelow(0, from))
        {
            Outcome = FirstSeries is null ? GateOutcome.Open : GateOutcome.Regression;
            FirstSeries ??= pairs.Count;
            from = pairs.Count;
        }

        Decision = Outcome is GateOutcome.Open ? null : pairs.Count;
    }
}
