using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// Control arms: what the actors of this process do of a load when the store, or when they themselves, cost nothing.
/// </summary>
public static class LocalControls
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan Measured = TimeSpan.FromSeconds(0.5);

    /// <summary>How they are measured for a run, whose rounds have so many blocks.</summary>
    /// <param name="load">What the run offers.</param>
    /// <param name="options">How its actors work, wherever they are: here all of them are in this process.</param>
    /// <param name="isInMemory">Whether the run's own store costs nothing, so that one arm is the run itself.</param>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static Func<int, CancellationToken, ControlRates> Of(ILoad load, LocalOptions options, bool isInMemory)
    {
        ArgumentNullException.ThrowIfNull(load);
        return (blocks, cancellation) => new ControlRates(
            isInMemory ? null : NullStore(load, options, blocks, cancellation),
            NullActor(load, options, blocks, cancellation));
    }

    private static double? NullStore(ILoad load, LocalOptions options, int blocks, CancellationToken cancellation)
    {
        using var workload = load.Open(default, options.Actors, store: null);
        workload.Seed(version: 0, cancellation);
        using var pumps = workload.OpenPumps(TimeProvider.System);
        return Rate(workload, pumps, options, blocks, cancellation);
    }

    private static double? NullActor(ILoad load, LocalOptions options, int blocks, CancellationToken cancellation)
    {
        using var workload = load.Open(default, options.Actors, store: null);
        using var pumps = new NullPumps();
        return Rate(workload, pumps, options, blocks, cancellation);
    }

    // Over rounds of as many blocks as the run's: what a round costs by itself is shared by as many.
    private static double? Rate(
        IWorkload workload, IPumpFactory pumps, LocalOptions options, int blocks, CancellationToken cancellation)
    {
        using var host = new LocalHost(pumps, options);
        var (committed, window, since) = (0L, TimeSpan.Zero, Stopwatch.GetTimestamp());
        for (var round = 0L; window < Measured && (round + 1) * blocks <= workload.MaxBlocks; round++)
        {
            var outcome = host.Execute(
                workload.OpenRound(new Offer(round, round * blocks, blocks)), cancellation);
            cancellation.ThrowIfCancellationRequested();
            if (outcome.Failure is { } failure)
            {
                throw new InvalidOperationException($"a control arm failed: {failure}");
            }

            if (Stopwatch.GetElapsedTime(since) >= WarmUp)
            {
                committed += outcome.Committed;
                window += outcome.Window;
            }
        }

        return committed == 0 ? null : committed / window.TotalSeconds;
    }

    private sealed class NullPumps : IPumpFactory
    {
        public IPump Open(int lanes, IAttemptListener listener, LatencyHistogram latency) =>
            new NullPump(lanes, listener);

        public void Dispose()
        {
        }
    }
}
