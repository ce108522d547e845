using AElf.Bench.Core.Accounts;

namespace AElf.Bench.Core.Stores;

/// <summary>All accounts of a run at once: seeded, read back and removed, many in flight, outside every measured window.</summary>
public static class AccountTable
{
    private const int MaxInFlight = 4096;

    /// <summary>Writes every account as the block opens it, at version 0.</summary>
    /// <exception cref="StoreException">The store refused a write or is gone.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: some accounts may be written.</exception>
    public static void Seed(IStoreConnection connection, Block block, CancellationToken cancellation = default) => Pass(
        connection,
        block.AccountCount,
        account => connection.Set(new AccountKey(account, 0), new AccountState(0, block.OpeningBalances[account])),
        (account, reply) => ExpectStored(connection, account, reply),
        cancellation);

    /// <summary>Reads every account at its accepted version.</summary>
    /// <returns>One reply for each account, in order of their numbers.</returns>
    /// <exception cref="StoreException">The store is gone or refuses to read.</exception>
    public static StoreReply[] Read(IStoreConnection connection, ReadOnlyMemory<int> versions)
    {
        var replies = new StoreReply[versions.Length];
        Pass(
            connection,
            versions.Length,
            account => connection.Get(new AccountKey(account, versions.Span[account])),
            (account, reply) => replies[account] = reply.Kind == ReplyKind.Refused
                ? throw new StoreException(StoreFault.Refused, $"account {account} cannot be read: {connection.LastError}")
                : reply);
        return replies;
    }

    /// <summary>The keys that <see cref="Seed"/> writes.</summary>
    public static AccountKey[] SeededKeys(int accounts) => [.. Enumerable.Range(0, accounts).Select(account => new AccountKey(account, 0))];

    /// <summary>Removes keys, whether they are there or not.</summary>
    /// <exception cref="StoreException">The store refused or is gone.</exception>
    public static void Remove(IStoreConnection connection, IReadOnlyList<AccountKey> keys) => Pass(
        connection,
        keys.Count,
        index => connection.Delete(keys[index]),
        (index, reply) => ExpectStored(connection, keys[index].Account, reply));

    private static void ExpectStored(IStoreConnection connection, int account, StoreReply reply)
    {
        if (reply.Kind != ReplyKind.Stored)
        {
            throw new StoreException(StoreFault.Refused, $"account {account} cannot be written: {connection.LastError}");
        }
    }

    private static void Pass(IStoreConnection connection, int count, Action<int> ask, Action<int, StoreReply> answer, CancellationToken cancellation = default)
    {
        var asked = 0;
        var answered = 0;
        while (answered < count)
        {
            while (asked < count && connection.Outstanding < MaxInFlight)
            {
                ask(asked++);
            }

            cancellation.ThrowIfCancellationRequested();
            foreach (var reply in connection.Exchange())
            {
                answer(answered++, reply);
            }
        }
    }
}
