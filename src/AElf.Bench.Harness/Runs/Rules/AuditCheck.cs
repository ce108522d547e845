using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Fails a run without an audit that passed.</summary>
internal sealed class AuditCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Audit switch
    {
        { Wrong: 0, Conservation: AuditOutcome.Passed, Replay: AuditOutcome.Passed } => [],
        { Replay: AuditOutcome.Unknown } when run.Failures.Count == 0 =>
            [new(Severity.Failed, "there was no audit")],
        { Compared: 0 } when run.Failures.Count > 0 => [],
        { } audit =>
        [
            new(
                Severity.Failed,
                $"{audit.Wrong} of {audit.Compared} {NumberFormat.Plural(run.Workload.ItemNoun)} are not what a "
                    + "sequential replay says"),
        ],
    };
}
