using System.Buffers.Binary;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// Rows of keys and values in memory, found by whole keys. Their bytes are in large arrays, so a row needs no object.
/// One thread writes while no thread reads; many threads may read at once.
/// </summary>
internal sealed class RowMap
{
    private const int PartSize = 1 << 20;
    private const int FirstRows = 64;
    private const int FirstRoom = 16;

    // Bytes of a row's fields, and of its slot in the buckets.
    private const int RowOverhead = 56;

    // Minimum bytes of removed rows before the other rows are compacted.
    private const long MuchGarbage = 8 * PartSize;

    private readonly Lock ordering = new();
    private List<byte[]> parts = [];
    private int part = -1;
    private int partEnd = PartSize;
    private long garbage;
    private Row[] rows = new Row[FirstRows];
    private int[] buckets = new int[FirstRows];
    private int used;
    private int free;

    // Created on the first use: most tables are only read by whole keys.
    private volatile SortedSet<byte[]>? order;

    public int Count { get; private set; }

    /// <summary>Bytes of keys and values.</summary>
    public long Bytes { get; private set; }

    /// <summary>The approximate bytes of memory.</summary>
    public long Size => Bytes + garbage + ((long)Count * RowOverhead);

    /// <summary>All rows, in any order.</summary>
    public IEnumerable<int> Rows => Enumerable.Range(1, used).Where(row => At(row).KeyLength >= 0);

    /// <summary>The number of the row with a key, above 0; 0 if absent.</summary>
    public int Find(ReadOnlySpan<byte> key) => Find(key, HashOf(key));

    public ReadOnlyMemory<byte> KeyOf(int row) => Memory(At(row).Key, At(row).KeyLength);

    /// <summary>The value of a row; valid until the next change.</summary>
    public ReadOnlyMemory<byte> ValueOf(int row) => Memory(At(row).Value, At(row).Length);

    /// <summary>An additional byte of a row, for the caller.</summary>
    public ref byte MarkOf(int row) => ref At(row).Mark;

    /// <summary>Adds a row with a new key.</summary>
    /// <returns>The row's number, above 0.</returns>
    public int Add(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        var row = TakeRow();
        var hash = HashOf(key);
        ref var bucket = ref BucketOf(hash);
        var place = Reserve(key.Length + value.Length);
        var bytes = Writable(place, key.Length + value.Length);
        key.CopyTo(bytes);
        value.CopyTo(bytes[key.Length..]);
        At(row) = new Row
        {
            Hash = hash,
            Next = bucket,
            Key = place,
            KeyLength = key.Length,
            Value = place + key.Length,
            Length = value.Length,
            Room = value.Length,
        };
        bucket = row;
        order?.Add(key.ToArray());
        Count++;
        Bytes += key.Length + value.Length;
        return row;
    }

    public void Set(int row, ReadOnlySpan<byte> value)
    {
        if (value.Length > At(row).Room)
        {
            Move(row, value.Length, keep: 0);
        }

        ref var found = ref At(row);
        value.CopyTo(Writable(found.Value, value.Length));
        Bytes += value.Length - found.Length;
        found.Length = value.Length;
    }

    public void Append(int row, ReadOnlySpan<byte> bytes)
    {
        var length = At(row).Length;
        if (length + bytes.Length > At(row).Room)
        {
            Move(row, Math.Max(FirstRoom, (2 * length) + bytes.Length), keep: length);
        }

        ref var found = ref At(row);
        bytes.CopyTo(Writable(found.Value + length, bytes.Length));
        found.Length += bytes.Length;
        Bytes += bytes.Length;
    }

    public void Remove(int row)
    {
        ref var found = ref At(row);
        ref var link = ref BucketOf(found.Hash);
        while (link != row)
        {
            link = ref At(link).Next;
        }

        link = found.Next;
        order?.Remove(KeyOf(row).ToArray());
        Bytes -= found.KeyLength + found.Length;
        garbage += found.KeyLength + found.Room;
        Count--;
        found = new Row { Next = free, KeyLength = -1 };
        free = row;
    }

    /// <summary>Removes all rows, and keeps the memory for new rows.</summary>
    public void Clear()
    {
        parts.RemoveAll(bytes => bytes.Length != PartSize);
        (part, partEnd, garbage, used, free, Count, Bytes) = (-1, PartSize, 0, 0, 0, 0, 0);
        Array.Clear(buckets);
        order = null;
    }

    /// <summary>All rows, in the order of their keys' bytes.</summary>
    public int[] Sorted()
    {
        // Compares the first 8 bytes as numbers, and whole keys only if these are equal.
        var sorted = Rows.ToArray();
        var beginnings = Array.ConvertAll(sorted, row => BeginningOf(KeyOf(row).Span));
        Array.Sort(beginnings, sorted);
        Comparison<int> byKey = (one, other) => KeyOf(one).Span.SequenceCompareTo(KeyOf(other).Span);
        for (var (from, to) = (0, 1); to <= sorted.Length; to++)
        {
            if (to == sorted.Length || beginnings[to] != beginnings[from])
            {
                sorted.AsSpan(from, to - from).Sort(byKey);
                from = to;
            }
        }

        return sorted;
    }

    /// <summary>The rows whose keys begin with a prefix, in the order of the keys' bytes.</summary>
    public IEnumerable<int> Begin(byte[] prefix)
    {
        var keys = order ?? Order();
        if (keys.Max is not { } last || ByteKeys.Comparer.Compare(prefix, last) > 0)
        {
            yield break;
        }

        var behind = ByteKeys.Behind(prefix);
        var end = behind is null || ByteKeys.Comparer.Compare(behind, last) > 0 ? last : behind;
        foreach (var key in keys.GetViewBetween(prefix, end))
        {
            if (key.AsSpan().StartsWith(prefix))
            {
                yield return Find(key);
            }
        }
    }

    /// <summary>The keys and values of these rows.</summary>
    public IEnumerable<IndexRow> Scan(byte[] prefix) =>
        Begin(prefix).Select(row => new IndexRow(KeyOf(row), ValueOf(row)));

    private static ulong BeginningOf(ReadOnlySpan<byte> key)
    {
        if (key.Length >= sizeof(ulong))
        {
            return BinaryPrimitives.ReadUInt64BigEndian(key);
        }

        Span<byte> padded = stackalloc byte[sizeof(ulong)];
        padded.Clear();
        key.CopyTo(padded);
        return BinaryPrimitives.ReadUInt64BigEndian(padded);
    }

    private static int HashOf(ReadOnlySpan<byte> key)
    {
        var hash = default(HashCode);
        hash.AddBytes(key);
        return hash.ToHashCode();
    }

    private SortedSet<byte[]> Order()
    {
        lock (ordering)
        {
            return order ??= new SortedSet<byte[]>(Rows.Select(row => KeyOf(row).ToArray()), ByteKeys.Comparer);
        }
    }

    // Rows have numbers from 1, so 0 is an empty bucket.
    private ref Row At(int row) => ref rows[row - 1];

    private ref int BucketOf(int hash) => ref buckets[hash & (buckets.Length - 1)];

    private int Find(ReadOnlySpan<byte> key, int hash)
    {
        var row = BucketOf(hash);
        while (row != 0 && !(At(row).Hash == hash && KeyOf(row).Span.SequenceEqual(key)))
        {
            row = At(row).Next;
        }

        return row;
    }

    private int TakeRow()
    {
        if (free != 0)
        {
            var row = free;
            free = At(row).Next;
            return row;
        }

        if (used == rows.Length)
        {
            Array.Resize(ref rows, 2 * used);
            buckets = new int[2 * used];
            foreach (var row in Rows)
            {
                ref var bucket = ref BucketOf(At(row).Hash);
                At(row).Next = bucket;
                bucket = row;
            }
        }

        return ++used;
    }

    /// <summary>Moves a row's value to a place with room for more bytes.</summary>
    private void Move(int row, int room, int keep)
    {
        var place = Reserve(room);
        ref var found = ref At(row);
        Memory(found.Value, keep).Span.CopyTo(Writable(place, keep));
        garbage += found.Room;
        (found.Value, found.Room) = (place, room);
    }

    private ReadOnlyMemory<byte> Memory(long place, int length) =>
        parts[(int)(place >> 32)].AsMemory((int)place, length);

    private Span<byte> Writable(long place, int length) => parts[(int)(place >> 32)].AsSpan((int)place, length);

    /// <summary>Reserves room for bytes; returns the number of the part and the offset in it.</summary>
    private long Reserve(int length)
    {
        if (length > PartSize)
        {
            parts.Add(new byte[length]);
            return (long)(parts.Count - 1) << 32;
        }

        if (partEnd + length > PartSize)
        {
            if (garbage > Bytes + MuchGarbage)
            {
                MoveTogether();
            }

            do
            {
                part++;
            }
            while (part < parts.Count && parts[part].Length != PartSize);
            if (part == parts.Count)
            {
                parts.Add(new byte[PartSize]);
            }

            partEnd = 0;
        }

        var place = ((long)part << 32) | (uint)partEnd;
        partEnd += length;
        return place;
    }

    // Copies rows into new parts, so that readers of the old parts find unchanged bytes.
    private void MoveTogether()
    {
        var before = parts;
        (parts, part, partEnd, garbage) = ([], -1, PartSize, 0);
        foreach (var row in Rows)
        {
            ref var found = ref At(row);
            var place = Reserve(found.KeyLength + found.Length);
            var bytes = Writable(place, found.KeyLength + found.Length);
            before[(int)(found.Key >> 32)].AsSpan((int)found.Key, found.KeyLength).CopyTo(bytes);
            before[(int)(found.Value >> 32)].AsSpan((int)found.Value, found.Length).CopyTo(bytes[found.KeyLength..]);
            (found.Key, found.Value, found.Room) = (place, place + found.KeyLength, found.Length);
        }
    }

    private struct Row
    {
        public int Hash;
        public int Next;
        public long Key;
        public long Value;
        public int KeyLength;
        public int Length;
        public int Room;
        public byte Mark;
    }
}
