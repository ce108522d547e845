using AElf.Bench.Core.Options;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes workers that had joined and that the run did not use.</summary>
internal sealed class IdleWorkerCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run.IdleWorkers is { Count: > 0 } idle)
        {
            yield return new(Severity.Note, new Problem(
                ProblemKind.IdleWorkers,
                $"the run did not use {Counted(idle.Count, "worker")} that had joined ({string.Join(", ", idle)}), "
                    + "since it asked for fewer"));
        }
    }
}
