namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Fails a run that did not end.</summary>
internal sealed class RunEndCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) =>
        run.Failures.Select(failure => new Conclusion(Severity.Failed, failure));
}
