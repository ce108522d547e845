using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of electrs-esplora: rows contain all answers, without the node. Its light mode reads transactions and
/// data of blocks from the node. (Blockstream's electrs, <c>schema.rs</c>.)
/// </summary>
/// <param name="store">Its rows; the engine disposes of it.</param>
/// <param name="archive">Replaces the node beside the engine.</param>
/// <param name="isLight">Whether the node provides transactions.</param>
public sealed class EsploraEngine(IIndexStore store, ChainArchive archive, bool isLight = false)
    : IndexEngine(store, archive)
{
    private const byte Funded = (byte)'F';
    private const byte SpentBy = (byte)'S';
    private const int PlaceSize = 6;
    private const int OutpointSize = Hash256.Size + 4;
    private const int HistoryKeySize = Hash256.Size + PlaceSize + 1 + Hash256.Size + 4;

    private static readonly IndexTable Transactions = new((byte)'T', "T");
    private static readonly IndexTable Outputs = new((byte)'O', "O");
    private static readonly IndexTable Headers = new((byte)'B', "B");
    private static readonly IndexTable BlockIds = new((byte)'X', "X");
    private static readonly IndexTable BlockFacts = new((byte)'M', "M");
    private static readonly IndexTable Confirmed = new((byte)'C', "C");
    private static readonly IndexTable Edges = new((byte)'S', "S");
    private static readonly IndexTable HistoryRows = new((byte)'H', "H", Hash256.Size);

    public override string Name => isLight ? "esplora-light" : "esplora";

    protected override void Index(int height, ReadOnlySpan<byte> block)
    {
        var hash = new BlockReader(block).Header.Hash();
        Changes.Put(Headers, hash.Bytes, block[..BlockHeader.Size]);
        RowAction put = Changes.Put;
        var ids = new WireWriter();
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            ids.WriteHash(id);
            ForOwnRows(transaction, id, height, hash, put);
            ForHistory(transaction, id, height, position++, put);
        }

        if (!isLight)
        {
            Span<byte> facts = stackalloc byte[8];
            BinaryPrimitives.WriteInt32LittleEndian(facts, position);
            BinaryPrimitives.WriteInt32LittleEndian(facts[4..], block.Length);
            Changes.Put(BlockIds, hash.Bytes, ids.Written);
            Changes.Put(BlockFacts, hash.Bytes, facts);
        }
    }

    protected override void Remove(int height, ReadOnlySpan<byte> block)
    {
        var hash = new BlockReader(block).Header.Hash();
        foreach (var table in (IndexTable[])[Headers, BlockIds, BlockFacts])
        {
            Changes.Delete(table, hash.Bytes);
        }

        // Removes the history first: it needs the spent outputs, which may be in the same block.
        RowAction delete = (table, key, _) => Changes.Delete(table, key);
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            ForHistory(transaction, transaction.Id(), height, position++, delete);
        }

        foreach (var transaction in new BlockReader(block))
        {
            ForOwnRows(transaction, transaction.Id(), height, hash, delete);
        }
    }

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        var entries = new List<HistoryEntry>();
        foreach (var row in Scan(HistoryRows, scriptHash.Bytes, costs))
        {
            var key = row.Key.Span[Hash256.Size..];
            var entry = new HistoryEntry(
                new Hash256(key.Slice(PlaceSize + 1, Hash256.Size)), BinaryPrimitives.ReadInt32BigEndian(key));
            if (entries.Count == 0 || entries[^1] != entry)
            {
                entries.Add(entry);
            }
        }

        return entries;
    }

    protected override ReadOnlyMemory<byte>? FindTransaction(Hash256 id, IndexCosts costs) =>
        isLight ? base.FindTransaction(id, costs) : Get(Transactions, id.Bytes, costs);

    // The rows of a transaction, without those of its scripts.
    private void ForOwnRows(TransactionView transaction, Hash256 id, int height, Hash256 blockHash, RowAction act)
    {
        Span<byte> outpoint = stackalloc byte[OutpointSize];
        act(Confirmed, id.Bytes, blockHash.Bytes);
        if (!isLight)
        {
            act(Transactions, id.Bytes, transaction.Bytes);
        }

        var value = new WireWriter();
        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable)
            {
                WriteOutpoint(outpoint, id, output.Index);
                value.Clear();
                value.WriteUInt64((ulong)output.Value);
                value.WriteBytes(output.Script);
                act(Outputs, outpoint, value.Written);
            }
        }

        if (transaction.IsCoinbase)
        {
            return;
        }

        Span<byte> edge = stackalloc byte[Hash256.Size + 8];
        id.CopyTo(edge);
        BinaryPrimitives.WriteInt32LittleEndian(edge[(Hash256.Size + 4)..], height);
        var number = 0u;
        foreach (var input in transaction.Inputs)
        {
            WriteOutpoint(outpoint, input.PreviousId, input.PreviousIndex);
            BinaryPrimitives.WriteUInt32LittleEndian(edge[Hash256.Size..], number++);
            act(Edges, outpoint, edge);
        }
    }

    private void ForHistory(TransactionView transaction, Hash256 id, int height, int position, RowAction act)
    {
        Span<byte> key = stackalloc byte[HistoryKeySize];
        BinaryPrimitives.WriteInt32BigEndian(key[Hash256.Size..], height);
        BinaryPrimitives.WriteUInt16BigEndian(key[(Hash256.Size + 4)..], checked((ushort)position));
        id.CopyTo(key[^(Hash256.Size + 4)..]);
        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable)
            {
                WriteEnd(key, output.ScriptHash(), Funded, output.Index);
                act(HistoryRows, key, []);
            }
        }

        if (transaction.IsCoinbase)
        {
            return;
        }

        var index = 0u;
        foreach (var input in transaction.Inputs)
        {
            WriteEnd(key, ScriptOf(transaction, input), SpentBy, index++);
            act(HistoryRows, key, []);
        }
    }

    private Hash256 ScriptOf(TransactionView transaction, InputView input)
    {
        Span<byte> outpoint = stackalloc byte[OutpointSize];
        WriteOutpoint(outpoint, input.PreviousId, input.PreviousIndex);
        var output = Changes.Get(Outputs, outpoint) ?? throw new ChainException(
            transaction.Start, $"spends output {input.PreviousIndex} of {input.PreviousId}, which does not exist");
        return Hash256.Of(output.Span[sizeof(ulong)..]);
    }

    private static void WriteEnd(Span<byte> key, Hash256 script, byte kind, uint index)
    {
        script.CopyTo(key);
        key[Hash256.Size + PlaceSize] = kind;
        BinaryPrimitives.WriteUInt32BigEndian(key[^4..], index);
    }

    private static void WriteOutpoint(Span<byte> key, Hash256 id, uint index)
    {
        id.CopyTo(key);
        BinaryPrimitives.WriteUInt32BigEndian(key[Hash256.Size..], index);
    }
}
