using System.Runtime.InteropServices;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Electrum.Indexing.Stores;

/// <summary>
/// An index in a folder: rows in RocksDB, as in Fulcrum, electrs, esplora and addrindexrs, and flat files beside it. A
/// commit is one batch, which is on the disk when the call returns.
/// </summary>
public sealed unsafe class RocksIndexStore : IIndexStore
{
    private const int CacheBytes = 64 << 20;
    private const int BloomBitsPerKey = 10;
    private const int NoCompression = 0;
    private const int MaxKey = 512;

    // Minimum rows of a commit that is flushed to a table, without the log.
    private const int LargeCommit = 20_000;

    private readonly string folder;
    private readonly nint cache;
    private readonly nint options;
    private readonly nint reading;
    private readonly nint writing;
    private readonly nint writingUnlogged;
    private readonly nint flushing;
    private nint database;

    /// <summary>Opens or creates the index of a folder.</summary>
    /// <exception cref="NotSupportedException">RocksDB's library does not load on this machine.</exception>
    /// <exception cref="IOException">The folder cannot be used, or another process has it open.</exception>
    /// <exception cref="InvalidDataException">The folder contains other data.</exception>
    public RocksIndexStore(string folder)
    {
        if (Problem is { } problem)
        {
            throw new NotSupportedException(problem);
        }

        this.folder = folder;
        Directory.CreateDirectory(folder);
        cache = RocksLibrary.CreateCache(CacheBytes);
        options = CreateOptions(cache);
        reading = RocksLibrary.CreateReadOptions();
        writing = RocksLibrary.CreateWriteOptions();
        RocksLibrary.SetSync(writing, 1);
        writingUnlogged = RocksLibrary.CreateWriteOptions();
        RocksLibrary.DisableLog(writingUnlogged, 1);
        flushing = RocksLibrary.CreateFlushOptions();
        nint error = 0;
        database = RocksLibrary.Open(options, Path.Combine(folder, "rocksdb"), ref error);
        if (RocksLibrary.TakeError(error) is { } refusal)
        {
            DestroyOptions();
            throw refusal.StartsWith("IO error", StringComparison.Ordinal)
                ? new IOException(
                    refusal.Contains("lock", StringComparison.OrdinalIgnoreCase)
                        ? $"another process has the index open: {refusal}"
                        : $"'{folder}' cannot be used: {refusal}")
                : new InvalidDataException($"'{folder}' has no readable index: {refusal}");
        }
    }

    /// <summary>Why this machine cannot store an index in RocksDB; null if it can.</summary>
    public static string? Problem => RocksLibrary.IsLoaded
        ? null
        : $"RocksDB's library does not load on {RuntimeInformation.RuntimeIdentifier}";

    // A call to a closed database would use freed memory, and crash the process.
    private nint Database => database != 0 ? database : throw new ObjectDisposedException(nameof(RocksIndexStore));

    public long Size => FolderEntries.SizeOf(folder);

    public ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key)
    {
        Span<byte> whole = stackalloc byte[MaxKey];
        var stored = KeyOf(table, key, whole);
        nint error = 0;
        var slice = RocksLibrary.Get(Database, reading, stored, (nuint)stored.Length, ref error);
        ThrowOn(error);
        if (slice == 0)
        {
            return null;
        }

        try
        {
            return new ReadOnlySpan<byte>(RocksLibrary.ValueOf(slice, out var length), (int)length).ToArray();
        }
        finally
        {
            RocksLibrary.DestroySlice(slice);
        }
    }

    public IEnumerable<IndexRow> Scan(IndexTable table, byte[] prefix)
    {
        // Reads all rows at once, so that the iterator is closed before the caller reads other rows.
        Span<byte> whole = stackalloc byte[MaxKey];
        var start = KeyOf(table, prefix, whole);
        var rows = new List<IndexRow>();
        var iterator = RocksLibrary.CreateIterator(Database, reading);
        try
        {
            RocksLibrary.Seek(iterator, start, (nuint)start.Length);
            for (; RocksLibrary.IsValid(iterator) != 0; RocksLibrary.MoveNext(iterator))
            {
                var key = new ReadOnlySpan<byte>(RocksLibrary.KeyAt(iterator, out var keyLength), (int)keyLength);
                if (!key.StartsWith(start))
                {
                    break;
                }

                var value = new ReadOnlySpan<byte>(RocksLibrary.ValueAt(iterator, out var length), (int)length);
                rows.Add(new IndexRow(key[1..].ToArray(), value.ToArray()));
            }

            nint error = 0;
            RocksLibrary.GetError(iterator, ref error);
            ThrowOn(error);
            return rows;
        }
        finally
        {
            RocksLibrary.DestroyIterator(iterator);
        }
    }

    public void Commit(IReadOnlyCollection<RowChange> changes)
    {
        Span<byte> whole = stackalloc byte[MaxKey];
        var batch = RocksLibrary.CreateBatch();
        try
        {
            foreach (var change in changes)
            {
                var key = KeyOf(change.Table, change.Key.Span, whole);
                var value = change.Value.Span;
                switch (change.Kind)
                {
                    case RowChangeKind.Put:
                        RocksLibrary.Put(batch, key, (nuint)key.Length, value, (nuint)value.Length);
                        break;
                    case RowChangeKind.Append:
                        RocksLibrary.Merge(batch, key, (nuint)key.Length, value, (nuint)value.Length);
                        break;
                    default:
                        RocksLibrary.Delete(batch, key, (nuint)key.Length);
                        break;
                }
            }

            Write(batch, isLarge: changes.Count >= LargeCommit);
        }
        finally
        {
            RocksLibrary.DestroyBatch(batch);
        }
    }

    public IRecords OpenRecords(string name, int recordSize) =>
        new FileRecords(Path.Combine(folder, $"{name}.dat"), recordSize);

    public void Dispose()
    {
        if (Interlocked.Exchange(ref database, 0) is var open and not 0)
        {
            RocksLibrary.Close(open);
            DestroyOptions();
        }
    }

    private static nint CreateOptions(nint cache)
    {
        var made = RocksLibrary.CreateOptions();
        RocksLibrary.SetCreateIfMissing(made, 1);
        RocksLibrary.SetMergeOperator(made, RocksAppend.Create());

        // Hashes do not compress, and compression would change the sizes of the layouts.
        RocksLibrary.SetCompression(made, NoCompression);
        var table = RocksLibrary.CreateTable();
        RocksLibrary.SetFilter(table, RocksLibrary.CreateBloomFilter(BloomBitsPerKey));
        RocksLibrary.SetCache(table, cache);
        RocksLibrary.SetTable(made, table);
        RocksLibrary.DestroyTable(table);
        return made;
    }

    private static ReadOnlySpan<byte> KeyOf(IndexTable table, ReadOnlySpan<byte> key, Span<byte> whole)
    {
        whole[0] = table.Id;
        key.CopyTo(whole[1..]);
        return whole[..(1 + key.Length)];
    }

    private static void ThrowOn(nint error)
    {
        if (RocksLibrary.TakeError(error) is { } problem)
        {
            throw new IOException($"the index cannot be read or written: {problem}");
        }
    }

    // A batch is in one memory table, and the flush writes this table to one file, so the commit stays atomic.
    private void Write(nint batch, bool isLarge)
    {
        nint error = 0;
        RocksLibrary.Write(Database, isLarge ? writingUnlogged : writing, batch, ref error);
        ThrowOn(error);
        if (isLarge)
        {
            RocksLibrary.Flush(Database, flushing, ref error);
            ThrowOn(error);
        }
    }

    private void DestroyOptions()
    {
        RocksLibrary.DestroyReadOptions(reading);
        RocksLibrary.DestroyWriteOptions(writing);
        RocksLibrary.DestroyWriteOptions(writingUnlogged);
        RocksLibrary.DestroyFlushOptions(flushing);
        RocksLibrary.DestroyOptions(options);
        RocksLibrary.DestroyCache(cache);
    }
}
