using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Memory;

namespace AElf.Bench.Tests.Concurrency.Local;

/// <summary>
/// A store in memory behind a gate that can be shut, and with connections that can be cut after their operations were
/// applied.
/// </summary>
internal sealed class GatedStore : IStore
{
    private readonly MemoryStore store = new();

    // An object and not a Lock: exchanges wait on it.
    private readonly object gate = new();
    private readonly TaskCompletionSource waiter = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool shut;
    private int refusals;
    private int passes;
    private int exchanges;
    private int cuts;
    private int open;
    private volatile bool dead;

    /// <summary>Cuts a connection at each so-manieth exchange of all; 0 cuts none.</summary>
    public int CutEvery { get; init; }

    /// <summary>How long an exchange waits before the shut gate.</summary>
    public TimeSpan Timeout { get; init; } = Wait.Deadline;

    /// <summary>Cuts allowed so far; set it between rounds only.</summary>
    public int MaxCuts { get; set; }

    public int MaxConnections { get; init; } = int.MaxValue;

    /// <summary>Connections that are refused before one is taken; set it while nobody connects.</summary>
    public int MaxRefusals
    {
        set => refusals = value;
    }

    public int Cuts => Volatile.Read(ref cuts);

    public int OpenConnections => Volatile.Read(ref open);

    /// <summary>Ends when an exchange has come to the shut gate.</summary>
    public Task SomebodyWaits => waiter.Task;

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

    /// <summary>Lets one exchange pass the shut gate.</summary>
    public void LetPass()
    {
        lock (gate)
        {
            passes++;
            Monitor.Pulse(gate);
        }
    }

    /// <summary>From now on no exchange and no connection succeeds.</summary>
    public void Die() => dead = true;

    public IStoreConnection Connect()
    {
        if (dead)
        {
            throw new StoreException(StoreFault.Unreachable, "nobody listens");
        }

        if (Interlocked.Decrement(ref refusals) >= 0)
        {
            throw new StoreException(StoreFault.Unreachable, "nobody listens yet");
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
        // The gate stays usable: an actor may still come to it.
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
                    // As every store does: a reply that does not come is a fault, not a wait for ever.
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
            // What the gate holds back, or a cut loses, are the replies.
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
