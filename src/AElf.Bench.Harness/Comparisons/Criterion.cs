namespace AElf.Bench.Harness.Comparisons;

/// <summary>The conclusion of a criterion.</summary>
public enum CriterionOutcome
{
    /// <summary>The candidate is worse by less than the threshold, or not at all.</summary>
    Kept,

    /// <summary>Undecided; the comparison continues.</summary>
    Open,

    /// <summary>The runs do not allow a comparison: they are too few, or a side does not repeat the count.</summary>
    NotCompared,

    /// <summary>The candidate is worse, but this does not fail the comparison.</summary>
    Shown,

    /// <summary>The candidate is worse, which fails the comparison.</summary>
    Failed,
}

/// <summary>
/// A criterion for a candidate. Headline, checks and JSON are projections of the list of criteria, in which speed is
/// first.
/// </summary>
/// <param name="Name">The compared figure, such as <c>speed</c>.</param>
/// <param name="Outcome">Its conclusion on the candidate.</param>
/// <param name="Text">The result in words.</param>
/// <param name="Decided">Whether it ended the comparison.</param>
public sealed record Criterion(string Name, CriterionOutcome Outcome, string Text, bool Decided)
{
    /// <summary>The criteria of a comparison, speed first.</summary>
    internal static IReadOnlyList<Criterion> Of(ComparisonResult result) =>
    [
        Of("speed", result.Times, ComparisonSections.SpeedOf(result), isAwaited: true, gates: true, result),
        .. CountRule.All.Append(CountRule.Bytes).Select(rule => Count(result, rule)),
    ];

    private static Criterion Count(ComparisonResult result, CountRule rule)
    {
        var found = result.Counts
            .Where(count => string.Equals(count.Name, rule.Name, StringComparison.Ordinal)).ToList();
        if (found is not [var change])
        {
            return new(
                rule.Name,
                CriterionOutcome.NotCompared,
                $"not compared: this needs {CountRule.MinPairs} pairs with the same number of blocks",
                Decided: false);
        }

        var isAwaited = result.Limits.CountsGate && rule == CountRule.Bytes;
        var text = ComparisonSections.TextOf(change, result.Noun);
        return Of(rule.Name, change.Outcome, text, isAwaited, result.Limits.CountsGate, result);
    }

    // The decisive criterion is the failing one, or the last one to pass.
    private static Criterion Of(
        string name, GateOutcome gate, string text, bool isAwaited, bool gates, ComparisonResult result)
    {
        var outcome = gate switch
        {
            GateOutcome.Open when isAwaited => CriterionOutcome.Open,
            GateOutcome.Open => CriterionOutcome.NotCompared,
            GateOutcome.Regression when gates => CriterionOutcome.Failed,
            GateOutcome.Regression => CriterionOutcome.Shown,
            _ => CriterionOutcome.Kept,
        };
        var isRuledOut = isAwaited && outcome is CriterionOutcome.Kept && result.IsSure && !result.IsRegression;
        return new(name, outcome, text, outcome is CriterionOutcome.Failed || isRuledOut);
    }
}
