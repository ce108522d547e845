namespace AElf.Bench.Core.Workloads;

/// <summary>Progress of long work outside of rounds. One thread counts, any thread reads.</summary>
public sealed class WorkCounter
{
    private long done;
    private long total;

    public long Done => Volatile.Read(ref done);

    /// <summary>The amount of work; 0 if unknown.</summary>
    public long Total => Volatile.Read(ref total);

    /// <summary>Starts over from 0.</summary>
    /// <param name="count">The amount of work; 0 if unknown.</param>
    public void Begin(long count)
    {
        Volatile.Write(ref total, 0);
        Volatile.Write(ref done, 0);
        Volatile.Write(ref total, count);
    }

    public void Add(long count) => Volatile.Write(ref done, done + count);

    /// <summary>Sets the count instead of adding to it.</summary>
    public void Reach(long count) => Volatile.Write(ref done, count);
}
