using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Fails a run if actors and servers counted different operations without a known reason.</summary>
internal sealed class LedgerCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) =>
        run.Store.Reconciliation.Outcome is ReconciliationOutcome.Mismatch
        ? [new(Severity.Failed, $"the operations do not add up: {run.Store.Reconciliation}")]
        : [];
}
