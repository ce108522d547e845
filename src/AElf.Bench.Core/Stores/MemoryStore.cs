using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Accounts;

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
    public bool TryTakeRunLock(bool evenIfHeld = false) => Interlocked.Exchange(ref locked, 1) == 0 || evenIfHeld;

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

    // A hint only: the address may be stale when the collector moves the array, which costs a cache line and nothing else.
    private unsafe void Prefetch(AccountKey key)
    {
        if (Sse.IsSupported && IsSeeded(key))
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref seeded[key.Account]));
        }
    }

    /// <summary>Operations wait until they are exchanged, as on a wire, so that the cache misses of a batch overlap.</summary>
    private sealed class MemoryConnection(MemoryStore store) : IStoreConnection
    {
        private Operation[] operations = new Operation[256];
        private int operationCount;
        private StoreReply[] replies = new StoreReply[256];
        private Tally sent;
        private Tally served;

        private enum Command : byte
        {
            Get,
            Set,
            Delete,

            // A command over several keys is its keys and a head or an end, which is what is counted as the command.
            MultiGetHead,
            MultiGetKey,
            MultiSetKey,
            MultiSetEnd,
        }

        public int Outstanding { get; private set; }

        public OperationCounts Operations => sent.Counts;

        public string LastError => string.Empty;

        internal OperationCounts Served => served.Counts;

        public void Get(AccountKey key)
        {
            sent.Gets++;
            Outstanding++;
            Queue(Command.Get, key, default);
        }

        public void Set(AccountKey key, AccountState state)
        {
            sent.Sets++;
            Outstanding++;
            Queue(Command.Set, key, state);
        }

        public void MultiGet(ReadOnlySpan<AccountKey> keys)
        {
            sent.MultiGets++;
            sent.MultiGetKeys += keys.Length;
            Outstanding += keys.Length;
            Queue(Command.MultiGetHead, default, default);
            foreach (var key in keys)
            {
                Queue(Command.MultiGetKey, key, default);
            }
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states)
        {
            sent.MultiSets++;
            sent.MultiSetKeys += keys.Length;
            Outstanding++;
            for (var i = 0; i < keys.Length; i++)
            {
                Queue(Command.MultiSetKey, keys[i], states[i]);
            }

            Queue(Command.MultiSetEnd, default, default);
        }

        public void Delete(AccountKey key)
        {
            Outstanding++;
            Queue(Command.Delete, key, default);
        }

        public ReadOnlySpan<StoreReply> Exchange()
        {
            if (replies.Length < Outstanding)
            {
                replies = new StoreReply[operations.Length];
            }

            var pending = 0;
            foreach (ref readonly var operation in operations.AsSpan(0, operationCount))
            {
                pending += Serve(operation, ref replies[pending]);
            }

            operationCount = 0;
            Outstanding = 0;
            return replies.AsSpan(0, pending);
        }

        public void Dispose()
        {
            // The store keeps the counters of ended connections.
        }

        private void Queue(Command command, AccountKey key, AccountState state)
        {
            if (operationCount == operations.Length)
            {
                Array.Resize(ref operations, operationCount * 2);
            }

            operations[operationCount++] = new Operation(key, state, command);
            store.Prefetch(key);
        }

        // Returns how many replies the operation owes.
        private int Serve(in Operation operation, ref StoreReply reply)
        {
            switch (operation.Command)
            {
                case Command.Get:
                    served.Gets++;
                    reply = store.Read(operation.Key);
                    return 1;
                case Command.Set:
                    served.Sets++;
                    store.Write(operation.Key, operation.State);
                    break;
                case Command.MultiGetKey:
                    served.MultiGetKeys++;
                    reply = store.Read(operation.Key);
                    return 1;
                case Command.MultiGetHead:
                    served.MultiGets++;
                    return 0;
                case Command.MultiSetKey:
                    served.MultiSetKeys++;
                    store.Write(operation.Key, operation.State);
                    return 0;
                case Command.MultiSetEnd:
                    served.MultiSets++;
                    break;
                default:
                    store.Remove(operation.Key);
                    break;
            }

            reply = new StoreReply(ReplyKind.Stored, default);
            return 1;
        }

        private readonly record struct Operation(AccountKey Key, AccountState State, Command Command);

        private struct Tally
        {
            public long Gets;
            public long Sets;
            public long MultiGets;
            public long MultiSets;
            public long MultiGetKeys;
            public long MultiSetKeys;

            public readonly OperationCounts Counts => new(Gets, Sets, MultiGets, MultiSets, Gets + MultiGetKeys, Sets + MultiSetKeys);
        }
    }
}
