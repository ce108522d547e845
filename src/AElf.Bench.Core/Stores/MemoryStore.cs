using System.Collections.Concurrent;
using AElf.Bench.Core.Ledger;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// The embedded store: accounts as seeded in an array, later versions in a dictionary. Safe for any number of connections as long as each key
/// version has one writer at a time and readers are told of writes by a message, which the protocol guarantees.
/// </summary>
public sealed class MemoryStore : IStore
{
    private readonly StoreReply[] seeded;
    private readonly ConcurrentDictionary<AccountKey, AccountState> others = new();
    private readonly ConcurrentBag<MemoryConnection> connections = [];
    private int locked;

    /// <summary>Makes room for accounts 0 to <paramref name="accountCapacity"/> − 1; others are held too, at dictionary speed.</summary>
    public MemoryStore(int accountCapacity)
    {
        seeded = new StoreReply[accountCapacity];
    }

    /// <inheritdoc/>
    public StoreDescription Description { get; } = new() { Type = "inmemory", Client = "memory" };

    /// <inheritdoc/>
    public IStoreConnection Connect()
    {
        var connection = new MemoryConnection(this);
        connections.Add(connection);
        return connection;
    }

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters()
    {
        var served = connections.Aggregate(default(OperationCounts), (sum, connection) => sum + connection.Served);
        var keys = others.Count + seeded.Count(slot => slot.Kind == ReplyKind.Value);
        return [new ShardCounters("memory", "memory", served, keys, double.NaN, "embedded", "none")];
    }

    /// <inheritdoc/>
    public bool TryTakeRunLock() => Interlocked.Exchange(ref locked, 1) == 0;

    /// <inheritdoc/>
    public void ReleaseRunLock() => Volatile.Write(ref locked, 0);

    /// <inheritdoc/>
    public void Dispose()
    {
        // Nothing to end: the accounts go with the object.
    }

    private bool IsSeeded(AccountKey key) => key.Version == 0 && (uint)key.Account < (uint)seeded.Length;

    private StoreReply Read(AccountKey key)
    {
        if (IsSeeded(key))
        {
            return seeded[key.Account];
        }

        return others.TryGetValue(key, out var state) ? new StoreReply(ReplyKind.Value, state) : default;
    }

    private void Write(AccountKey key, AccountState state)
    {
        if (IsSeeded(key))
        {
            seeded[key.Account] = new StoreReply(ReplyKind.Value, state);
        }
        else
        {
            others[key] = state;
        }
    }

    private void Remove(AccountKey key)
    {
        if (IsSeeded(key))
        {
            seeded[key.Account] = default;
        }
        else
        {
            others.TryRemove(key, out _);
        }
    }

    private sealed class MemoryConnection(MemoryStore store) : IStoreConnection
    {
        private static readonly StoreReply Stored = new(ReplyKind.Stored, default);

        private StoreReply[] replies = new StoreReply[256];
        private StoreReply[] handedOut = new StoreReply[256];
        private int owed;
        private long getsServed;
        private long setsServed;
        private long multiGetsServed;
        private long multiSetsServed;
        private long keysRead;
        private long keysWritten;
        private long queuedGets;
        private long queuedSets;
        private OperationCounts queuedMulti;

        public int Outstanding => owed;

        public OperationCounts Operations => queuedMulti + new OperationCounts(queuedGets, queuedSets, 0, 0, queuedGets, queuedSets);

        public string LastError => string.Empty;

        internal OperationCounts Served => new(getsServed, setsServed, multiGetsServed, multiSetsServed, keysRead, keysWritten);

        public void Get(AccountKey key)
        {
            queuedGets++;
            Owe(Serve(key));
            getsServed++;
        }

        public void Set(AccountKey key, AccountState state)
        {
            queuedSets++;
            Serve(key, state);
            setsServed++;
            Owe(Stored);
        }

        public void MultiGet(ReadOnlySpan<AccountKey> keys)
        {
            queuedMulti += new OperationCounts(0, 0, 1, 0, keys.Length, 0);
            foreach (var key in keys)
            {
                Owe(Serve(key));
            }

            multiGetsServed++;
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states)
        {
            queuedMulti += new OperationCounts(0, 0, 0, 1, 0, keys.Length);
            for (var i = 0; i < keys.Length; i++)
            {
                Serve(keys[i], states[i]);
            }

            multiSetsServed++;
            Owe(Stored);
        }

        public void Delete(AccountKey key)
        {
            store.Remove(key);
            Owe(Stored);
        }

        public ReadOnlySpan<StoreReply> Exchange()
        {
            // Two buffers take turns: the caller queues new operations while it walks the replies handed out.
            var count = owed;
            owed = 0;
            (replies, handedOut) = (handedOut, replies);
            return handedOut.AsSpan(0, count);
        }

        public void Dispose()
        {
            // The store keeps the counters of ended connections.
        }

        private StoreReply Serve(AccountKey key)
        {
            keysRead++;
            return store.Read(key);
        }

        private void Serve(AccountKey key, AccountState state)
        {
            keysWritten++;
            store.Write(key, state);
        }

        private void Owe(StoreReply reply)
        {
            if (owed == replies.Length)
            {
                Array.Resize(ref replies, owed * 2);
            }

            replies[owed++] = reply;
        }
    }
}
