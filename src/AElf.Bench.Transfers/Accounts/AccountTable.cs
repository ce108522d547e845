using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Receives one reply of a pass over accounts.</summary>
/// <param name="more">The account's fields after its balance.</param>
public delegate void ReplyHandler(in AccountReply reply, ReadOnlySpan<long> more);

/// <summary>
/// Seeds, reads or removes all accounts of a run, with many operations in flight. It runs outside the measured windows.
/// </summary>
public static class AccountTable
{
    // More operations in flight do not make a store faster. A proxy reads all operations that arrive before it answers
    // the first one, and needs 12 KB for each. With thousands, on a busy machine, its answer comes after the time-out
    // of a store.
    private const int MaxInFlight = 512;

    /// <summary>Writes the opening state of every account, at a version.</summary>
    /// <exception cref="StoreException">The store refused a write or is gone.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: some accounts may be written.</exception>
    public static void Seed(
        IAccountConnection connection,
        Block block,
        int version,
        WorkCounter? work = null,
        CancellationToken cancellation = default) =>
        Pass(
            connection,
            block.AccountCount,
            account =>
            {
                var (key, state) = (new AccountKey(account, version), block.OpeningOf(account));
                if (block.More == 0)
                {
                    connection.Set(key, state, account);
                }
                else
                {
                    connection.SetFields(key, state, block.OpeningFieldsOf(account), account);
                }
            },
            (in reply, _) => ExpectStored(connection, reply.Tag, reply),
            work,
            cancellation);

    /// <summary>Reads every account at its accepted version.</summary>
    /// <param name="connection">The connection to the store.</param>
    /// <param name="versions">The version of each account.</param>
    /// <param name="read">
    /// Receives one reply for each account, in any order, tagged with the account's number. A value of another account
    /// or version is <see cref="ReplyKind.Corrupt"/>, with the key found.
    /// </param>
    /// <param name="work">Counts the accounts read, for progress; null for no progress.</param>
    /// <exception cref="StoreException">The store is gone or refuses to read.</exception>
    public static void Read(
        IAccountConnection connection,
        ReadOnlyMemory<int> versions,
        ReplyHandler read,
        WorkCounter? work = null) => Pass(
        connection,
        versions.Length,
        account => connection.Get(new AccountKey(account, versions.Span[account]), account),
        (in reply, more) => read(reply switch
        {
            { Kind: ReplyKind.Refused } => throw StoreProblems.Refused(
                $"account {reply.Tag} cannot be read", connection.LastError),
            { Kind: ReplyKind.Value } when reply.Key != new AccountKey(reply.Tag, versions.Span[reply.Tag]) =>
                new AccountReply(ReplyKind.Corrupt, reply.Tag, reply.Key, default),
            _ => reply,
        }, more),
        work);

    /// <summary>The keys that <see cref="Seed"/> writes.</summary>
    public static IEnumerable<AccountKey> SeededKeys(int accounts, int version) =>
        Enumerable.Range(0, accounts).Select(account => new AccountKey(account, version));

    /// <summary>Removes keys; missing keys are ignored.</summary>
    /// <exception cref="StoreException">The store refused or is gone.</exception>
    public static void Remove(IAccountConnection connection, IEnumerable<AccountKey> keys, WorkCounter? work = null)
    {
        foreach (var chunk in keys.Chunk(16 * MaxInFlight))
        {
            Pass(
                connection,
                chunk.Length,
                index => connection.Delete(chunk[index], index),
                (in reply, _) => ExpectStored(connection, chunk[reply.Tag].Account, reply),
                work);
        }
    }

    private static void ExpectStored(IAccountConnection connection, int account, in AccountReply reply)
    {
        if (reply.Kind != ReplyKind.Stored)
        {
            throw StoreProblems.Refused($"account {account} cannot be written", connection.LastError);
        }
    }

    private static void Pass(
        IAccountConnection connection,
        int count,
        Action<int> ask,
        ReplyHandler answer,
        WorkCounter? work,
        CancellationToken cancellation = default)
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
            var replies = connection.Exchange();
            for (var index = 0; index < replies.Length; index++)
            {
                answer(
                    replies[index], replies[index].Kind == ReplyKind.Value ? connection.FieldsOf(index) : default);
            }

            answered += replies.Length;
            work?.Add(replies.Length);
        }
    }
}
