using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// The owner of jobs that a pump executes. Several owners may share a pump. The pump calls the owner at the end of each
/// attempt, on the pump's thread.
/// </summary>
public abstract class JobOwner
{
    private long committed;

    /// <summary>
    /// Separates the count, which one dispatcher writes often, from the previous object in memory. Never read.
    /// </summary>
    protected CacheLine Room { get; }

    /// <summary>Items committed for this owner, without those of failed attempts. Any thread may read it.</summary>
    public long Committed => Volatile.Read(ref committed);

    /// <summary>Every write of the attempt was acknowledged.</summary>
    public abstract void Done(long round, Attempt attempt);

    /// <summary>The attempt is over; some of its writes may be indeterminate.</summary>
    public abstract void Failed(long round, AttemptFailure failure);

    /// <summary>The lane of a grant is free: the grant has no operation in flight and starts no more.</summary>
    public abstract void Ended(long round, Grant grant);

    internal void Commit(int count) => committed += count;
}
