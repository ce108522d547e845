using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Fails a run when both sides count operations differently and nothing explains it.</summary>
internal sealed class LedgerCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) =>
        run.Reconciliation.Outcome is ReconciliationOutcome.Mismatch
        ? [new(Severity.Failed, $"the operations do not add up: {run.Reconciliation}")]
        : [];
}
