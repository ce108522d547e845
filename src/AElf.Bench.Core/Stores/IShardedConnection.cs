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
    /// The connection to the server that has a part, for queuing operations only; null if operations on the part must
    /// be queued on this connection.
    /// </summary>
    IInPlaceConnection? ConnectionOf(int part);
}
