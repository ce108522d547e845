using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes that the rate was not reached, so that the latencies are not those of the rate.</summary>
internal sealed class RateCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.OpenLoop is { IsReached: false } loop)
        {
            yield return new(
                Severity.Note,
                $"the rate was not reached: {PerSecond(loop.Achieved)} of {PerSecond(loop.Offered)} "
                    + $"{Plural(run.Workload.Noun)}/s offered, {Percent(loop.Share)}; "
                    + "the latencies are those of a growing queue; lower --rate");
        }
    }
}
