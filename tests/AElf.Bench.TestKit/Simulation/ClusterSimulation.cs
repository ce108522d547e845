using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>How a simulated cluster ended.</summary>
public enum ClusterEnding
{
    /// <summary>All rounds of all runs done, and the comparisons passed.</summary>
    Passed,

    /// <summary>A run says that it failed.</summary>
    Failed,

    /// <summary>It did not end in bounded virtual time.</summary>
    Hung,
}

/// <summary>What became of a simulated cluster.</summary>
/// <param name="Ending">What its last run says of itself.</param>
/// <param name="Right">
/// Whether every account of every run is what a model apart from the product says, when the run was audited and, where
/// the store loses nothing, after all late writes have come.
/// </param>
/// <param name="Broken">An invariant found broken on the way; null when none was.</param>
/// <param name="Story">Settings and reasons.</param>
public sealed record ClusterOutcome(ClusterEnding Ending, bool Right, string? Broken, string Story);

/// <summary>
/// A whole cluster on one thread and in virtual time: a manager with a log, workers with real lane pumps, a network and
/// a store that fail, and processes that are killed, paused and started again, over one run or two. Everything is drawn
/// from one seed.
/// </summary>
public sealed class ClusterSimulation
{
    // A hundred attempts at a unit, with the pauses between them, are over in this.
    private const int MaxEvents = 200_000;
    private const long MaxVirtualMilliseconds = 400_000;

    // A run with thousands of transfers takes longer.
    private const int LargeFactor = 20;

    private readonly ClusterWorld world;
    private readonly ClusterMutation mutation;
    private readonly bool lossy;

    /// <summary>Sets the world up.</summary>
    /// <param name="seed">Decides everything.</param>
    /// <param name="lossy">Whether the store loses acknowledged writes.</param>
    /// <param name="mutation">The guard taken away.</param>
    /// <param name="latency">Recorded into; worth nothing, but dear to make anew for each seed.</param>
    /// <param name="met">Counts what went wrong.</param>
    /// <param name="draw">Draws what its runs offer; null for transfers.</param>
    internal ClusterSimulation(
        ulong seed,
        bool lossy,
        ClusterMutation mutation,
        LatencyHistogram latency,
        ClusterFaults met,
        DrawLoad? draw = null)
    {
        draw ??= SimulatedTransfers.Draw;
        (this.mutation, this.lossy) = (mutation, lossy);
        world = new ClusterWorld(new SeededRandom(seed), lossy, mutation, latency, met, draw);
    }

    /// <summary>Plays the runs to their end.</summary>
    public ClusterOutcome Play()
    {
        world.Start();
        new ClusterStrikes(world).Schedule();
        var time = world.Time;
        while (world.Ending is null)
        {
            var factor = world.Runs.Any(run => run.IsLarge) ? LargeFactor : 1;
            if (time.Happened > MaxEvents * factor || time.Now > MaxVirtualMilliseconds * factor || !time.Step())
            {
                world.EndAs(
                    ClusterEnding.Hung,
                    $"not at its end after {time.Happened} events and {time.Now} virtual ms");
            }

            if (world.Workers.FirstOrDefault(worker => worker?.Stopped is not null) is { } stopped)
            {
                world.Break($"worker {stopped.Node} stopped: {stopped.Stopped}");
                world.EndAs(ClusterEnding.Failed);
            }
        }

        return End();
    }

    private ClusterOutcome End()
    {
        // Whoever still works on a dead attempt may do its worst before the accounts are looked at.
        for (var steps = 0; steps < 200 && world.Time.Step(); steps++)
        {
        }

        foreach (var worker in world.Workers)
        {
            worker?.Kill();
        }

        world.Store.Drain();
        world.Met.LargeRuns += world.Runs.Count(run => run.IsLarge);
        var story = $"{string.Join("; ", world.Runs)}; {world.Workers.Count} workers, "
            + $"{world.Time.Happened} events in {world.Time.Now} ms: {world.Failure ?? "all done"}";
        var right = world.Runs.All(run => run.WasRight && (lossy || run.IsRightIn(world.Store, mutation)));
        return new ClusterOutcome(world.Ending!.Value, right, world.Broken, story);
    }
}
