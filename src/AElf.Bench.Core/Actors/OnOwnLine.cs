namespace AElf.Bench.Core.Actors;

/// <summary>
/// An object that one dispatcher writes all the time. Its fields lie at least a cache line behind the object before it,
/// which may be another dispatcher's.
/// </summary>
public abstract class OnOwnLine
{
    /// <summary>It is never read. It keeps the fields of derived types away from the object before.</summary>
    protected CacheLine Room { get; }
}
