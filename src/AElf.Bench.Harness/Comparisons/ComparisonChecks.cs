using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The checks by which a build server judges a candidate.</summary>
public static class ComparisonChecks
{
    /// <summary>One check of the times, unless a count has already decided, and one of every count.</summary>
    public static IReadOnlyList<GateCheck> From(ComparisonResult result)
    {
        var times = result.IsRegression || (result.IsInconclusive && result.Limits.InconclusiveFails)
                || result.Tps.Count == 0
            ? CheckOutcome.Failed
            : result.IsInconclusive || result.IsToss ? CheckOutcome.Warning
            : CheckOutcome.Kept;
        return
        [
            .. result.CountsRose ? (GateCheck[])[]
                : [new("transfers per second", ComparisonSections.Headline(result), times)],
            .. result.Counts.Select(count => new GateCheck(
                count.Name,
                $"{NumberFormat.Number(count.Baseline)} of the baseline, {NumberFormat.Number(count.Candidate)} of the "
                    + $"candidate, for each {result.Candidate.Runs[0].Noun}",
                !count.Rises ? CheckOutcome.Kept
                    : result.Limits.CountsGate ? CheckOutcome.Failed
                    : CheckOutcome.Warning)),
        ];
    }
}
