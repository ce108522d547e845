using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// One round, from the first posted job to the last finished unit. Executes the decisions of the core with threads and
/// a clock.
/// </summary>
internal sealed class LocalRound(
    IRound round, LocalOptions options, LocalScheduler scheduler, LocalActors actors)
{
    private readonly LocalRoundCore core = new(round, options, scheduler, actors);
    private long openedAt;

    public RoundOutcome Run(CancellationToken cancellation)
    {
        var pool = actors.Pool;
        var before = pool.Totals;
        long[] committedBefore = [.. pool.Actors.Select(actor => actor.Committed)];
        actors.BeginRound(round.Jobs.Count, options.LaneQuotaOf(round.Jobs.Count));
        openedAt = Stopwatch.GetTimestamp();
        TimeSpan routing, window, idle;
        try
        {
            core.Open();
            routing = Elapsed;
            while (!core.IsOver)
            {
                var reports = actors.Reports.Take(core.WaitAt(Elapsed), core.WakeCount);
                core.Poll(Elapsed, reports);
                if (cancellation.IsCancellationRequested)
                {
                    core.Fail(Problem.Cancelled);
                }
            }

            window = Elapsed;

            // This thread may wait for a processor between the two readings.
            idle = new(Math.Min((pool.Totals.Idle - before.Idle).Ticks, window.Ticks * pool.Actors.Count));
        }
        catch (InvalidOperationException exception)
        {
            // A broken invariant: all writes stop before the caller gets the exception.
            core.Fail(exception.Message);
            Close(Elapsed);
            throw;
        }

        Close(window);
        var spent = pool.Totals - before;
        return new RoundOutcome
        {
            Failure = core.Failure,
            StoreLostData = core.StoreLostData,
            Routing = routing,
            Window = window,
            Committed = core.Committed,
            Reassigned = core.Reassigned,
            Retried = core.Retried,
            Faults = core.Faults.All,
            Slices = core.Slices.Slices,
            SliceLength = core.Slices.Length,

            // A failed round publishes no latency.
            Stats = spent.Stats(core.Failure is null ? pool.TakeLatency() : new LatencyHistogram()) with
            {
                Arrivals = core.Failure is null ? pool.TakeArrivals() : null,
                Dispatchers = pool.DispatcherCount,
                Idle = idle,
            },
            Imbalance = ImbalanceOf([.. pool.Actors.Select(actor => actor.Committed - committedBefore[actor.Number])]),
        };
    }

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(openedAt);

    private static double ImbalanceOf(long[] committed) =>
        committed.Sum() is var sum and > 0 ? (double)committed.Max() * committed.Length / sum : 1;

    /// <summary>
    /// Ends the actors after a failed round, before their operations are counted and the keys are removed.
    /// </summary>
    /// <param name="window">The end of the window, which ends the last slice too.</param>
    private void Close(TimeSpan window)
    {
        core.Close(window);
        if (core.Failure is not null)
        {
            actors.Pool.Stop();
        }
    }
}
