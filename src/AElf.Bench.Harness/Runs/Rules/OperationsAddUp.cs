using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Operations that both sides count differently, and nothing explains, fail the run.</summary>
internal sealed class OperationsAddUp : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) =>
        run.Reconciliation.Outcome is ReconciliationOutcome.Mismatch
        ? [new(Severity.Failed, $"the operations do not add up: {run.Reconciliation}")]
        : [];
}
