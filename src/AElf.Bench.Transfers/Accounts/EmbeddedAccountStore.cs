using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The embedded store: an array holds the seeded accounts, a dictionary holds later versions. It is safe for any number
/// of connections under two conditions, which the protocol guarantees: each key version has one writer at a time, and a
/// reader learns of a write by a message.
/// </summary>
public sealed class EmbeddedAccountStore : IAccountStore
{
    // Each account fills a cache line: otherwise groups of two dispatchers share lines, and each write takes the line
    // from the other processor.
    private const int SlotsInLine = 4;
    private const int LastInLine = CacheLine.Bytes - (CacheLine.Bytes / SlotsInLine);

    private readonly int accounts;
    private readonly Slot[] seeded;
    private readonly int first;
    private readonly ConcurrentDictionary<AccountKey, AccountState> others = new();
    private readonly ConcurrentDictionary<AccountKey, long[]> fieldsOfOthers = new();
    private readonly ConcurrentBag<EmbeddedConnection> connections = [];
    private int locked;

    /// <summary>
    /// Allocates accounts 0 to <paramref name="accountCapacity"/> − 1. Other accounts are in the dictionary, at a lower
    /// speed.
    /// </summary>
    /// <param name="more">Fields of each account after its balance, which share its cache line.</param>
    public EmbeddedAccountStore(int accountCapacity, int more = 0)
    {
        More = more;
        accounts = accountCapacity;
        seeded = GC.AllocateArray<Slot>((accountCapacity * SlotsInLine) + 1, pinned: true);
        first = OffsetInLine(seeded) > LastInLine ? 1 : 0;
    }

    public StoreDescription Description { get; } = new() { Type = "inmemory", Client = "memory" };

    /// <summary>Fields of each account after its balance.</summary>
    internal int More { get; }

    public IAccountConnection Connect() => Open();

    /// <summary>Opens one connection as its concrete type, so that calls to it are direct.</summary>
    public EmbeddedConnection Open()
    {
        var connection = new EmbeddedConnection(this);
        connections.Add(connection);
        return connection;
    }

    public IReadOnlyList<ShardCounters> ReadCounters()
    {
        var served = connections.Aggregate(default(OperationCounts), (sum, connection) => sum + connection.Served);
        var keys = others.Count + Enumerable.Range(0, accounts).Count(account => SlotOf(account).IsSet);
        return [new ShardCounters("memory", "memory", served, keys, double.NaN, "embedded", "none")];
    }

    public bool TryTakeRunLock() => Interlocked.Exchange(ref locked, 1) == 0;

    public void ReleaseRunLock() => Volatile.Write(ref locked, 0);

    public void Dispose()
    {
        // The accounts are released with the object.
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsSeeded(AccountKey key) => key.Version == 0 && (uint)key.Account < (uint)accounts;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Slot SlotOf(int account) => ref seeded[(account * SlotsInLine) + first];

    private static unsafe long OffsetInLine(Slot[] pinned) =>
        (long)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(pinned)) % CacheLine.Bytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Read(AccountKey key, int tag, out AccountReply reply)
    {
        if (IsSeeded(key))
        {
            ref readonly var slot = ref SlotOf(key.Account);
            reply = slot.IsSet
                ? new AccountReply(ReplyKind.Value, tag, key, slot.State)
                : new AccountReply(ReplyKind.Missing, tag, default, default);
        }
        else
        {
            ReadOther(key, tag, out reply);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Write(AccountKey key, AccountState state)
    {
        if (IsSeeded(key))
        {
            SlotOf(key.Account) = new Slot(state);
        }
        else
        {
            WriteOther(key, state);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteOther(AccountKey key, AccountState state) => others[key] = state;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReadOther(AccountKey key, int tag, out AccountReply reply) =>
        reply = others.TryGetValue(key, out var state)
            ? new AccountReply(ReplyKind.Value, tag, key, state)
            : new AccountReply(ReplyKind.Missing, tag, default, default);

    /// <summary>The stored fields after the balance, to read or write.</summary>
    internal Span<long> FieldsOf(AccountKey key) => IsSeeded(key)
        ? MemoryMarshal.Cast<Slot, long>(
            seeded.AsSpan((key.Account * SlotsInLine) + first + 1, SlotsInLine - 1))[..More]
        : fieldsOfOthers.GetOrAdd(key, _ => new long[More]);

    internal void Remove(AccountKey key)
    {
        if (IsSeeded(key))
        {
            SlotOf(key.Account) = default;
        }
        else
        {
            others.TryRemove(key, out _);
            fieldsOfOthers.TryRemove(key, out _);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal unsafe void Prefetch(AccountKey key)
    {
        if (Sse.IsSupported && IsSeeded(key))
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref SlotOf(key.Account)));
        }
    }

    // An account at version 0, or an empty slot: the sequence is stored plus 1, and 0 means empty.
    private readonly struct Slot(AccountState state)
    {
        private readonly long sequenceAfter = state.Sequence + 1;
        private readonly long balance = state.Balance;

        public bool IsSet => sequenceAfter != 0;

        public AccountState State => new(sequenceAfter - 1, balance);
    }
}
