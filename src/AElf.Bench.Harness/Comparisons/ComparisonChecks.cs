using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The checks of a candidate for a build server: one for each criterion.</summary>
public static class ComparisonChecks
{
    /// <param name="machine">
    /// The noise of the machine, if both sides are the same build; a conclusion is then absent.
    /// </param>
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
        .. result.LoadDifferences.Select(text => new GateCheck("loads", text, CheckOutcome.Warning)),
    ];

    // An open criterion fails a comparison, unless another criterion has already failed it.
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
