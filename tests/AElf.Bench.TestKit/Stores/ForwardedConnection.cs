using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Stores;

/// <summary>Base of connections that change single members of another connection.</summary>
/// <param name="inner">The connection that does the work; it is disposed of with this one.</param>
public abstract class ForwardedConnection(IAccountConnection inner) : IAccountConnection
{
    public int Outstanding => inner.Outstanding;

    public OperationCounts Operations => inner.Operations;

    public string LastError => inner.LastError;

    public void Get(AccountKey key, int tag) => inner.Get(key, tag);

    public void Set(AccountKey key, AccountState state, int tag) => inner.Set(key, state, tag);

    public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag) =>
        inner.SetFields(key, state, more, tag);

    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) => inner.MultiGet(keys, firstTag);

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        inner.MultiSet(keys, states, tag);

    public void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        inner.MultiSetFields(keys, states, more, tag);

    public void Delete(AccountKey key, int tag) => inner.Delete(key, tag);

    public virtual ReadOnlySpan<AccountReply> Exchange() => inner.Exchange();

    public ReadOnlySpan<long> FieldsOf(int index) => inner.FieldsOf(index);

    public virtual bool Await(TimeSpan atMost) => inner.Await(atMost);

    public void Dispose()
    {
        inner.Dispose();
        GC.SuppressFinalize(this);
    }
}
