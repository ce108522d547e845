using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>How far the rounds are: the manager's thread tells it, any other reads it.</summary>
internal sealed class SeenProgress
{
    private volatile Seen seen = new(default, Highest: 0, Gained: 0);

    public ExecutorSnapshot Latest => seen.Latest;

    /// <summary>
    /// Committed transfers seen by this manager, in all rounds. It only rises: transfers that a lost worker takes back
    /// stay counted and are not counted twice; transfers in the log of another manager are not counted.
    /// </summary>
    public long Gained => seen.Gained;

    /// <summary>A round begins, with its progress in the log.</summary>
    public void Begin(in ExecutorSnapshot snapshot) => seen = new Seen(snapshot, snapshot.Committed, Gained);

    public void Tell(in ExecutorSnapshot snapshot)
    {
        var highest = Math.Max(seen.Highest, snapshot.Committed);
        seen = new Seen(snapshot, highest, Gained + highest - seen.Highest);
    }

    private sealed record Seen(ExecutorSnapshot Latest, long Highest, long Gained);
}
