using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// Owns jobs that a pump executes. Several owners share a pump; each is called at the end of its attempts, on the
/// pump's thread.
/// </summary>
public abstract class JobOwner
{
    private long committed;

    /// <summary>
    /// Keeps the count, which one dispatcher writes all the time, a cache line behind the object before. Never read.
    /// </summary>
    protected CacheLine Room { get; }

    /// <summary>
    /// Things committed for this owner, as the workload counts them, less those of attempts that failed. Any thread may
    /// read it.
    /// </summary>
    public long Committed => Volatile.Read(ref committed);

    /// <summary>Every write of the attempt was acknowledged.</summary>
    public abstract void Done(long round, Attempt attempt);

    /// <summary>The attempt is over; some of its writes may be indeterminate.</summary>
    public abstract void Failed(long round, AttemptFailure failure);

    /// <summary>The lane of a grant is free: the grant has no operation in flight and starts no more.</summary>
    public abstract void Ended(long round, Grant grant);

    internal void Commit(int count) => committed += count;
}
