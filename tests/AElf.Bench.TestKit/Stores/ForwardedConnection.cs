using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>A connection as it is; a test's own differs from it in what it overrides.</summary>
/// <param name="inner">What all is asked of; it ends with this one.</param>
public abstract class ForwardedConnection(IAccountConnection inner) : IAccountConnection
{
    /// <inheritdoc/>
    public int Outstanding => inner.Outstanding;

    /// <inheritdoc/>
    public OperationCounts Operations => inner.Operations;

    /// <inheritdoc/>
    public string LastError => inner.LastError;

    /// <inheritdoc/>
    public void Get(AccountKey key, int tag) => inner.Get(key, tag);

    /// <inheritdoc/>
    public void Set(AccountKey key, AccountState state, int tag) => inner.Set(key, state, tag);

    /// <inheritdoc/>
    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) => inner.MultiGet(keys, firstTag);

    /// <inheritdoc/>
    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        inner.MultiSet(keys, states, tag);

    /// <inheritdoc/>
    public void Delete(AccountKey key, int tag) => inner.Delete(key, tag);

    /// <inheritdoc/>
    public virtual ReadOnlySpan<AccountReply> Exchange() => inner.Exchange();

    /// <inheritdoc/>
    public virtual bool Await(TimeSpan atMost) => inner.Await(atMost);

    /// <inheritdoc/>
    public void Dispose()
    {
        inner.Dispose();
        GC.SuppressFinalize(this);
    }
}
