using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes that the rounds vary too much.</summary>
internal sealed class RoundSpreadCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Tps is { Variation: > Spread.MaxVariation and var variation })
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"the rounds vary by {100 * variation:0} %: the machine was busy, or --rounds is too low"));
        }
    }
}
