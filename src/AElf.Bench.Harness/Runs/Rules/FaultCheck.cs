namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Degrades a run that met faults.</summary>
internal sealed class FaultCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Faults.Count == 0 ? [] :
    [
        new(
            Severity.Degraded,
            $"faults met: {run.Faults.Sum(fault => fault.Count)}; "
                + $"every {run.Workload.Noun} was {run.Workload.Proof ?? "applied exactly once"} all the same"),
    ];
}
