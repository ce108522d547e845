using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>A store of account states, bound to the keys of one run.</summary>
public interface IAccountStore : IStoreControl
{
    /// <summary>The hash tags of the accounts; null if their keys have no tags.</summary>
    HashTags? Tags => null;

    /// <summary>Opens one connection. A connection belongs to one thread.</summary>
    /// <exception cref="StoreException">The store cannot be reached or refuses the login.</exception>
    IAccountConnection Connect();
}

/// <summary>
/// A pipelined connection to accounts. Operations are queued. <see cref="Exchange"/> sends them together and returns
/// replies, each with the tag of its operation. After a <see cref="StoreException"/> the connection is dead, and
/// operations without a reply are indeterminate.
/// </summary>
public interface IAccountConnection : IDisposable
{
    /// <summary>Replies that the store has not sent yet, including replies to queued operations.</summary>
    int Outstanding { get; }

    /// <summary>Operations queued on this connection since it was opened, including indeterminate ones.</summary>
    OperationCounts Operations { get; }

    /// <summary>The hash tags of the accounts; null if their keys have no tags.</summary>
    HashTags? Tags => null;

    /// <summary>Text of the last refused or corrupt reply; empty before the first.</summary>
    string LastError { get; }

    /// <summary>
    /// Queues a read. Its reply is <see cref="ReplyKind.Value"/>, <see cref="ReplyKind.Missing"/> or
    /// <see cref="ReplyKind.Corrupt"/>.
    /// </summary>
    void Get(AccountKey key, int tag);

    /// <summary>Queues a write. Its reply is <see cref="ReplyKind.Stored"/>.</summary>
    void Set(AccountKey key, AccountState state, int tag);

    /// <summary>As <see cref="Set"/>, for an account with fields after its balance.</summary>
    /// <param name="more">The fields after the balance; their number is that of the store.</param>
    void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag) =>
        throw new NotSupportedException("the accounts have only a balance");

    /// <summary>
    /// Queues one read of several keys: one reply for each, with tags rising from <paramref name="firstTag"/>.
    /// </summary>
    void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag);

    /// <summary>
    /// Queues one write of several keys. It has a single reply; shards may apply parts of a refused write.
    /// </summary>
    void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag);

    /// <summary>As <see cref="MultiSet"/>, for accounts with fields after their balance.</summary>
    /// <param name="more">The fields after the balances of all accounts, side by side.</param>
    void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        throw new NotSupportedException("the accounts have only a balance");

    /// <summary>As <see cref="MultiSetFields"/>, in one transaction: no reader sees a part of it.</summary>
    void Exec(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        throw new NotSupportedException("the store has no MULTI and EXEC");

    /// <summary>Queues a script. Its reply is a <see cref="ReplyKind.Number"/>, in the sequence of its state.</summary>
    void Evaluate(AccountScript script, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<long> arguments, int tag) =>
        throw new NotSupportedException("the store has no scripts");

    /// <summary>Queues a removal. Its reply is <see cref="ReplyKind.Stored"/>, also for a missing key.</summary>
    void Delete(AccountKey key, int tag);

    /// <summary>
    /// Sends the queued operations, waits until at least one reply is complete, and returns all complete replies. The
    /// span is valid until the next call.
    /// </summary>
    /// <returns>Empty only when nothing is outstanding.</returns>
    /// <exception cref="StoreException">
    /// The connection broke, the peer broke the protocol, or no reply came within the store's time limit.
    /// </exception>
    ReadOnlySpan<AccountReply> Exchange();

    /// <summary>The fields after the balance of a value that the last <see cref="Exchange"/> read.</summary>
    /// <param name="index">The index of the reply.</param>
    ReadOnlySpan<long> FieldsOf(int index) => [];

    /// <summary>
    /// Sends the queued operations and waits for a reply, as <see cref="IStoreConnection.Await"/> does.
    /// </summary>
    /// <returns>Whether <see cref="Exchange"/> would return replies.</returns>
    bool Await(TimeSpan atMost)
    {
        if (Outstanding == 0)
        {
            PreciseWait.For(atMost);
        }

        return Outstanding > 0;
    }
}

/// <summary>One reply about an account.</summary>
/// <param name="Kind">What the store answered.</param>
/// <param name="Tag">The operation's tag; a read of several keys has one for each key.</param>
/// <param name="Key">The key that the value contains; default if no value was read.</param>
/// <param name="State">The value read; default unless <see cref="ReplyKind.Value"/>.</param>
public readonly record struct AccountReply(ReplyKind Kind, int Tag, AccountKey Key, AccountState State)
{
    /// <summary>Whether the reply contains exactly this state, under this key.</summary>
    public bool Holds(AccountKey key, AccountState state) => Kind == ReplyKind.Value && Key == key && State == state;
}

/// <summary>The state of an account in a store. Sequence and account together determine the balance.</summary>
/// <param name="Sequence">
/// The number of the last transfer that touched the account. It rises over all blocks of a run; 0 after seeding.
/// </param>
/// <param name="Balance">The account's units.</param>
public readonly record struct AccountState(long Sequence, long Balance);

/// <summary>Identifies one version of one account in a store. Each version has only one writer, ever.</summary>
/// <param name="Account">The account's number.</param>
/// <param name="Version">0 for the seeded version; otherwise the epoch of the attempt that owns the version.</param>
public readonly record struct AccountKey(int Account, int Version);

/// <summary>A script over accounts that a server executes as a whole.</summary>
/// <param name="Index">The index of the script in its run.</param>
public abstract record AccountScript(int Index)
{
    public abstract string Text { get; }

    /// <summary>The commands inside one call without an error.</summary>
    public abstract OperationCounts Inside { get; }
}
