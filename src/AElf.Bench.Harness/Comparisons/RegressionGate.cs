using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The state of a gate.</summary>
public enum GateOutcome
{
    /// <summary>Undecided.</summary>
    Open,

    /// <summary>A slow-down by the threshold is excluded.</summary>
    NoRegression,

    /// <summary>The first series showed a slow-down, and the second excluded a slow-down by the threshold.</summary>
    Unconfirmed,

    /// <summary>Two series showed a slow-down, and neither excluded a slow-down by the threshold.</summary>
    Regression,
}

/// <summary>
/// Decides after each pair of runs whether a candidate is worse than its baseline by one criterion. A series shows
/// "worse" if the difference is below 0, and "not worse" if the difference is above −step. Each conclusion is wrong
/// with a probability of at most <see cref="PairedDifference.Error"/>, for any number of pairs. A candidate fails only
/// if a second series of other pairs shows "worse" too. So a candidate that is not worse fails with a probability of at
/// most <see cref="PairedDifference.Error"/>². Between half the step and the step both conclusions may be true, and
/// chance decides which is shown first.
/// </summary>
/// <param name="pairs">
/// The candidate's value less the baseline's, below 0 if the candidate is worse; empty at the start.
/// </param>
public sealed class RegressionGate(PairedDifference pairs)
{
    private int from;

    /// <summary>All pairs, including the pairs after the decision.</summary>
    public PairedDifference Pairs => pairs;

    public GateOutcome Outcome { get; private set; }

    /// <summary>Pairs of the first series, after it has shown that the candidate is worse; null before.</summary>
    public int? FirstSeries { get; private set; }

    /// <summary>Pairs at the decision; null before it.</summary>
    public int? Decision { get; private set; }

    /// <summary>Adds a pair. A pair after the decision changes only the interval.</summary>
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
