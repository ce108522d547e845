using System.Runtime.CompilerServices;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// A connection to the embedded store. Operations wait until they are exchanged, as on a wire, so that the cache misses
/// of a batch overlap. It is a struct: the runtime compiles a pump for it, with direct calls. Copies of it share one
/// queue.
/// </summary>
public readonly struct EmbeddedConnection : IAccountConnection
{
    private readonly EmbeddedAccountStore store;
    private readonly Queue queue;

    internal EmbeddedConnection(EmbeddedAccountStore store)
    {
        this.store = store;
        queue = new Queue();
    }

    private enum Command : byte
    {
        Get,
        Set,
        Delete,

        // A command over several keys consists of its keys and a head or an end. The head or end counts as the command.
        MultiGetHead,
        MultiGetKey,
        MultiSetKey,
        MultiSetEnd,

        // Writes of accounts with fields after their balance.
        SetFields,
        MultiSetKeyFields,
    }

    public int Outstanding => queue.Outstanding;

    public OperationCounts Operations => queue.Sent.Counts;

    public string LastError => string.Empty;

    internal OperationCounts Served => queue.Served.Counts;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Get(AccountKey key, int tag)
    {
        queue.Sent.Get();
        queue.Outstanding++;
        Add(Command.Get, key, default, tag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(AccountKey key, AccountState state, int tag)
    {
        queue.Sent.Set();
        queue.Outstanding++;
        Add(Command.Set, key, state, tag);
    }

    public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag)
    {
        queue.Sent.Set();
        queue.Outstanding++;
        Add(Command.SetFields, key, state, tag);
        queue.Append(more);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
    {
        queue.Sent.MultiGet(keys.Length);
        queue.Outstanding += keys.Length;
        Enqueue(Command.MultiGetHead, new AccountKey(keys.Length, 0), default, firstTag);
        foreach (var key in keys)
        {
            Add(Command.MultiGetKey, key, default, firstTag++);
        }
    }

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        MultiSet(Command.MultiSetKey, keys, states, tag);

    public void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag)
    {
        MultiSet(Command.MultiSetKeyFields, keys, states, tag);
        queue.Append(more);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void MultiSet(
        Command command, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag)
    {
        queue.Sent.MultiSet(keys.Length);
        queue.Outstanding++;
        for (var i = 0; i < keys.Length; i++)
        {
            Add(command, keys[i], states[i], tag);
        }

        Enqueue(Command.MultiSetEnd, new AccountKey(keys.Length, 0), default, tag);
    }

    public void Delete(AccountKey key, int tag)
    {
        queue.Outstanding++;
        Add(Command.Delete, key, default, tag);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public ReadOnlySpan<AccountReply> Exchange()
    {
        if (queue.Replies.Length < queue.Outstanding)
        {
            queue.Replies = new AccountReply[queue.Operations.Length];
        }

        var replies = queue.Replies;
        var answered = 0;
        foreach (ref readonly var operation in queue.Operations.AsSpan(0, queue.Count))
        {
            answered += Serve(operation, ref replies[answered]);
        }

        queue.Count = 0;
        queue.FieldCount = 0;
        queue.FieldsServed = 0;
        queue.Outstanding = 0;
        return replies.AsSpan(0, answered);
    }

    public ReadOnlySpan<long> FieldsOf(int index) => store.FieldsOf(queue.Replies[index].Key);

    public bool Await(TimeSpan atMost)
    {
        if (Outstanding == 0)
        {
            PreciseWait.For(atMost);
        }

        return Outstanding > 0;
    }

    public void Dispose()
    {
        // The store keeps the counters of ended connections.
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Add(Command command, AccountKey key, AccountState state, int tag)
    {
        Enqueue(command, key, state, tag);
        store.Prefetch(key);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Enqueue(Command command, AccountKey key, AccountState state, int tag)
    {
        if (queue.Count == queue.Operations.Length)
        {
            queue.Grow();
        }

        queue.Operations[queue.Count++] = new Operation(key, state, tag, command);
    }

    // Returns the number of replies to the operation.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Serve(in Operation operation, ref AccountReply reply)
    {
        switch (operation.Command)
        {
            case Command.Get:
                queue.Served.Get();
                store.Read(operation.Key, operation.Tag, out reply);
                return 1;
            case Command.Set:
                queue.Served.Set();
                store.Write(operation.Key, operation.State);
                break;
            case Command.MultiGetKey:
                store.Read(operation.Key, operation.Tag, out reply);
                return 1;
            case Command.MultiGetHead:
                queue.Served.MultiGet(operation.Key.Account);
                return 0;
            case Command.MultiSetKey:
                store.Write(operation.Key, operation.State);
                return 0;
            case Command.SetFields:
                queue.Served.Set();
                store.Write(operation.Key, operation.State);
                WriteFields(operation.Key);
                break;
            case Command.MultiSetKeyFields:
                store.Write(operation.Key, operation.State);
                WriteFields(operation.Key);
                return 0;
            case Command.MultiSetEnd:
                queue.Served.MultiSet(operation.Key.Account);
                break;
            default:
                store.Remove(operation.Key);
                break;
        }

        reply = new AccountReply(ReplyKind.Stored, operation.Tag, default, default);
        return 1;
    }

    private void WriteFields(AccountKey key)
    {
        queue.Fields.AsSpan(queue.FieldsServed, store.More).CopyTo(store.FieldsOf(key));
        queue.FieldsServed += store.More;
    }

    private readonly record struct Operation(AccountKey Key, AccountState State, int Tag, Command Command);

    /// <summary>The queued operations, and the buffer for their replies.</summary>
    private sealed class Queue
    {
        public Operation[] Operations = new Operation[256];
        public int Count;
        public AccountReply[] Replies = new AccountReply[256];
        public int Outstanding;
        public OperationTally Sent;
        public OperationTally Served;

        // The fields of queued writes, in their order.
        public long[] Fields = [];
        public int FieldCount;
        public int FieldsServed;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public void Grow() => Array.Resize(ref Operations, Count * 2);

        public void Append(ReadOnlySpan<long> more)
        {
            if (Fields.Length < FieldCount + more.Length)
            {
                Array.Resize(ref Fields, Math.Max(256, 2 * (FieldCount + more.Length)));
            }

            more.CopyTo(Fields.AsSpan(FieldCount));
            FieldCount += more.Length;
        }
    }
}
