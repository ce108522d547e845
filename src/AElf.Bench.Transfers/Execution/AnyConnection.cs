using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// A connection of any type, for stores behind a socket and for tests. Its indirect calls cost little compared with a
/// socket.
/// </summary>
internal readonly struct AnyConnection(IAccountConnection inner) : IAccountConnection
{
    public HashTags? Tags => inner.Tags;

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

    public void Exec(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        inner.Exec(keys, states, more, tag);

    public void Evaluate(
        AccountScript script, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<long> arguments, int tag) =>
        inner.Evaluate(script, keys, arguments, tag);

    public void Delete(AccountKey key, int tag) => inner.Delete(key, tag);

    public ReadOnlySpan<AccountReply> Exchange() => inner.Exchange();

    public ReadOnlySpan<long> FieldsOf(int index) => inner.FieldsOf(index);

    public bool Await(TimeSpan atMost) => inner.Await(atMost);

    public void Dispose() => inner.Dispose();
}
