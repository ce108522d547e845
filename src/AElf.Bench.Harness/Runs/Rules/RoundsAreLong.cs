using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Of a short round what starts and ends it is a large part.</summary>
internal sealed class RoundsAreLong : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Tps is not null
            && SummaryStatistics.Describe(
                [.. run.Rounds.Select(round => round.ExecuteMs)]).Median is var length
            && length < MeasureOptions.LongRound.TotalMilliseconds)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"rounds of {length:0.0} ms are too short: start-up and tear-down dominate; ")
                + "more --blocks give a steadier figure");
        }
    }
}
