namespace AElf.Bench.Harness.Comparisons;

/// <summary>What a comparison looks for, and when it has enough.</summary>
public sealed record ComparisonLimits
{
    /// <summary>The slow-down that has to be found, as a share of the baseline's TPS.</summary>
    public double Threshold { get; init; } = 0.05;

    /// <summary>Runs that no side has more of.</summary>
    public int MaxRuns { get; init; } = 200;

    /// <summary>Whether counts that rise fail, and not only show.</summary>
    public bool CountsGate { get; init; } = true;

    /// <summary>Whether a comparison that has shown nothing fails: its candidate has not passed.</summary>
    public bool InconclusiveFails { get; init; } = true;

    /// <summary>Whether it ends once it is sure; else it measures until the budget ends.</summary>
    public bool StopsWhenSure { get; init; } = true;

    /// <summary>Whether both sides are run; else the candidate alone, beside runs that were made before.</summary>
    public bool RunsBaseline { get; init; } = true;
}
