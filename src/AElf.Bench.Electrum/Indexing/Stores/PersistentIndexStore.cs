using System.Buffers.Binary;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// An index in a store that supports only whole keys without order, such as Redis. Rows that are read together are in
/// one value, under their common prefix. Such a store has no transactions, so a commit first writes a redo log. If the
/// process ends before the commit is complete, the next process applies the log.
/// </summary>
/// <remarks>It has one connection; concurrent readers take turns. Errors of the store are thrown.</remarks>
public sealed class PersistentIndexStore : IIndexStore
{
    // A batch must fit into memory, and should save round trips.
    private const int Batch = 512;
    private const int LogPartBytes = 1 << 20;

    private readonly Lock gate = new();
    private readonly IndexValues values;
    private readonly byte[] sizeKey;
    private readonly byte[] logKey;

    /// <summary>
    /// Opens or creates the index under a prefix, and completes a commit that an earlier process began.
    /// </summary>
    /// <param name="connection">The connection; the index disposes of it.</param>
    /// <param name="prefix">The first bytes of all its keys.</param>
    /// <exception cref="StoreException">The store refused a request, or cannot be reached.</exception>
    public PersistentIndexStore(IStoreConnection connection, ReadOnlySpan<byte> prefix)
        : this(new PersistentValues(connection, prefix))
    {
    }

    internal PersistentIndexStore(IndexValues values)
    {
        this.values = values;
        sizeKey = values.Key('#', []);
        logKey = values.Key('!', []);
        RedoCommit();
        Size = values.Get(sizeKey) is { } size ? BinaryPrimitives.ReadInt64LittleEndian(size) : 0;
    }

    public long Size { get; private set; }

    /// <summary>Every written key, including removed keys.</summary>
    public IReadOnlyCollection<byte[]> Written => values.Written;

    /// <summary>The key of a row's value, which may contain other rows too.</summary>
    public static ReadOnlySpan<byte> PlaceOf(IndexTable table, ReadOnlySpan<byte> key) =>
        key[..Math.Min(key.Length, table.IsOrdered ? table.ScanBytes : key.Length)];

    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key)
    {
        var value = Read(table, key);
        if (value is not null && table.IsOrdered)
        {
            value = PersistentRows.Read(value).GetValueOrDefault(key[PlaceOf(table, key).Length..].ToArray());
        }

        return value is null ? default(ReadOnlyMemory<byte>?) : value;
    }

    public IEnumerable<IndexRow> Scan(IndexTable table, byte[] prefix)
    {
        if (prefix.Length < table.ScanBytes || !table.IsOrdered)
        {
            throw new InvalidOperationException(
                $"the table {table.Name} is read by {table.ScanBytes} bytes of its keys, not by {prefix.Length}");
        }

        if (Read(table, prefix) is not { } value)
        {
            return [];
        }

        var (place, rest) = (prefix[..table.ScanBytes], prefix[table.ScanBytes..]);
        return PersistentRows.Read(value)
            .Where(row => row.Key.AsSpan().StartsWith(rest))
            .Select(row => new IndexRow((byte[])[.. place, .. row.Key], row.Value));
    }

    public void Commit(IReadOnlyCollection<RowChange> changes)
    {
        lock (gate)
        {
            var size = Size;
            var writes = new List<IndexWrite>();
            foreach (var batch in changes
                .GroupBy(change => KeyOf(change.Table, change.Key.Span), ByteKeys.Comparer)
                .Chunk(Batch))
            {
                var before = values.Get([.. batch.Select(place => place.Key)]);
                foreach (var (index, place) in batch.Index())
                {
                    var after = PersistentRows.Change(before[index], place);
                    size += SizeOf(place.Key, after) - SizeOf(place.Key, before[index]);
                    writes.Add(new IndexWrite(place.Key, after));
                }
            }

            var total = new byte[sizeof(long)];
            BinaryPrimitives.WriteInt64LittleEndian(total, size);
            writes.Add(new IndexWrite(sizeKey, total));
            var parts = WriteLog(writes);
            values.Write(writes);
            RemoveLog(parts);
            Size = size;
        }
    }

    public IRecords OpenRecords(string name, int recordSize)
    {
        lock (gate)
        {
            return new PersistentRecords(values, gate, name, recordSize);
        }
    }

    public void Dispose() => values.Dispose();

    private static long SizeOf(byte[] key, byte[]? value) => value is null ? 0 : key.Length + value.Length;

    private byte[] KeyOf(IndexTable table, ReadOnlySpan<byte> key) =>
        values.Key('t', [table.Id, .. PlaceOf(table, key)]);

    private byte[]? Read(IndexTable table, ReadOnlySpan<byte> key)
    {
        lock (gate)
        {
            return values.Get(KeyOf(table, key));
        }
    }

    /// <summary>
    /// Writes the log. Its head has the number of parts. The head is negative until all parts are written, so that the
    /// next process removes an incomplete log. A positive head completes the commit.
    /// </summary>
    private int WriteLog(List<IndexWrite> writes)
    {
        var parts = new List<IndexWrite>();
        var part = new WireWriter();
        foreach (var write in writes)
        {
            write.WriteTo(part);
            if (part.Length >= LogPartBytes)
            {
                parts.Add(new IndexWrite(LogPart(parts.Count), part.Written.ToArray()));
                part.Clear();
            }
        }

        parts.Add(new IndexWrite(LogPart(parts.Count), part.Written.ToArray()));
        WriteHead(-parts.Count);
        values.Write(parts);
        WriteHead(parts.Count);
        return parts.Count;
    }

    private void WriteHead(int parts)
    {
        var head = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(head, parts);
        values.Write([new IndexWrite(logKey, head)]);
    }

    private void RedoCommit()
    {
        if (values.Get(logKey) is not { } head)
        {
            return;
        }

        var parts = BinaryPrimitives.ReadInt32LittleEndian(head);
        for (var part = 0; part < parts; part++)
        {
            values.Write(IndexWrite.ReadAll(values.Get(LogPart(part))
                ?? throw new InvalidDataException($"part {part} of {parts} of the index's last commit is missing")));
        }

        RemoveLog(Math.Abs(parts));
    }

    private void RemoveLog(int parts)
    {
        WriteHead(-parts);
        values.Write([.. Enumerable.Range(0, parts).Select(part => new IndexWrite(LogPart(part), null))]);
        values.Write([new IndexWrite(logKey, null)]);
    }

    private byte[] LogPart(int part) => values.Key('!', [(byte)part, (byte)(part >> 8)]);
}
