using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Chooses the side of the next run. The two runs of a pair follow each other; their order is drawn independently for
/// each pair. So a change of the machine, however slow, affects each side with the same probability. An incomplete pair
/// follows from the finished runs, so that a killed comparison can resume.
/// </summary>
/// <param name="limits">When the comparison has enough runs.</param>
/// <param name="seed">Seed of the draws.</param>
public sealed class ComparisonSchedule(ComparisonLimits limits, int seed)
{
    /// <summary>Null at the end.</summary>
    public Side? Next(IReadOnlyList<ComparedRun> runs, ComparisonResult result)
    {
        if (StudyRun.HaveFailed(runs)
            || (limits.StopsWhenSure && result.IsSure)
            || result.Made >= limits.MaxRuns)
        {
            return null;
        }

        if (!limits.RunsBaseline)
        {
            return result.Stored is { } stored && result.Candidate.Runs.Count >= stored ? null : Side.Candidate;
        }

        if (runs is [.., { HasFigure: false } failed])
        {
            return failed.Side;
        }

        var (before, now) = (result.Baseline.Runs.Count, result.Candidate.Runs.Count);
        return before < now || (before == now && IsBaselineFirst(seed, before)) ? Side.Baseline : Side.Candidate;
    }

    internal static bool IsBaselineFirst(int seed, int pair) =>
        new SeededRandom(((ulong)(uint)seed << 32) + (ulong)pair).Next(2) == 0;
}

/// <summary>Thresholds and limits of a comparison.</summary>
public sealed record ComparisonLimits
{
    /// <summary>The slow-down to detect, as a share of the baseline's TPS.</summary>
    public double Threshold { get; init; } = 0.05;

    /// <summary>
    /// The rise of allocated bytes per committed item to detect, or the threshold's share of them if that is larger.
    /// </summary>
    public double AllocationFloor { get; init; } = 2;

    /// <summary>Maximum of runs of either side.</summary>
    public int MaxRuns { get; init; } = 200;

    /// <summary>Whether a rise of counts or allocated bytes fails the comparison; otherwise it is only shown.</summary>
    public bool CountsGate { get; init; } = true;

    /// <summary>Whether an inconclusive comparison fails.</summary>
    public bool InconclusiveFails { get; init; } = true;

    /// <summary>
    /// Whether the comparison ends after its conclusion; otherwise it continues until the budget ends.
    /// </summary>
    public bool StopsWhenSure { get; init; } = true;

    /// <summary>Whether both sides run; otherwise only the candidate, beside stored runs.</summary>
    public bool RunsBaseline { get; init; } = true;
}
