using AElf.Bench.Core.Ledger;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Concurrency.Local;

/// <summary>The embedded store behind a gate that can be shut, and with connections that can be cut after their operations were applied.</summary>
internal sealed class GatedStore(int accounts) : IStore
{
    private readonly MemoryStore store = new(accounts);
    private static readonly TimeSpan Timeout = TimeSpan.FromMilliseconds(200);

    private readonly ManualResetEventSlim gate = new(initialState: true);
    private readonly TaskCompletionSource waiter = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int exchanges;
    private int cuts;
    private int open;

    /// <summary>Cuts a connection at each so-manieth exchange of all; 0 cuts none.</summary>
    public int CutEvery { get; init; }

    /// <summary>Cuts allowed so far; set it between rounds only.</summary>
    public int MostCuts { get; set; }

    public int MostConnections { get; init; } = int.MaxValue;

    public int Cuts => Volatile.Read(ref cuts);

    public int OpenConnections => Volatile.Read(ref open);

    /// <summary>Ends when an exchange has come to the shut gate.</summary>
    public Task SomebodyWaits => waiter.Task;

    public StoreDescription Description => store.Description;

    public void Close() => gate.Reset();

    public void Open() => gate.Set();

    public IStoreConnection Connect()
    {
        if (Interlocked.Increment(ref open) > MostConnections)
        {
            Interlocked.Decrement(ref open);
            throw new StoreException(StoreFault.Unreachable, "no more connections");
        }

        return new Connection(this, store.Connect());
    }

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public bool TryTakeRunLock(bool evenIfHeld = false) => store.TryTakeRunLock(evenIfHeld);

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose()
    {
        // The gate stays usable: an actor may still come to it.
        gate.Set();
        store.Dispose();
    }

    private void Pass()
    {
        if (!gate.IsSet)
        {
            waiter.TrySetResult();
            if (!gate.Wait(Timeout))
            {
                // As every store does: a reply that does not come is a fault, not a wait for ever.
                throw new StoreException(StoreFault.Timeout, "the gate stayed shut");
            }
        }

        if (CutEvery > 0 && Interlocked.Increment(ref exchanges) % CutEvery == 0 && Cuts < MostCuts)
        {
            Interlocked.Increment(ref cuts);
            throw new StoreException(StoreFault.Closed, "cut");
        }
    }

    private sealed class Connection(GatedStore owner, IStoreConnection inner) : IStoreConnection
    {
        private bool disposed;

        public int Outstanding => inner.Outstanding;

        public OperationCounts Operations => inner.Operations;

        public string LastError => inner.LastError;

        public void Get(AccountKey key) => inner.Get(key);

        public void Set(AccountKey key, AccountState state) => inner.Set(key, state);

        public void MultiGet(ReadOnlySpan<AccountKey> keys) => inner.MultiGet(keys);

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) => inner.MultiSet(keys, states);

        public void Delete(AccountKey key) => inner.Delete(key);

        public ReadOnlySpan<StoreReply> Exchange()
        {
            owner.Pass();
            return inner.Exchange();
        }

        public void Dispose()
        {
            if (!disposed)
            {
                disposed = true;
                Interlocked.Decrement(ref owner.open);
                inner.Dispose();
            }
        }
    }
}
