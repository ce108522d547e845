using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Notes that the store alone was slower than the run, so that its sample was disturbed and is dropped.
/// </summary>
internal sealed class StoreAloneCheck : IRunRule
{
    /// <summary>Maximum ratio of a run to an undisturbed store alone: slightly above 1 is noise.</summary>
    public const double MaxShare = 1.1;

    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.ShareOfBareStore is > MaxShare and var share)
        {
            yield return new(
                Severity.Note,
                $"the store alone was disturbed, its rate is dropped (the run reached {Percent(share)} of it)");
        }
    }
}
