namespace AElf.Bench.Core.Workloads;

/// <summary>How far long work outside of rounds is. One thread counts, any thread may look.</summary>
public sealed class WorkCounter
{
    private long done;
    private long total;

    /// <summary>What is done, in whatever it counts.</summary>
    public long Done => Volatile.Read(ref done);

    /// <summary>What there is to do; 0 while that is not known.</summary>
    public long Total => Volatile.Read(ref total);

    /// <summary>Work begins.</summary>
    /// <param name="count">What there is to do; 0 when that is not known.</param>
    public void Begin(long count)
    {
        Volatile.Write(ref total, 0);
        Volatile.Write(ref done, 0);
        Volatile.Write(ref total, count);
    }

    /// <summary>More is done.</summary>
    public void Add(long count) => Volatile.Write(ref done, done + count);

    /// <summary>So much is done by now.</summary>
    public void Reach(long count) => Volatile.Write(ref done, count);
}
