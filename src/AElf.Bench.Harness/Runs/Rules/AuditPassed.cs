namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Without an audit that passed there is no figure.</summary>
internal sealed class AuditPassed : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Audit switch
    {
        { Wrong: 0, Conserved: true } => [],
        { } audit =>
        [
            new(
                Severity.Failed,
                $"{audit.Wrong} of {audit.Compared} {run.Workload.ItemNoun}s are not what a sequential replay says"),
        ],
        null when run.Failures.Count > 0 => [],
        null => [new(Severity.Failed, "there was no audit")],
    };
}
