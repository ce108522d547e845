using System.Runtime.InteropServices;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Stores;

/// <summary>
/// A connection to a <see cref="MemoryStore"/>: operations wait until they are exchanged, as on a wire.
/// </summary>
internal sealed class MemoryConnection(MemoryStore store) : IStoreConnection
{
    private readonly List<Operation> operations = [];
    private readonly List<StoreReply> replies = [];
    private Bytes asked = new();
    private Bytes found = new();
    private OperationTally sent;
    private OperationTally served;

    private enum Command : byte
    {
        Get,
        Set,
        Delete,
        MultiGet,
        MultiSet,
    }

    public int Outstanding { get; private set; }

    public OperationCounts Operations => sent.Counts;

    public string LastError => string.Empty;

    /// <summary>Operations exchanged.</summary>
    public OperationCounts Served => served.Counts;

    public void Get(ReadOnlySpan<byte> key, int tag)
    {
        sent.Get();
        Queue(Command.Get, 1, key, [], tag, replies: 1);
    }

    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
    {
        sent.Set();
        Queue(Command.Set, 1, key, value, tag, replies: 1);
    }

    public void Delete(ReadOnlySpan<byte> key, int tag) => Queue(Command.Delete, 1, key, [], tag, replies: 1);

    public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag)
    {
        var count = SideBySide.Count(keys, keyLength);
        sent.MultiGet(count);
        Queue(Command.MultiGet, count, keys, [], firstTag, replies: count);
    }

    public void MultiSet(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        var count = SideBySide.Count(keys, keyLength, values, valueLength);
        sent.MultiSet(count);
        Queue(Command.MultiSet, count, keys, values, tag, replies: 1);
    }

    public StoreReplies Exchange()
    {
        replies.Clear();
        found.Clear();
        foreach (var operation in operations)
        {
            Serve(operation);
        }

        operations.Clear();
        asked.Clear();
        Outstanding = 0;
        return new StoreReplies(CollectionsMarshal.AsSpan(replies), found.All);
    }

    public void Dispose()
    {
        // The store keeps the counters of ended connections.
    }

    private void Queue(
        Command command, int count, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> values, int tag, int replies)
    {
        Outstanding += replies;
        operations.Add(
            new Operation(command, count, asked.Add(keys), keys.Length, asked.Add(values), values.Length, tag));
    }

    private void Serve(in Operation operation)
    {
        var keys = asked.All.Slice(operation.KeysAt, operation.KeysLength);
        switch (operation.Command)
        {
            case Command.Get:
                served.Get();
                Read(keys, operation.Tag);
                return;
            case Command.MultiGet:
                served.MultiGet(operation.Count);
                for (var i = 0; i < operation.Count; i++)
                {
                    Read(PartOf(keys, i, operation.Count), operation.Tag + i);
                }

                return;
            case Command.Set:
                served.Set();
                break;
            case Command.MultiSet:
                served.MultiSet(operation.Count);
                break;
            default:
                store.Values.TryRemove(keys, out _);
                break;
        }

        if (operation.Command != Command.Delete)
        {
            var kept = store.Values;
            var values = asked.All.Slice(operation.ValuesAt, operation.ValuesLength);
            for (var i = 0; i < operation.Count; i++)
            {
                kept[PartOf(keys, i, operation.Count)] = PartOf(values, i, operation.Count).ToArray();
            }
        }

        replies.Add(new StoreReply(ReplyKind.Stored, operation.Tag, 0, 0));
    }

    private void Read(ReadOnlySpan<byte> key, int tag) => replies.Add(store.Values.TryGetValue(key, out var value)
        ? new StoreReply(ReplyKind.Value, tag, found.Add(value), value.Length)
        : new StoreReply(ReplyKind.Missing, tag, 0, 0));

    private static ReadOnlySpan<byte> PartOf(ReadOnlySpan<byte> all, int part, int parts) =>
        all.Slice(part * (all.Length / parts), all.Length / parts);

    private readonly record struct Operation(
        Command Command, int Count, int KeysAt, int KeysLength, int ValuesAt, int ValuesLength, int Tag);

    /// <summary>Byte sequences that are stored in one array.</summary>
    private struct Bytes()
    {
        private byte[] held = new byte[1024];
        private int length;

        public readonly ReadOnlySpan<byte> All => held.AsSpan(0, length);

        public int Add(ReadOnlySpan<byte> more)
        {
            while (held.Length - length < more.Length)
            {
                Array.Resize(ref held, held.Length * 2);
            }

            more.CopyTo(held.AsSpan(length));
            length += more.Length;
            return length - more.Length;
        }

        public void Clear() => length = 0;
    }
}
