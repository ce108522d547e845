using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>The end of a simulated cluster.</summary>
public enum ClusterEnding
{
    /// <summary>All rounds of all runs were done, and the comparisons passed.</summary>
    Passed,

    /// <summary>A run reported a failure.</summary>
    Failed,

    /// <summary>It did not end in bounded virtual time.</summary>
    Hung,
}

/// <summary>The result of a simulated cluster.</summary>
/// <param name="Ending">The result that its last run reports.</param>
/// <param name="Right">Whether every account of every run equals an independent model: at the audit of the run and, if
/// the store loses nothing, after all late writes were applied.</param>
/// <param name="Broken">The first broken invariant; null if there was none.</param>
/// <param name="Story">Settings and reasons.</param>
public sealed record ClusterOutcome(ClusterEnding Ending, bool Right, string? Broken, string Story);

/// <summary>
/// A whole cluster on one thread and in virtual time, over one or two runs: a manager with a log, workers with real
/// lane pumps, a network and a store with faults. Processes are killed, paused and restarted. Everything is drawn from
/// one seed.
/// </summary>
public sealed class ClusterSimulation
{
    // Enough for a hundred attempts of a unit with the pauses between them.
    private const int MaxEvents = 200_000;
    private const long MaxVirtualMilliseconds = 400_000;

    // A run with thousands of transfers takes longer.
    private const int LargeFactor = 20;

    private readonly ClusterWorld world;
    private readonly ClusterMutation mutation;
    private readonly bool lossy;

    /// <param name="seed">The seed of everything.</param>
    /// <param name="lossy">Whether the store loses acknowledged writes.</param>
    /// <param name="mutation">The removed guard.</param>
    /// <param name="latency">Records latencies, which are ignored; a shared one saves the cost of a new one for each
    /// seed.</param>
    /// <param name="met">Counts the faults.</param>
    /// <param name="draw">Draws the loads of its runs; null for transfers.</param>
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

    /// <summary>Plays all runs to their end.</summary>
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
                    $"no end after {time.Happened} events and {time.Now} virtual ms");
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
        // Late attempts may still write before the accounts are compared.
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
