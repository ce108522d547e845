using System.Buffers.Binary;
using System.Diagnostics;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of electrs 0.12, bindex. Its keys, without values, consist of the first 8 bytes of a hash and the number
/// of a transaction. It also stores the position of each transaction in its block. A history reads these transactions,
/// not their blocks. The node provides the scripts of spent outputs. (bindex-rs, <c>scripthash.rs</c>, <c>txid.rs</c>,
/// <c>txpos.rs</c>; electrs, <c>status.rs</c>.)
/// </summary>
public sealed class BindexEngine : IndexEngine
{
    private const int PrefixSize = sizeof(ulong);
    private const int NumberSize = sizeof(uint);
    private const int KeySize = PrefixSize + NumberSize;
    private const int MaxInRow = 64;

    private static readonly IndexTable Scripts = new(1, "script_hash", PrefixSize);
    private static readonly IndexTable Ids = new(2, "txid", PrefixSize);
    private static readonly IndexTable Positions = new(3, "txpos");
    private static readonly IndexTable Headers = new(4, "headers");

    private readonly TransactionNumbers counts;
    private readonly ulong prefixMask;

    /// <summary>Opens an engine over the rows of the store.</summary>
    /// <param name="store">Its rows and its file; the engine disposes of it.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    /// <param name="prefixBits">Bits of a hash in a key; tests use fewer than 64 to make prefixes collide.</param>
    public BindexEngine(IIndexStore store, ChainArchive archive, int prefixBits = 64)
        : base(store, archive)
    {
        prefixMask = ulong.MaxValue << (64 - prefixBits);
        counts = new TransactionNumbers(OpenRecords("counts", sizeof(long)), Height + 1);
    }

    public override string Name => "electrs";

    public override KeptAnswers Keeps => KeptAnswers.Subscribed;

    protected override void Index(int height, ReadOnlySpan<byte> block)
    {
        Span<byte> key = stackalloc byte[KeySize];
        var (number, start, sizes) = (counts.Count, 0, new List<int>());
        foreach (var transaction in new BlockReader(block))
        {
            start = sizes.Count == 0 ? transaction.Start : start;
            sizes.Add(transaction.Bytes.Length);
            WriteKey(key, transaction.Id(), number);
            Changes.Put(Ids, key, []);
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    WriteKey(key, output.ScriptHash(), number);
                    Changes.Put(Scripts, key, []);
                }
            }

            number++;
        }

        foreach (var (spender, script) in SpentBy(block))
        {
            var known = script
                ?? throw new ChainException($"block {height} spends an unknown output");
            WriteKey(key, known, counts.Count + spender);
            Changes.Put(Scripts, key, []);
        }

        AddPositions(start, sizes);
        counts.Add(sizes.Count);
        var hash = new BlockReader(block).Header.Hash();
        Changes.Put(Headers, NumberKey(key, number), [.. hash.Bytes, .. block[..BlockHeader.Size]]);
    }

    /// <remarks>
    /// An unknown output was created by a block that is removed later. That removal deletes the rows of this spending.
    /// </remarks>
    protected override void Remove(int height, ReadOnlySpan<byte> block)
    {
        Span<byte> key = stackalloc byte[KeySize];
        var (first, end) = (counts.First(height), counts.End(height));
        var touched = SpentBy(block).Select(each => each.Script).OfType<Hash256>().ToHashSet();
        var number = first;
        foreach (var transaction in new BlockReader(block))
        {
            WriteKey(key, transaction.Id(), number++);
            Changes.Delete(Ids, key);
            foreach (var output in transaction.Outputs)
            {
                touched.Add(output.ScriptHash());
            }
        }

        foreach (var script in touched)
        {
            WriteKey(key, script, first);
            foreach (var row in Changes.Scan(Scripts, key[..PrefixSize]).Where(row => NumberOf(row) >= first).ToList())
            {
                Changes.Delete(Scripts, row.Key.Span);
            }
        }

        for (number = first; number < end; number += MaxInRow)
        {
            Changes.Delete(Positions, NumberKey(key, LastInRow(number, height)));
        }

        Changes.Delete(Headers, NumberKey(key, end));
        counts.RemoveLast();
    }

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        var found = new List<HistoryEntry>();
        var outputs = new HashSet<(Hash256 Id, uint Index)>();
        foreach (var number in NumbersOf(Scripts, scriptHash, costs))
        {
            var (height, bytes) = Read(number, costs);
            if (IdOfTouching(TransactionView.Read(bytes.Span), scriptHash, outputs) is { } id)
            {
                found.Add(new HistoryEntry(id, height));
            }
            else
            {
                costs.FalsePositives++;
            }
        }

        return found;
    }

    protected override ReadOnlyMemory<byte>? FindTransaction(Hash256 id, IndexCosts costs)
    {
        foreach (var number in NumbersOf(Ids, id, costs))
        {
            var (_, bytes) = Read(number, costs);
            if (TransactionView.Read(bytes.Span).Id() == id)
            {
                return bytes;
            }

            costs.FalsePositives++;
        }

        return null;
    }

    protected override void CutFiles() => counts.CutFile();

    /// <summary>
    /// The script of each output that the block spends, and the position of the spending transaction in the block. A
    /// node has them in its undo data. Here the archive looks them up, and the time counts as the node's.
    /// </summary>
    private List<(int Spender, Hash256? Script)> SpentBy(ReadOnlySpan<byte> block)
    {
        var since = Stopwatch.GetTimestamp();
        var spent = new List<(int, Hash256?)>();
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            if (!transaction.IsCoinbase)
            {
                foreach (var input in transaction.Inputs)
                {
                    spent.Add((position, Archive.ScriptSpentBy(input)));
                }
            }

            position++;
        }

        NodeTime += Stopwatch.GetElapsedTime(since);
        return spent;
    }

    /// <summary>
    /// Writes a row for each 64 transactions of a block: their number, their minimum size, the offset of the first, and
    /// how much each size exceeds the minimum.
    /// </summary>
    /// <param name="start">Offset of the first transaction in the block; the others follow it.</param>
    private void AddPositions(int start, List<int> sizes)
    {
        Span<byte> key = stackalloc byte[NumberSize];
        var number = counts.Count;
        foreach (var row in sizes.Chunk(MaxInRow))
        {
            number += row.Length;
            Changes.Put(Positions, NumberKey(key, number - 1), Row(start, row));
            start += row.Sum();
        }
    }

    private static ReadOnlySpan<byte> Row(int start, int[] sizes)
    {
        var row = new WireWriter();
        var smallest = sizes.Min();
        row.WriteByte((byte)sizes.Length);
        row.WriteVarInt((ulong)smallest);
        row.WriteVarInt((ulong)start);
        Array.ForEach(sizes, size => row.WriteVarInt((ulong)(size - smallest)));
        return row.Written;
    }

    /// <summary>Reads a transaction by its number, from its block.</summary>
    private (int Height, ReadOnlyMemory<byte> Bytes) Read(long number, IndexCosts costs)
    {
        Span<byte> key = stackalloc byte[NumberSize];
        var height = counts.HeightOf(number);
        var last = LastInRow(number, height);
        var row = new WireReader((Get(Positions, NumberKey(key, last), costs)
            ?? throw new InvalidDataException($"the index has no position of transaction {number}")).Span);
        var before = row.ReadByte("the size of a row") - 1 - (last - number);
        var (smallest, start) = (row.ReadVarInt("the smallest size"), row.ReadVarInt("the first place"));
        for (; before > 0; before--)
        {
            start += smallest + row.ReadVarInt("a size");
        }

        return (height, ReadTransaction(height, (int)start, (int)(smallest + row.ReadVarInt("a size")), costs));
    }

    // Each block begins a new row.
    private long LastInRow(long number, int height)
    {
        var first = counts.First(height);
        return Math.Min(first + ((((number - first) / MaxInRow) + 1) * MaxInRow), counts.End(height)) - 1;
    }

    private List<long> NumbersOf(IndexTable table, Hash256 hash, IndexCosts costs)
    {
        Span<byte> key = stackalloc byte[KeySize];
        WriteKey(key, hash, 0);
        return [.. Scan(table, key[..PrefixSize], costs).Select(NumberOf)];
    }

    private static long NumberOf(IndexRow row) => BinaryPrimitives.ReadUInt32BigEndian(row.Key.Span[PrefixSize..]);

    /// <summary>
    /// The id of a transaction that pays the script or spends one of the outputs; null for other transactions.
    /// </summary>
    private static Hash256? IdOfTouching(
        TransactionView transaction, Hash256 scriptHash, HashSet<(Hash256 Id, uint Index)> outputs)
    {
        var id = default(Hash256?);
        foreach (var input in transaction.Inputs)
        {
            if (outputs.Contains((input.PreviousId, input.PreviousIndex)))
            {
                id ??= transaction.Id();
            }
        }

        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable && output.ScriptHash() == scriptHash)
            {
                outputs.Add((id ??= transaction.Id(), output.Index));
            }
        }

        return id;
    }

    private void WriteKey(Span<byte> key, Hash256 hash, long number)
    {
        BinaryPrimitives.WriteUInt64BigEndian(key, hash.Prefix() & prefixMask);
        NumberKey(key[PrefixSize..], number);
    }

    // Big-endian, so that keys have the order of the chain.
    private static Span<byte> NumberKey(Span<byte> key, long number)
    {
        BinaryPrimitives.WriteUInt32BigEndian(key, checked((uint)number));
        return key[..NumberSize];
    }
}
