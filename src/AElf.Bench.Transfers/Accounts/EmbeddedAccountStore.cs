using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The embedded store: accounts as seeded in an array, later versions in a dictionary. Safe for any number of
/// connections as long as each key version has one writer at a time and readers are told of writes by a message, which
/// the protocol guarantees.
/// </summary>
public sealed class EmbeddedAccountStore : IAccountStore
{
    private readonly Slot[] seeded;
    private readonly ConcurrentDictionary<AccountKey, AccountState> others = new();
    private readonly ConcurrentBag<Connection> connections = [];
    private int locked;

    /// <summary>
    /// Makes room for accounts 0 to <paramref name="accountCapacity"/> − 1; others are held too, at dictionary speed.
    /// </summary>
    public EmbeddedAccountStore(int accountCapacity)
    {
        seeded = new Slot[accountCapacity];
    }

    public StoreDescription Description { get; } = new() { Type = "inmemory", Client = "memory" };

    public IAccountConnection Connect()
    {
        var connection = new Connection(this);
        connections.Add(connection);
        return connection;
    }

    public IReadOnlyList<ShardCounters> ReadCounters()
    {
        var served = connections.Aggregate(default(OperationCounts), (sum, connection) => sum + connection.Served);
        var keys = others.Count + seeded.Count(slot => slot.IsSet);
        return [new ShardCounters("memory", "memory", served, keys, double.NaN, "embedded", "none")];
    }

    public bool TryTakeRunLock() => Interlocked.Exchange(ref locked, 1) == 0;

    public void ReleaseRunLock() => Volatile.Write(ref locked, 0);

    public void Dispose()
    {
        // Nothing to end: the accounts go with the object.
    }

    private bool IsSeeded(AccountKey key) => key.Version == 0 && (uint)key.Account < (uint)seeded.Length;

    private void Read(AccountKey key, int tag, out AccountReply reply)
    {
        if (IsSeeded(key))
        {
            ref readonly var slot = ref seeded[key.Account];
            reply = slot.IsSet
                ? new AccountReply(ReplyKind.Value, tag, key, slot.State)
                : new AccountReply(ReplyKind.Missing, tag, default, default);
        }
        else if (others.TryGetValue(key, out var state))
        {
            reply = new AccountReply(ReplyKind.Value, tag, key, state);
        }
        else
        {
            reply = new AccountReply(ReplyKind.Missing, tag, default, default);
        }
    }

    private void Write(AccountKey key, AccountState state)
    {
        if (IsSeeded(key))
        {
            seeded[key.Account] = new Slot(state);
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

    // A hint only: the address may be stale when the collector moves the array, which costs a cache line and nothing
    // else.
    private unsafe void Prefetch(AccountKey key)
    {
        if (Sse.IsSupported && IsSeeded(key))
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref seeded[key.Account]));
        }
    }

    /// <summary>
    /// Operations wait until they are exchanged, as on a wire, so that the cache misses of a batch overlap.
    /// </summary>
    private sealed class Connection(EmbeddedAccountStore store) : IAccountConnection
    {
        private Operation[] operations = new Operation[256];
        private int operationCount;
        private AccountReply[] replies = new AccountReply[256];
        private OperationTally sent;
        private OperationTally served;

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

        public void Get(AccountKey key, int tag)
        {
            sent.Get();
            Outstanding++;
            Queue(Command.Get, key, default, tag);
        }

        public void Set(AccountKey key, AccountState state, int tag)
        {
            sent.Set();
            Outstanding++;
            Queue(Command.Set, key, state, tag);
        }

        public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
        {
            sent.MultiGet(keys.Length);
            Outstanding += keys.Length;
            Queue(Command.MultiGetHead, new AccountKey(keys.Length, 0), default, firstTag);
            foreach (var key in keys)
            {
                Queue(Command.MultiGetKey, key, default, firstTag++);
            }
        }

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag)
        {
            sent.MultiSet(keys.Length);
            Outstanding++;
            for (var i = 0; i < keys.Length; i++)
            {
                Queue(Command.MultiSetKey, keys[i], states[i], tag);
            }

            Queue(Command.MultiSetEnd, new AccountKey(keys.Length, 0), default, tag);
        }

        public void Delete(AccountKey key, int tag)
        {
            Outstanding++;
            Queue(Command.Delete, key, default, tag);
        }

        public ReadOnlySpan<AccountReply> Exchange()
        {
            if (replies.Length < Outstanding)
            {
                replies = new AccountReply[operations.Length];
            }

            var answered = 0;
            foreach (ref readonly var operation in operations.AsSpan(0, operationCount))
            {
                answered += Serve(operation, ref replies[answered]);
            }

            operationCount = 0;
            Outstanding = 0;
            return replies.AsSpan(0, answered);
        }

        public void Dispose()
        {
            // The store keeps the counters of ended connections.
        }

        private void Queue(Command command, AccountKey key, AccountState state, int tag)
        {
            if (operationCount == operations.Length)
            {
                Array.Resize(ref operations, operationCount * 2);
            }

            operations[operationCount++] = new Operation(key, state, tag, command);
            store.Prefetch(key);
        }

        // Returns how many replies the operation has.
        private int Serve(in Operation operation, ref AccountReply reply)
        {
            switch (operation.Command)
            {
                case Command.Get:
                    served.Get();
                    store.Read(operation.Key, operation.Tag, out reply);
                    return 1;
                case Command.Set:
                    served.Set();
                    store.Write(operation.Key, operation.State);
                    break;
                case Command.MultiGetKey:
                    store.Read(operation.Key, operation.Tag, out reply);
                    return 1;
                case Command.MultiGetHead:
                    served.MultiGet(operation.Key.Account);
                    return 0;
                case Command.MultiSetKey:
                    store.Write(operation.Key, operation.State);
                    return 0;
                case Command.MultiSetEnd:
                    served.MultiSet(operation.Key.Account);
                    break;
                default:
                    store.Remove(operation.Key);
                    break;
            }

            reply = new AccountReply(ReplyKind.Stored, operation.Tag, default, default);
            return 1;
        }

        private readonly record struct Operation(AccountKey Key, AccountState State, int Tag, Command Command);
    }

    // An account at version 0, or none. A quarter of a cache line: the sequence is kept one higher, and 0 says none.
    private readonly struct Slot(AccountState state)
    {
        private readonly long sequenceAfter = state.Sequence + 1;
        private readonly long balance = state.Balance;

        public bool IsSet => sequenceAfter != 0;

        public AccountState State => new(sequenceAfter - 1, balance);
    }
}
