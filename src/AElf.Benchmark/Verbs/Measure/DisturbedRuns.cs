using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// Repeats the disturbed runs of a call with several runs, because its table compares them with quiet runs. Repeats
/// each once, within the budget.
/// </summary>
/// <param name="runs">All runs of the call. A repeated run replaces the first, unless it was disturbed too.</param>
/// <param name="took">The time of all runs.</param>
/// <param name="budget">The maximum time of repeated runs, as a share of that time.</param>
internal sealed class DisturbedRuns(List<RunReport> runs, TimeSpan took, double budget, TimeProvider clock)
{
    /// <summary>Repeats disturbed runs while the next one is likely to end within the budget.</summary>
    /// <param name="make">Repeats a run: its index, and the number of runs repeated before it.</param>
    /// <param name="ended">After a signal no run is repeated.</param>
    public void MakeAgain(Func<int, int, RunReport> make, CancellationToken ended)
    {
        var since = clock.GetTimestamp();
        var made = 0;
        for (var index = 0; index < runs.Count && runs.Count > 1; index++)
        {
            if (runs[index].Verdict is not Verdict.Disturbed)
            {
                continue;
            }

            if (ended.IsCancellationRequested || clock.GetElapsedTime(since) + (took / runs.Count) > took * budget)
            {
                return;
            }

            var again = make(index, made++);
            if (again.WasCancelled())
            {
                return;
            }

            // A failed repetition also replaces the run.
            if (again.Verdict is not Verdict.Disturbed)
            {
                runs[index] = again;
            }
        }
    }
}
