using System.Buffers.Binary;
using System.Diagnostics;
using AElf.Bench.Core.Actors;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>A confirmed transaction that pays or spends a script.</summary>
public readonly record struct HistoryEntry(Hash256 Id, int Height);

/// <summary>
/// An index in the layout of an Electrum server. It follows the best chain block by block, and finds the transactions
/// of a script. One thread writes; many threads may read at once. After every call, the index is complete up to its
/// height. After the end of the process, it is complete up to the height of the last commit.
/// </summary>
public abstract class IndexEngine : IDisposable
{
    public const long DefaultCommitAfter = 64 << 20;

    // A node reads the position of a transaction from txindex, then its bytes from the file of its block.
    private const int ReadsOfTransaction = 2;

    private const int TipSize = Hash256.Size + 4;
    private static readonly IndexTable Meta = new(0, "meta");
    private static readonly byte[] TipKey = "tip"u8.ToArray();

    private readonly IIndexStore store;
    private readonly ReadersGate gate = new();
    private readonly List<IRecords> files = [];
    private Exception? broken;

    /// <summary>Opens an engine over the rows of the store.</summary>
    /// <param name="store">Its rows and files; the engine disposes of it.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    protected IndexEngine(IIndexStore store, ChainArchive archive)
    {
        this.store = store;
        Archive = archive;
        Changes = new IndexChanges(store);
        if (store.Get(Meta, TipKey) is { } tip)
        {
            Height = BinaryPrimitives.ReadInt32LittleEndian(tip.Span);
            TipHash = new Hash256(tip.Span[4..]);
        }
    }

    /// <summary>The name of the server with this layout.</summary>
    public abstract string Name { get; }

    /// <summary>The answers that the real server caches, except caches that the engine implements.</summary>
    public virtual KeptAnswers Keeps => KeptAnswers.None;

    /// <summary>The height of its last block; −1 before the first.</summary>
    public int Height { get; private set; } = -1;

    /// <summary>The hash of its last block; zero before the first.</summary>
    public Hash256 TipHash { get; private set; }

    /// <summary>Maximum bytes of memory for uncommitted changes.</summary>
    public long CommitAfter { get; set; } = DefaultCommitAfter;

    /// <summary>Bytes of the committed index.</summary>
    public long Size => store.Size;

    /// <summary>
    /// Bytes of keys and values of all written rows, including rows that were replaced or removed later.
    /// </summary>
    public long Written => Changes.Written;

    /// <summary>Time of the node for data other than the indexed blocks.</summary>
    public TimeSpan NodeTime { get; protected set; }

    /// <summary>Number of commits so far.</summary>
    public long Commits => Changes.Commits;

    /// <summary>Bytes by table and flat file; empty if the store knows only the sum.</summary>
    public IReadOnlyList<KeyValuePair<string, long>> Tables => store.Tables;

    protected ChainArchive Archive { get; }

    /// <summary>The store's rows, including uncommitted changes.</summary>
    protected IndexChanges Changes { get; }

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">
    /// The block cannot be read, does not follow the last one, or spends an unknown output. After an unknown output the
    /// index must be opened again.
    /// </exception>
    public void Append(ReadOnlySpan<byte> block)
    {
        using var changing = gate.Change();
        EnsureWhole();
        var header = new BlockReader(block).Header;
        if (header.PreviousHash != TipHash)
        {
            throw new ChainException(
                $"the block after height {Height} follows {header.PreviousHash}; expected {TipHash}");
        }

        Whole(block, Index, Height + 1);
        SetTip(Height + 1, header.Hash());
        if (Changes.Size + HeldBack > CommitAfter)
        {
            CommitChanges();
        }
    }

    /// <summary>Removes the last block, because another branch has more work.</summary>
    /// <exception cref="ChainException">The block is not the last one.</exception>
    public void RemoveTip(ReadOnlySpan<byte> block)
    {
        using var changing = gate.Change();
        EnsureWhole();
        var header = new BlockReader(block).Header;
        if (Height < 0 || header.Hash() != TipHash)
        {
            throw new ChainException($"the block {header.Hash()} is not the last one, {TipHash}");
        }

        // Before a flat file is overwritten, no durable row may refer to its old contents.
        Whole(block, Remove, Height);
        SetTip(Height - 1, header.PreviousHash);
        CommitChanges();
        CutFiles();
    }

    /// <summary>Makes the index durable up to the last block.</summary>
    public void Commit()
    {
        using var changing = gate.Change();
        EnsureWhole();
        CommitChanges();
    }

    /// <summary>The transactions that pay or spend a script, in the order of the chain.</summary>
    public IReadOnlyList<HistoryEntry> History(Hash256 scriptHash, IndexCosts costs)
    {
        using var reading = gate.Read();
        EnsureWhole();
        return FindHistory(scriptHash, costs);
    }

    /// <summary>The bytes of a transaction; null if no block contains it.</summary>
    public ReadOnlyMemory<byte>? Transaction(Hash256 id, IndexCosts costs)
    {
        using var reading = gate.Read();
        EnsureWhole();
        return FindTransaction(id, costs);
    }

    /// <summary>The header of a block of the index, in wire format.</summary>
    public ReadOnlyMemory<byte> Header(int height, IndexCosts costs)
    {
        using var reading = gate.Read();
        EnsureWhole();
        return FindHeader(height, costs);
    }

    public void Dispose()
    {
        files.ForEach(file => file.Dispose());
        store.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Adds the rows of a block. If it fails, its rows never become durable.</summary>
    protected abstract void Index(int height, ReadOnlySpan<byte> block);

    /// <summary>Removes the rows that <see cref="Index"/> added.</summary>
    protected abstract void Remove(int height, ReadOnlySpan<byte> block);

    /// <summary>
    /// Approximate bytes of memory of rows that the engine keeps out of the changes until <see cref="BeforeCommit"/>.
    /// </summary>
    protected virtual long HeldBack => 0;

    protected abstract IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs);

    /// <summary>Implements <see cref="Transaction"/>: with most layouts, the node answers.</summary>
    protected virtual ReadOnlyMemory<byte>? FindTransaction(Hash256 id, IndexCosts costs)
    {
        var since = Stopwatch.GetTimestamp();
        var found = Archive.Transaction(id);
        CountNode(since, found?.Length ?? 0, costs, ReadsOfTransaction);
        return found;
    }

    /// <summary>Implements <see cref="Header"/>: most servers have all headers in memory.</summary>
    protected virtual ReadOnlyMemory<byte> FindHeader(int height, IndexCosts costs) => Archive.Header(height);

    /// <summary>Truncates the flat files after <see cref="Remove"/>.</summary>
    protected virtual void CutFiles()
    {
        // Most layouts have only rows.
    }

    /// <summary>Adds rows to the commit.</summary>
    protected virtual void BeforeCommit()
    {
        // Most layouts change rows only with a block.
    }

    /// <summary>Opens or creates a flat file of the index. A commit syncs it before the rows.</summary>
    /// <inheritdoc cref="IIndexStore.OpenRecords"/>
    protected IRecords OpenRecords(string name, int recordSize)
    {
        var file = store.OpenRecords(name, recordSize);
        files.Add(file);
        return file;
    }

    /// <summary>Reads a row, and counts it.</summary>
    protected ReadOnlyMemory<byte>? Get(IndexTable table, ReadOnlySpan<byte> key, IndexCosts costs)
    {
        costs.Lookups++;
        return Changes.Get(table, key);
    }

    /// <summary>Reads the rows whose keys begin with a prefix, and counts them.</summary>
    protected IEnumerable<IndexRow> Scan(IndexTable table, ReadOnlySpan<byte> prefix, IndexCosts costs)
    {
        costs.Scans++;
        return Changes.Scan(table, prefix).Select(row =>
        {
            costs.Rows++;
            return row;
        });
    }

    /// <summary>Requests a block from the node again, and counts it.</summary>
    protected ReadOnlyMemory<byte> ReadBlock(int height, IndexCosts costs)
    {
        var block = ReadBlockAtNode(height, costs);
        costs.NodeBytes += block.Length;
        return block;
    }

    /// <summary>Counts a block that the node reads to send a part of it.</summary>
    protected ReadOnlyMemory<byte> ReadBlockAtNode(int height, IndexCosts costs)
    {
        var since = Stopwatch.GetTimestamp();
        var block = Archive.Block(height);
        costs.Node += Stopwatch.GetElapsedTime(since);
        costs.Blocks++;
        costs.NodeReads++;
        costs.BlockBytes += block.Length;
        return block;
    }

    /// <summary>Reads a transaction by its offset in its block, and counts it.</summary>
    protected ReadOnlyMemory<byte> ReadTransaction(int height, int offset, int length, IndexCosts costs)
    {
        var since = Stopwatch.GetTimestamp();
        var read = Archive.TransactionAt(height, offset, length);
        CountNode(since, length, costs, reads: 1);
        return read;
    }

    private static void CountNode(long since, int bytes, IndexCosts costs, int reads)
    {
        costs.Node += Stopwatch.GetElapsedTime(since);
        costs.NodeTransactions++;
        costs.TransactionBytes += bytes;
        costs.NodeBytes += bytes;
        costs.NodeReads += reads;
    }

    /// <summary>Adds or removes a row.</summary>
    protected delegate void RowAction(IndexTable table, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value);

    private delegate void BlockAction(int height, ReadOnlySpan<byte> block);

    // After an exception, the changes of the block are never committed or read.
    private void Whole(ReadOnlySpan<byte> block, BlockAction act, int height)
    {
        try
        {
            act(height, block);
        }
        catch (Exception exception)
        {
            broken = exception;
            throw;
        }
    }

    private void EnsureWhole()
    {
        if (broken is not null)
        {
            throw new InvalidOperationException(
                $"the index stopped within a block: {broken.Message}; open it again to resume from its last commit",
                broken);
        }
    }

    private void SetTip(int height, Hash256 hash)
    {
        Height = height;
        TipHash = hash;
        Span<byte> tip = stackalloc byte[TipSize];
        BinaryPrimitives.WriteInt32LittleEndian(tip, height);
        hash.CopyTo(tip[4..]);
        Changes.Put(Meta, TipKey, tip);
    }

    private void CommitChanges()
    {
        BeforeCommit();
        files.ForEach(file => file.Flush());
        Changes.Commit();
    }
}

/// <summary>The answers that the server of a layout caches.</summary>
[Flags]
public enum KeptAnswers
{
    /// <summary>Each request queries the index.</summary>
    None = 0,

    /// <summary>For all clients: the status of a script until it changes (Fulcrum, <c>SubsMgr.cpp</c>).</summary>
    Statuses = 1,

    /// <summary>
    /// For all clients: the ids of a block's transactions (Fulcrum, <c>Storage.cpp</c>; ElectrumX, <c>session.py</c>;
    /// addrindexrs, <c>cache.rs</c>).
    /// </summary>
    BlockIds = 2,

    /// <summary>For each client: the histories of its subscribed scripts (electrs, <c>status.rs</c>).</summary>
    Subscribed = 4,
}
