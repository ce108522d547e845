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
