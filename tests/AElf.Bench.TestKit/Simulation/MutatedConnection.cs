using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// Removes a guard of the lane pump from outside, so that the hot loop needs no switch: accounts without sequences, or
/// keys without versions, whose values pass as values of the requested key.
/// </summary>
internal sealed class MutatedConnection(IAccountConnection connection, ClusterMutation mutation) : IAccountConnection
{
    private AccountReply[] altered = new AccountReply[1024];
    private readonly Dictionary<int, AccountKey> asked = [];

    public int Outstanding => connection.Outstanding;

    public OperationCounts Operations => connection.Operations;

    public string LastError => connection.LastError;

    public void Get(AccountKey key, int tag)
    {
        asked[tag] = key;
        connection.Get(Alter(key), tag);
    }

    public void Set(AccountKey key, AccountState state, int tag) => connection.Set(Alter(key), state, tag);

    public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag) =>
        connection.SetFields(Alter(key), state, more, tag);

    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
    {
        for (var i = 0; i < keys.Length; i++)
        {
            asked[firstTag + i] = keys[i];
        }

        connection.MultiGet(Alter(keys), firstTag);
    }

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        connection.MultiSet(Alter(keys), states, tag);

    public void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        connection.MultiSetFields(Alter(keys), states, more, tag);

    public void Exec(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        connection.Exec(Alter(keys), states, more, tag);

    public void Evaluate(
        AccountScript script, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<long> arguments, int tag) =>
        connection.Evaluate(script, Alter(keys), arguments, tag);

    public void Delete(AccountKey key, int tag) => connection.Delete(Alter(key), tag);

    public ReadOnlySpan<AccountReply> Exchange()
    {
        var replies = connection.Exchange();
        if (altered.Length < replies.Length)
        {
            altered = new AccountReply[2 * replies.Length];
        }

        for (var i = 0; i < replies.Length; i++)
        {
            altered[i] = Alter(replies[i]);
        }

        return altered.AsSpan(0, replies.Length);
    }

    public ReadOnlySpan<long> FieldsOf(int index) => connection.FieldsOf(index);

    public void Dispose() => connection.Dispose();

    private AccountReply Alter(AccountReply reply) => (reply.Kind, mutation) switch
    {
        (ReplyKind.Value, ClusterMutation.SequenceCheck) => reply with { State = reply.State with { Sequence = 0 } },
        (ReplyKind.Value, ClusterMutation.EpochKeys) => reply with { Key = asked[reply.Tag] },
        _ => reply,
    };

    private AccountKey Alter(AccountKey key) => mutation == ClusterMutation.EpochKeys ? key with { Version = 0 } : key;

    private AccountKey[] Alter(ReadOnlySpan<AccountKey> keys)
    {
        var changed = keys.ToArray();
        for (var i = 0; i < changed.Length; i++)
        {
            changed[i] = Alter(changed[i]);
        }

        return changed;
    }
}
