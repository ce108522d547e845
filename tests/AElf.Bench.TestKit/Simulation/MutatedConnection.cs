using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// Takes a guard away that lives in the lane pump, from outside, so that the hot loop needs no switch: accounts that never show a sequence, or
/// keys without a version.
/// </summary>
internal sealed class MutatedConnection(IStoreConnection connection, ClusterMutation mutation) : IStoreConnection
{
    private readonly StoreReply[] altered = new StoreReply[1024];

    public int Outstanding => connection.Outstanding;

    public OperationCounts Operations => connection.Operations;

    public string LastError => connection.LastError;

    public void Get(AccountKey key) => connection.Get(Alter(key));

    public void Set(AccountKey key, AccountState state) => connection.Set(Alter(key), state);

    public void MultiGet(ReadOnlySpan<AccountKey> keys) => connection.MultiGet(Alter(keys));

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) => connection.MultiSet(Alter(keys), states);

    public void Delete(AccountKey key) => connection.Delete(Alter(key));

    public ReadOnlySpan<StoreReply> Exchange()
    {
        var replies = connection.Exchange();
        for (var i = 0; i < replies.Length; i++)
        {
            var state = replies[i].State;
            altered[i] = replies[i] with { State = mutation == ClusterMutation.SequenceCheck ? state with { Sequence = 0 } : state };
        }

        return altered.AsSpan(0, replies.Length);
    }

    public void Dispose() => connection.Dispose();

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
