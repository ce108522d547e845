using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Of a short round what starts and ends it is a large part.</summary>
internal sealed class RoundsAreLong : IRunRule
{
    private const double MinRoundMs = 100;

    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Tps is not null
            && SummaryStatistics.Describe(
                [.. run.Rounds.Select(round => round.ExecuteMs)]).Median is var length and < MinRoundMs)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"rounds of {length:0.0} ms are too short: start-up and tear-down dominate; ")
                + "more --blocks give a steadier figure");
        }
    }
}
