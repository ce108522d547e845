namespace AElf.Bench.Core.Stores;

/// <summary>
/// A connection with access to its send buffer, which saves the hot path a copy of each key and value. The caller fills
/// each buffer completely before the next call.
/// </summary>
public interface IInPlaceConnection : IStoreConnection
{
    /// <summary>Queues a read.</summary>
    /// <returns>Room for the key.</returns>
    Span<byte> Get(int keyLength, int tag);

    /// <summary>Queues a write.</summary>
    /// <param name="keyLength">Bytes of the key.</param>
    /// <param name="valueLength">Bytes of the value.</param>
    /// <param name="tag">The reply's tag.</param>
    /// <param name="value">Room for the value.</param>
    /// <returns>Room for the key.</returns>
    Span<byte> Set(int keyLength, int valueLength, int tag, out Span<byte> value);
}
