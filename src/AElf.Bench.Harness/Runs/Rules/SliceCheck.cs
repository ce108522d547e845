namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes that short slices were merged into fewer and longer ones.</summary>
internal sealed class SliceCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Slice > run.SliceAsked)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"slices of {run.SliceAsked.TotalMilliseconds:0} ms would be too many: ")
                + FormattableString.Invariant($"they are merged into slices of {run.Slice.TotalMilliseconds:0} ms"));
        }
    }
}
