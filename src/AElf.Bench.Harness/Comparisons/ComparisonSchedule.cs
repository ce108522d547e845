namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Which side is run next. Pairs come in twos, baseline, candidate, candidate, baseline or the other way round, which
/// is drawn: what drifts meanwhile cancels, and which side is first owes nothing to what the machine does. The runs
/// made say it all: a comparison that was killed goes on from them.
/// </summary>
/// <param name="limits">When it has enough.</param>
/// <param name="seed">Of the draws.</param>
public sealed class ComparisonSchedule(ComparisonLimits limits, int seed)
{
    /// <summary>Runs in a row without a figure after which the comparison is given up.</summary>
    public const int MaxFailures = 3;

    // What comes in twos twice.
    private const int Block = 4;

    /// <summary>The side to run next; null when there is nothing more to run.</summary>
    public Side? Next(IReadOnlyList<ComparedRun> runs, ComparisonResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        if (HasFailed(runs)
            || HasSpent(runs, result)
            || (limits.StopsWhenSure && result.IsSure)
            || HasAll(result))
        {
            return null;
        }

        if (!limits.RunsBaseline)
        {
            return result.Stored is { } stored && result.Candidate.Runs.Count >= stored ? null : Side.Candidate;
        }

        var made = runs.Count(run => run.Matters);
        var isBaselineFirst = new Random(unchecked((seed * 31) + (made / Block))).Next(2) == 0;
        return isBaselineFirst == (made % Block is 0 or 3) ? Side.Baseline : Side.Candidate;
    }

    /// <summary>Whether too many runs in a row have no figure.</summary>
    public static bool HasFailed(IReadOnlyList<ComparedRun> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return runs.Count >= MaxFailures && runs.TakeLast(MaxFailures).All(run => !run.Matters);
    }

    // The last pair too, whichever side of it comes first.
    private bool HasAll(ComparisonResult result) =>
        result.Candidate.Runs.Count >= limits.MaxRuns
            && (!limits.RunsBaseline || result.Baseline.Runs.Count >= limits.MaxRuns);

    // A budget that does not last for one pair says nothing of the candidate: the first is made whatever it takes.
    private bool HasSpent(IReadOnlyList<ComparedRun> runs, ComparisonResult result) =>
        result.Tps.Count > 0 && runs.Sum(run => run.Seconds) >= limits.Budget.TotalSeconds;
}
