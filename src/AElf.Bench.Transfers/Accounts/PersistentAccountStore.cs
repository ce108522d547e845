using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Accounts in a store of bytes, under the keys of one run.</summary>
/// <param name="store">Holds the bytes; ends with this.</param>
/// <param name="run">The run whose keys are used.</param>
/// <param name="more">Fields of each account after its balance.</param>
public sealed class PersistentAccountStore(IStore store, RunId run, int more = 0) : IAccountStore
{
    public StoreDescription Description => store.Description;

    public IAccountConnection Connect() => new PersistentAccountConnection(store.Connect(), run, more);

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public void TryCommands(bool severalKeys) => store.TryCommands(severalKeys);

    public void RemoveTrial() => store.RemoveTrial();

    public bool TryTakeRunLock() => store.TryTakeRunLock();

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose() => store.Dispose();
}
