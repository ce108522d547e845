using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Accounts in a store of bytes, under the keys of one run.</summary>
/// <param name="store">Holds the bytes; disposed with this object.</param>
/// <param name="run">The run whose keys are used.</param>
/// <param name="layout">Fields and sizes; null for accounts with only a balance, in the smallest size.</param>
/// <param name="scripts">The scripts that each connection loads; null for none.</param>
public sealed class PersistentAccountStore(
    IStore store, RunId run, AccountLayout? layout = null, IReadOnlyList<AccountScript>? scripts = null) : IAccountStore
{
    private readonly AccountLayout layout = layout ?? new AccountLayout();

    public StoreDescription Description => store.Description;

    public HashTags? Tags { get; } = layout is { IsTagged: true } ? new HashTags() : null;

    public IAccountConnection Connect()
    {
        var connection = new PersistentAccountConnection(store.Connect(), run, layout, Tags);
        try
        {
            connection.Load(scripts ?? [], store.Description);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public void TryCommands(StoreCommands commands, bool inOneSlot = false) =>
        store.TryCommands(commands, inOneSlot || layout.IsTagged);

    public void RemoveTrial() => store.RemoveTrial();

    public bool TryTakeRunLock() => store.TryTakeRunLock();

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose() => store.Dispose();
}
