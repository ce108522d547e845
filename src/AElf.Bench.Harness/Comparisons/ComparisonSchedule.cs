using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Which side is run next. The two runs of a pair follow each other, and which is first is drawn for each pair by
/// itself: so whatever the machine does meanwhile, however slowly it drifts, is as likely for the one side as for the
/// other, whatever it did to the pairs before. The runs made say which pair is not whole: a comparison that was killed
/// goes on from them.
/// </summary>
/// <param name="limits">When the comparison has enough runs.</param>
/// <param name="seed">Seed of the draws.</param>
public sealed class ComparisonSchedule(ComparisonLimits limits, int seed)
{
    /// <summary>Null when nothing is left to run.</summary>
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
