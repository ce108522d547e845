namespace AElf.Bench.Harness.Comparisons;

/// <summary>Thresholds and limits of a comparison.</summary>
public sealed record ComparisonLimits
{
    /// <summary>The slow-down to be found, as a share of the baseline's TPS.</summary>
    public double Threshold { get; init; } = 0.05;

    /// <summary>
    /// The rise of allocated bytes per committed item to detect, unless the threshold's share of them is larger.
    /// </summary>
    public double AllocationFloor { get; init; } = 2;

    /// <summary>The most runs of either side.</summary>
    public int MaxRuns { get; init; } = 200;

    /// <summary>
    /// Whether counts and bytes allocated that rise fail the comparison; otherwise they are only shown.
    /// </summary>
    public bool CountsGate { get; init; } = true;

    /// <summary>Whether an inconclusive comparison fails.</summary>
    public bool InconclusiveFails { get; init; } = true;

    /// <summary>Whether the comparison ends once it is sure; otherwise it measures until the budget ends.</summary>
    public bool StopsWhenSure { get; init; } = true;

    /// <summary>Whether both sides are run; otherwise the candidate alone, beside stored runs.</summary>
    public bool RunsBaseline { get; init; } = true;
}
