using AElf.Bench.Core.Accounts;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// A pipelined connection of one actor: operations are queued, <see cref="Exchange"/> sends them together and hands back replies in
/// the order of the operations. After a <see cref="StoreException"/> the connection is dead and every operation without a reply is in doubt.
/// </summary>
public interface IStoreConnection : IStoreOperations, IDisposable
{
    /// <summary>Replies still owed by the store (queued operations included).</summary>
    int Outstanding { get; }

    /// <summary>Operations queued on this connection since it was opened, doubtful ones included.</summary>
    OperationCounts Operations { get; }

    /// <summary>The text of the last <see cref="ReplyKind.Refused"/> or <see cref="ReplyKind.Corrupt"/> reply; empty before the first.</summary>
    string LastError { get; }

    /// <summary>Sends what is queued, waits until at least one reply is complete, and returns all complete ones. The span lives until the next call.</summary>
    /// <returns>Empty only when nothing is outstanding.</returns>
    /// <exception cref="StoreException">The connection broke, the peer broke the protocol, or no reply came within the store's time-out.</exception>
    ReadOnlySpan<StoreReply> Exchange();
}

/// <summary>The operations a lane may ask of a store. Queuing never blocks and never fails.</summary>
public interface IStoreOperations
{
    /// <summary>Queues a read. Its reply is <see cref="ReplyKind.Value"/> or <see cref="ReplyKind.Missing"/>.</summary>
    void Get(AccountKey key);

    /// <summary>Queues a write. Its reply is <see cref="ReplyKind.Stored"/>.</summary>
    void Set(AccountKey key, AccountState state);

    /// <summary>Queues one read of several keys. Owes one reply for each key.</summary>
    void MultiGet(ReadOnlySpan<AccountKey> keys);

    /// <summary>Queues one write of several keys. Owes a single reply; shards may apply parts of a refused one.</summary>
    void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states);

    /// <summary>Queues a removal. Its reply is <see cref="ReplyKind.Stored"/>, whether the key was there or not.</summary>
    void Delete(AccountKey key);
}
