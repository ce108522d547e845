using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Concurrency.Local;

/// <summary>
/// A store in memory with a gate that a test can close. Its connections can be cut after their operations were applied.
/// </summary>
internal sealed class GatedStore : IStore
{
    private readonly MemoryStore store = new();

    // An object and not a Lock, since exchanges wait on it with Monitor.
    private readonly object gate = new();
    private readonly TaskCompletionSource waiter = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool shut;
    private int refusals;
    private int passes;
    private int exchanges;
    private int cuts;
    private int open;
    private volatile bool dead;

    /// <summary>Cuts a connection at every Nth exchange of all connections; 0 cuts none.</summary>
    public int CutEvery { get; init; }

    /// <summary>The time-out of an exchange at the closed gate.</summary>
    public TimeSpan Timeout { get; init; } = Wait.Deadline;

    /// <summary>The maximum number of cuts so far; set it between rounds only.</summary>
    public int MaxCuts { get; set; }

    public int MaxConnections { get; init; } = int.MaxValue;

    /// <summary>The number of connections to refuse before one is accepted; set it while no actor connects.</summary>
    public int MaxRefusals
    {
        set => refusals = value;
    }

    public int Cuts => Volatile.Read(ref cuts);

    public int OpenConnections => Volatile.Read(ref open);

    /// <summary>Completes when an exchange has reached the closed gate.</summary>
    public Task ExchangeWaits => waiter.Task;

    public StoreDescription Description => store.Description;

    public void Close()
    {
        lock (gate)
        {
            shut = true;
        }
    }

    public void Open()
    {
        lock (gate)
        {
            shut = false;
            Monitor.PulseAll(gate);
        }
    }

    /// <summary>Lets one exchange pass the closed gate.</summary>
    public void LetPass()
    {
        lock (gate)
        {
            passes++;
            Monitor.Pulse(gate);
        }
    }

    /// <summary>From now on all exchanges and connections fail.</summary>
    public void Die() => dead = true;

    public IStoreConnection Connect()
    {
        if (dead)
        {
            throw new StoreException(StoreFault.Unreachable, "no listener");
        }

        if (Interlocked.Decrement(ref refusals) >= 0)
        {
            throw new StoreException(StoreFault.Unreachable, "the store is not ready");
        }

        if (Interlocked.Increment(ref open) > MaxConnections)
        {
            Interlocked.Decrement(ref open);
            throw new StoreException(StoreFault.Unreachable, "no more connections");
        }

        return new Connection(this, store.Connect());
    }

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public bool TryTakeRunLock() => store.TryTakeRunLock();

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose()
    {
        // The gate remains usable, since an actor may still reach it.
        Open();
        store.Dispose();
    }

    private void Pass()
    {
        if (dead)
        {
            throw new StoreException(StoreFault.Closed, "the store ended");
        }

        PassGate();
        if (CutEvery > 0 && Interlocked.Increment(ref exchanges) % CutEvery == 0 && Cuts < MaxCuts)
        {
            Interlocked.Increment(ref cuts);
            throw new StoreException(StoreFault.Closed, "cut");
        }
    }

    private void PassGate()
    {
        lock (gate)
        {
            while (shut && passes == 0)
            {
                waiter.TrySetResult();
                if (!Monitor.Wait(gate, Timeout))
                {
                    // Like every store: a missing reply is a fault after the time-out.
                    throw new StoreException(StoreFault.Timeout, "the gate stayed shut");
                }
            }

            passes -= shut ? 1 : 0;
        }
    }

    private sealed class Connection(GatedStore owner, IStoreConnection inner) : IStoreConnection
    {
        private bool disposed;

        public int Outstanding => inner.Outstanding;

        public OperationCounts Operations => inner.Operations;

        public string LastError => inner.LastError;

        public void Get(ReadOnlySpan<byte> key, int tag) => inner.Get(key, tag);

        public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag) => inner.Set(key, value, tag);

        public void Delete(ReadOnlySpan<byte> key, int tag) => inner.Delete(key, tag);

        public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag) =>
            inner.MultiGet(keys, keyLength, firstTag);

        public void MultiSet(
            ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag) =>
            inner.MultiSet(keys, keyLength, values, valueLength, tag);

        public StoreReplies Exchange()
        {
            // The gate holds, and a cut loses, only the replies.
            var replies = inner.Exchange();
            owner.Pass();
            return replies;
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
