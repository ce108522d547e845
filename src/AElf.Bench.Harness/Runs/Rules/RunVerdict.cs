using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>The conclusions of all rules about a run.</summary>
/// <param name="Reasons">Why the verdict is not a pass; for a failed run, only what failed it.</param>
/// <param name="Notes">Other conclusions worth knowing.</param>
internal sealed record RunVerdict(Verdict Verdict, IReadOnlyList<Problem> Reasons, IReadOnlyList<Problem> Notes)
{
    public static RunVerdict Evaluate(RunEvidence run)
    {
        var conclusions = RunRules.All.SelectMany(rule => rule(run)).ToLookup(
            conclusion => conclusion.Severity, conclusion => conclusion.Problem);
        Problem[] failed = [.. conclusions[Severity.Failed]];
        Problem[] disturbed = [.. conclusions[Severity.Disturbed]];
        Problem[] degraded = [.. conclusions[Severity.Degraded]];
        Problem[] notes = [.. conclusions[Severity.Note]];
        return failed.Length > 0 ? new(Verdict.Failed, failed, notes)
            : degraded.Length > 0 ? new(Verdict.Degraded, [.. disturbed, .. degraded], notes)
            : new(disturbed.Length > 0 ? Verdict.Disturbed : Verdict.Pass, disturbed, notes);
    }
}
