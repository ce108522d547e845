using AElf.Bench.Core.Timing;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// A pipelined connection of one thread. Operations are queued. <see cref="Exchange"/> sends them together and returns
/// replies, each with the tag of its operation. Queuing copies its arguments and never blocks. After a
/// <see cref="StoreException"/> the connection is dead and every operation without a reply is indeterminate.
/// </summary>
public interface IStoreConnection : IDisposable
{
    /// <summary>Replies the store has not sent yet, those of queued operations included.</summary>
    int Outstanding { get; }

    /// <summary>Operations queued on this connection since it was opened, indeterminate ones included.</summary>
    OperationCounts Operations { get; }

    /// <summary>The text of the last <see cref="ReplyKind.Refused"/> reply; empty before the first.</summary>
    string LastError { get; }

    /// <summary>Queues a read. Its reply is <see cref="ReplyKind.Value"/> or <see cref="ReplyKind.Missing"/>.</summary>
    void Get(ReadOnlySpan<byte> key, int tag);

    /// <summary>Queues a write. Its reply is <see cref="ReplyKind.Stored"/>.</summary>
    void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag);

    /// <summary>
    /// Queues a removal. Its reply is <see cref="ReplyKind.Stored"/>, whether the key existed or not.
    /// </summary>
    void Delete(ReadOnlySpan<byte> key, int tag);

    /// <summary>Queues one read of several keys: a reply for each of them.</summary>
    /// <param name="keys">At least one key, side by side.</param>
    /// <param name="keyLength">Bytes of each key, at least 1.</param>
    /// <param name="firstTag">The tag of the first key's reply; each reply's is one higher than the one before.</param>
    /// <exception cref="ArgumentException">The bytes are not a multiple of the key length.</exception>
    void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag);

    /// <summary>Queues one write of several keys: a single reply; shards may apply parts of a refused one.</summary>
    /// <param name="keys">At least one key, side by side.</param>
    /// <param name="keyLength">Bytes of each key, at least 1.</param>
    /// <param name="values">As many values as keys, side by side.</param>
    /// <param name="valueLength">Bytes of each value.</param>
    /// <param name="tag">The reply's tag.</param>
    /// <exception cref="ArgumentException">Keys and values are not equally many of these lengths.</exception>
    void MultiSet(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag);

    /// <summary>
    /// Queues MULTI, a SET for each key, and EXEC: a single reply, and no reader sees a part of the writes.
    /// </summary>
    /// <inheritdoc cref="MultiSet"/>
    void Exec(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag) =>
        throw new NotSupportedException("it has no MULTI and EXEC");

    /// <summary>Queues SCRIPT LOAD. Its reply is a <see cref="ReplyKind.Value"/>: the name of the script.</summary>
    void Load(ReadOnlySpan<byte> script, int tag) => throw new NotSupportedException("it has no scripts");

    /// <summary>Queues EVALSHA. Its reply is a <see cref="ReplyKind.Number"/>.</summary>
    /// <param name="script">The name of the script.</param>
    /// <param name="keys">At least one key, side by side.</param>
    /// <param name="keyLength">Bytes of each key.</param>
    /// <param name="arguments">The arguments after the keys.</param>
    void Evaluate(
        ReadOnlySpan<byte> script, ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<long> arguments, int tag) =>
        throw new NotSupportedException("it has no scripts");

    /// <summary>
    /// Sends the queued operations, waits for at least one complete reply, and returns all complete ones, those of one
    /// server in the order of their operations. They are valid until the next call.
    /// </summary>
    /// <returns>Empty only when nothing is outstanding.</returns>
    /// <exception cref="StoreException">
    /// The connection broke, the peer broke the protocol, or no reply came within the store's time limit.
    /// </exception>
    StoreReplies Exchange();

    /// <summary>
    /// Sends the queued operations and waits for a reply, at most for a time; waits the whole time if no operation is
    /// outstanding. A connection that cannot wait with a time-out leaves the waiting to <see cref="Exchange"/>.
    /// </summary>
    /// <returns>Whether to call <see cref="Exchange"/>.</returns>
    /// <exception cref="StoreException">The connection broke, or no reply came within the store's limit.</exception>
    bool Await(TimeSpan atMost)
    {
        if (Outstanding == 0)
        {
            PreciseWait.For(atMost);
        }

        return Outstanding > 0;
    }
}

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

/// <summary>The reply of a store to one key of an operation.</summary>
public enum ReplyKind : byte
{
    /// <summary>A read found nothing.</summary>
    Missing,

    /// <summary>A read found a value.</summary>
    Value,

    /// <summary>A write was acknowledged.</summary>
    Stored,

    /// <summary>The store answered with an error. A refused write may still be applied later.</summary>
    Refused,

    /// <summary>
    /// A read found bytes that are not a value of the workload. Reported by the layer that decodes values, never by a
    /// store.
    /// </summary>
    Corrupt,

    /// <summary>A script answered with a number. Its digits are in the place of a value.</summary>
    Number,
}

/// <summary>One reply; a value it carries lies in <see cref="StoreReplies.Bytes"/>.</summary>
/// <param name="Kind">The kind of reply.</param>
/// <param name="Tag">The operation's tag; of a read of several keys, one for each key.</param>
/// <param name="Offset">
/// Where the value or number starts in <see cref="StoreReplies.Bytes"/>; unused for other kinds.
/// </param>
/// <param name="Length">Bytes of the value or number; 0 for other kinds.</param>
public readonly record struct StoreReply(ReplyKind Kind, int Tag, int Offset, int Length);

/// <summary>
/// Replies that arrived together, with the bytes of their values. They are valid until the next call on the connection.
/// </summary>
public readonly ref struct StoreReplies(ReadOnlySpan<StoreReply> replies, ReadOnlySpan<byte> bytes)
{
    /// <summary>In the order of their operations.</summary>
    public ReadOnlySpan<StoreReply> Replies { get; } = replies;

    /// <summary>Bytes that the replies point into.</summary>
    public ReadOnlySpan<byte> Bytes { get; } = bytes;

    /// <summary>The value or number of a reply; empty for other kinds.</summary>
    public ReadOnlySpan<byte> ValueOf(in StoreReply reply) => Bytes.Slice(reply.Offset, reply.Length);
}
