using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Accounts in a store of bytes, under the keys of one run.</summary>
/// <param name="store">Holds the bytes; ends with this.</param>
/// <param name="run">The run whose keys are used.</param>
public sealed class PersistentAccountStore(IStore store, RunId run) : IAccountStore
{
    /// <inheritdoc/>
    public StoreDescription Description => store.Description;

    /// <inheritdoc/>
    public IAccountConnection Connect() => new PersistentAccountConnection(store.Connect(), run);

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    /// <inheritdoc/>
    public bool TryTakeRunLock() => store.TryTakeRunLock();

    /// <inheritdoc/>
    public void ReleaseRunLock() => store.ReleaseRunLock();

    /// <inheritdoc/>
    public void Dispose() => store.Dispose();
}
