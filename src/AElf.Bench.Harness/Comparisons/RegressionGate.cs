using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>What a gate has shown.</summary>
public enum GateOutcome
{
    /// <summary>Nothing is shown yet.</summary>
    Open,

    /// <summary>A slow-down of the threshold is ruled out.</summary>
    NoRegression,

    /// <summary>The first series showed a slow-down, and the second ruled one of the threshold out.</summary>
    Unconfirmed,

    /// <summary>Two series showed a slow-down, and neither ruled one of the threshold out.</summary>
    Regression,
}

/// <summary>
/// Decides after each pair of runs whether a candidate is slower than its baseline. A series shows a slow-down when the
/// ratio is shown to be below 1; it shows that there is none when the ratio is shown to be above 1 − threshold. Either
/// is wrong with a chance of <see cref="PairedRatio.Error"/> at most, however many pairs there are, and a slow-down
/// fails only when a second series, of other pairs, shows it too. Between half and all of the threshold both may be
/// true, and which is shown first is a toss.
/// </summary>
public sealed class RegressionGate
{
    private readonly double threshold;
    private int from;

    /// <param name="threshold">The slow-down to be found, as a share of the baseline's TPS.</param>
    public RegressionGate(double threshold)
        : this(threshold, new(threshold))
    {
    }

    internal RegressionGate(double threshold, PairedRatio tps) => (this.threshold, Tps) = (threshold, tps);

    /// <summary>All pairs, those behind the decision included.</summary>
    public PairedRatio Tps { get; }

    public GateOutcome Outcome { get; private set; }

    /// <summary>Pairs of the first series once it has shown a slow-down; null before.</summary>
    public int? FirstSeries { get; private set; }

    /// <summary>Pairs the decision was made with; null before it.</summary>
    public int? Decision { get; private set; }

    /// <summary>Adds a pair of TPS; a pair behind the decision changes the interval alone.</summary>
    public void Add(double baseline, double candidate)
    {
        Tps.Add(baseline, candidate);
        if (Outcome is not GateOutcome.Open)
        {
            return;
        }

        if (Tps.IsAbove(1 - threshold, from))
        {
            Outcome = FirstSeries is null ? GateOutcome.NoRegression : GateOutcome.Unconfirmed;
        }
        else if (Tps.IsBelow(1, from))
        {
            Outcome = FirstSeries is null ? GateOutcome.Open : GateOutcome.Regression;
            FirstSeries ??= Tps.Count;
            from = Tps.Count;
        }

        Decision = Outcome is GateOutcome.Open ? null : Tps.Count;
    }
}
