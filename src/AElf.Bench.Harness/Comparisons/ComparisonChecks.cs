using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The checks by which a build server judges a candidate: one of every criterion.</summary>
public static class ComparisonChecks
{
    /// <param name="machine">What the machine shows if both sides are the same build, without a conclusion.</param>
    public static IReadOnlyList<GateCheck> From(ComparisonResult result, MachineNoise? machine) => machine is null
        ? From(result)
        :
        [
            new(
                "machine",
                ComparisonSections.TextOf(machine),
                machine.Pairs == 0 ? CheckOutcome.Failed : CheckOutcome.Kept) { Seconds = machine.Seconds },
        ];

    /// <summary>The check of a comparison that ended before its runs were made.</summary>
    public static GateCheck Ended(string why) => new("comparison", why, CheckOutcome.Error);

    public static IReadOnlyList<GateCheck> From(ComparisonResult result) =>
    [
        .. result.Criteria.Index().Select(each => new GateCheck(
            each.Item.Name,
            $"{each.Item.Text}{(each.Item.Decided ? "; this decided" : "")}",
            OutcomeOf(result, each.Item, isSpeed: each.Index == 0))
        {
            Seconds = each.Index == 0 ? result.Seconds : 0,
        }),
    ];

    // A criterion that is open fails a comparison unless another one has failed it already.
    private static CheckOutcome OutcomeOf(ComparisonResult result, Criterion criterion, bool isSpeed) =>
        criterion.Outcome switch
        {
            CriterionOutcome.Failed => CheckOutcome.Failed,
            CriterionOutcome.Open when result.Tps.Count == 0 => CheckOutcome.Failed,
            CriterionOutcome.Open when result.IsInconclusive && result.Limits.InconclusiveFails => CheckOutcome.Failed,
            CriterionOutcome.Open or CriterionOutcome.Shown or CriterionOutcome.NotCompared => CheckOutcome.Warning,
            _ when isSpeed && result.IsToss => CheckOutcome.Warning,
            _ => CheckOutcome.Kept,
        };
}
