using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes that the manager could not store the report.</summary>
internal sealed class ReportCopyCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.NotKept is { } reason)
        {
            yield return new(
                Severity.Note, new Problem(ProblemKind.ReportNotKept, $"the manager has no copy: {reason}"));
        }
    }
}
