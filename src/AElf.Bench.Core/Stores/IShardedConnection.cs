namespace AElf.Bench.Core.Stores;

/// <summary>
/// A connection to several servers that share the keys. A caller that knows the part of a key writes into the send
/// buffer of its server.
/// </summary>
public interface IShardedConnection : IStoreConnection
{
    /// <summary>Whether the part of a key is its <see cref="HashSlot"/>.</summary>
    bool HasSlots { get; }

    /// <summary>The part that a key belongs to.</summary>
    int PartOf(ReadOnlySpan<byte> key);

    /// <summary>
    /// The connection to the server that has a part, for queuing operations only; null when an operation on the part
    /// has to be queued here.
    /// </summary>
    IInPlaceConnection? ConnectionOf(int part);
}
