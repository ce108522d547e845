namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Notes that measurements of lost workers are missing in all figures except the TPS, which the manager counts.
/// </summary>
internal sealed class CompletenessCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.Silent.Count > 0)
        {
            var who = run.Silent.Select(
                worker => FormattableString.Invariant($"{worker.Name} in round {worker.Round}"));
            yield return new(
                Severity.Note,
                $"never told what they measured: {string.Join(", ", who)}; latencies, processor and idle times are "
                    + "without theirs, and of their commands it is only known that they were "
                    + FormattableString.Invariant($"{run.Unreported.Commands} at most"));
        }
    }
}
