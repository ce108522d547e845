using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>How far the rounds are: the manager's thread tells it, any other reads it.</summary>
internal sealed class SeenProgress
{
    private long committed;
    private long highest;
    private long gained;
    private int deepest;
    private long oldestTicks;

    public ExecutorSnapshot Latest => new(
        Volatile.Read(ref committed), Volatile.Read(ref deepest), TimeSpan.FromTicks(Volatile.Read(ref oldestTicks)));

    /// <summary>
    /// Committed transfers seen by this manager, in all rounds. It only rises: transfers that a lost worker takes back
    /// stay counted and are not counted twice; transfers in the log of another manager are not counted.
    /// </summary>
    public long Gained => Volatile.Read(ref gained);

    /// <summary>A round begins, with its progress in the log.</summary>
    public void Begin(in ExecutorSnapshot seen)
    {
        highest = seen.Committed;
        Tell(seen);
    }

    public void Tell(in ExecutorSnapshot seen)
    {
        if (seen.Committed > highest)
        {
            Volatile.Write(ref gained, gained + seen.Committed - highest);
            highest = seen.Committed;
        }

        Volatile.Write(ref committed, seen.Committed);
        Volatile.Write(ref deepest, seen.DeepestMailbox);
        Volatile.Write(ref oldestTicks, seen.OldestMessage.Ticks);
    }
}
