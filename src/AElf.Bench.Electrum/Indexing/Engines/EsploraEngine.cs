using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of electrs-esplora: rows contain all answers, without the node. Its light mode reads transactions and
/// data of blocks from the node. (Blockstream's electrs, <c>schema.rs</c>.)
/// </summary>
public sealed class EsploraEngine : IndexEngine
{
    private const byte Funded = (byte)'F';
    private const byte SpentBy = (byte)'S';
    private const int PlaceSize = 6;
    private const int HistoryKeySize = Hash256.Size + PlaceSize + 1 + Hash256.Size + 4;

    private static readonly IndexTable Transactions = new((byte)'T', "T");
    private static readonly IndexTable Outputs = new((byte)'O', "O");
    private static readonly IndexTable Headers = new((byte)'B', "B");
    private static readonly IndexTable BlockIds = new((byte)'X', "X");
    private static readonly IndexTable BlockFacts = new((byte)'M', "M");
    private static readonly IndexTable Confirmed = new((byte)'C', "C");
    private static readonly IndexTable Edges = new((byte)'S', "S");
    private static readonly IndexTable HistoryRows = new((byte)'H', "H", Hash256.Size);

    private readonly bool isLight;

    /// <summary>Opens an engine over the rows of the store.</summary>
    /// <param name="store">Its rows; the engine disposes of it.</param>
    /// <param name="archive">Replaces the node beside the engine.</param>
    /// <param name="isLight">Whether the node provides transactions.</param>
    public EsploraEngine(IIndexStore store, ChainArchive archive, bool isLight = false)
        : base(store, archive) => this.isLight = isLight;

    public override string Name => isLight ? "esplora-light" : "esplora";

    protected override void Index(int height, ReadOnlySpan<byte> block)
    {
        Span<byte> hash = stackalloc byte[Hash256.Size];
        new BlockReader(block).Header.Hash().CopyTo(hash);
        Changes.Put(Headers, hash, block[..BlockHeader.Size]);
        var ids = new WireWriter();
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            ids.WriteHash(id);
            Add(transaction, id, height, position++, hash);
        }

        if (!isLight)
        {
            Span<byte> facts = stackalloc byte[8];
            BinaryPrimitives.WriteInt32LittleEndian(facts, position);
            BinaryPrimitives.WriteInt32LittleEndian(facts[4..], block.Length);
            Changes.Put(BlockIds, hash, ids.Written);
            Changes.Put(BlockFacts, hash, facts);
        }
    }

    protected override void Remove(int height, ReadOnlySpan<byte> block)
    {
        Span<byte> hash = stackalloc byte[Hash256.Size];
        new BlockReader(block).Header.Hash().CopyTo(hash);
        foreach (var table in (IndexTable[])[Headers, BlockIds, BlockFacts])
        {
            Changes.Delete(table, hash);
        }

        // Removes these rows first: they need the spent outputs, which may be in the same block.
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            ForHistory(transaction, transaction.Id(), height, position++, key => Changes.Delete(HistoryRows, key));
        }

        foreach (var transaction in new BlockReader(block))
        {
            RemoveOwn(transaction);
        }
    }

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        Span<byte> prefix = stackalloc byte[Hash256.Size];
        scriptHash.CopyTo(prefix);
        var entries = new List<HistoryEntry>();
        foreach (var row in Scan(HistoryRows, prefix, costs))
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

    protected override ReadOnlyMemory<byte>? FindTransaction(Hash256 id, IndexCosts costs)
    {
        if (isLight)
        {
            return base.FindTransaction(id, costs);
        }

        Span<byte> key = stackalloc byte[Hash256.Size];
        id.CopyTo(key);
        return Get(Transactions, key, costs);
    }

    private delegate void KeyAction(ReadOnlySpan<byte> key);

    private void Add(TransactionView transaction, Hash256 id, int height, int position, ReadOnlySpan<byte> blockHash)
    {
        Span<byte> key = stackalloc byte[Hash256.Size + 4];
        id.CopyTo(key);
        Changes.Put(Confirmed, key[..Hash256.Size], blockHash);
        if (!isLight)
        {
            Changes.Put(Transactions, key[..Hash256.Size], transaction.Bytes);
        }

        var value = new WireWriter();
        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable)
            {
                WriteOutpoint(key, id, output.Index);
                value.Clear();
                value.WriteUInt64((ulong)output.Value);
                value.WriteBytes(output.Script);
                Changes.Put(Outputs, key, value.Written);
            }
        }

        ForHistory(transaction, id, height, position, row => Changes.Put(HistoryRows, row, []));
        AddEdges(transaction, id, height);
    }

    private void AddEdges(TransactionView transaction, Hash256 id, int height)
    {
        if (transaction.IsCoinbase)
        {
            return;
        }

        Span<byte> key = stackalloc byte[Hash256.Size + 4];
        Span<byte> value = stackalloc byte[Hash256.Size + 8];
        id.CopyTo(value);
        BinaryPrimitives.WriteInt32LittleEndian(value[(Hash256.Size + 4)..], height);
        var number = 0u;
        foreach (var input in transaction.Inputs)
        {
            WriteOutpoint(key, input.PreviousId, input.PreviousIndex);
            BinaryPrimitives.WriteUInt32LittleEndian(value[Hash256.Size..], number++);
            Changes.Put(Edges, key, value);
        }
    }

    private void ForHistory(TransactionView transaction, Hash256 id, int height, int position, KeyAction act)
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
                act(key);
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
            act(key);
        }
    }

    private Hash256 ScriptOf(TransactionView transaction, InputView input)
    {
        Span<byte> outpoint = stackalloc byte[Hash256.Size + 4];
        WriteOutpoint(outpoint, input.PreviousId, input.PreviousIndex);
        var output = Changes.Get(Outputs, outpoint) ?? throw new ChainException(
            transaction.Start, $"spends output {input.PreviousIndex} of {input.PreviousId}, which does not exist");
        return Hash256.Of(output.Span[sizeof(ulong)..]);
    }

    private void RemoveOwn(TransactionView transaction)
    {
        var id = transaction.Id();
        Span<byte> key = stackalloc byte[Hash256.Size + 4];
        id.CopyTo(key);
        Changes.Delete(Confirmed, key[..Hash256.Size]);
        Changes.Delete(Transactions, key[..Hash256.Size]);
        for (var index = 0u; index < transaction.OutputCount; index++)
        {
            WriteOutpoint(key, id, index);
            Changes.Delete(Outputs, key);
        }

        if (transaction.IsCoinbase)
        {
            return;
        }

        foreach (var input in transaction.Inputs)
        {
            WriteOutpoint(key, input.PreviousId, input.PreviousIndex);
            Changes.Delete(Edges, key);
        }
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
