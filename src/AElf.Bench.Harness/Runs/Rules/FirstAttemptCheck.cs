using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Fails a run in which every first attempt was refused: its rate would be that of second attempts, which need other
/// operations.
/// </summary>
internal sealed class FirstAttemptCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        var refused = run.Faults.Where(fault => fault is { Round: > 0, Kind: "refused" }).ToList();
        if (run.Units > 0 && run.Rounds.Count > 0 && run.Rounds.All(round => round.Retried >= run.Units)
            && refused.Sum(fault => (long)fault.Count) >= (long)run.Units * run.Rounds.Count)
        {
            yield return new(Severity.Failed, new Problem(
                ProblemKind.FirstAttemptsRefused,
                $"the store refused every first attempt, so the rate is that of second attempts: {refused[0].What}"));
        }
    }
}
