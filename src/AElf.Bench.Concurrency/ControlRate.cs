using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Concurrency;

/// <summary>Measures the rate of a control arm, in commits per second.</summary>
public static class ControlRate
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(0.5);

    /// <summary>
    /// Executes rounds with the same number of blocks as the run, because the blocks share the fixed cost of a round.
    /// </summary>
    /// <param name="workload">The load of the rounds, over a separate store.</param>
    /// <param name="blocks">Number of blocks in a round.</param>
    /// <returns>Commits per second; null if the load is too short to measure.</returns>
    /// <exception cref="InvalidOperationException">A round failed.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static double? Of(
        IWorkload workload, IRoundExecutor executor, int blocks, CancellationToken cancellation)
    {
        var (committed, window, since) = (0L, TimeSpan.Zero, Stopwatch.GetTimestamp());
        for (var round = 0L; window < Measured && (round + 1) * blocks <= workload.MaxBlocks; round++)
        {
            var outcome = executor.Execute(
                workload.OpenRound(new Offer(round, round * blocks, blocks)), cancellation);
            cancellation.ThrowIfCancellationRequested();
            if (outcome.Failure is { } failure)
            {
                throw new InvalidOperationException($"the measurement of a control failed: {failure}");
            }

            if (Stopwatch.GetElapsedTime(since) >= WarmUp)
            {
                committed += outcome.Committed;
                window += outcome.Window;
            }
        }

        return committed == 0 ? null : committed / window.TotalSeconds;
    }
}
