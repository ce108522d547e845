using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of addrindexrs, a fork of an early electrs. Rows of 8-byte prefixes lead from a script to the
/// transactions that pay it, and from their outputs to the transactions that spend them. The node confirms each
/// transaction. addrindexrs stores no heights, but a status needs them: here the row of an id has height and position.
/// (addrindexrs, <c>index.rs</c>, <c>query.rs</c>.)
/// </summary>
/// <param name="store">Its rows; the engine disposes of it.</param>
/// <param name="archive">Replaces the node beside the engine.</param>
/// <param name="prefixSize">Bytes of a hash in a key; tests use fewer than 8 to make prefixes collide.</param>
public sealed class AddrindexrsEngine(
    IIndexStore store, ChainArchive archive, int prefixSize = AddrindexrsEngine.PrefixSize)
    : IndexEngine(store, archive)
{
    private const int PrefixSize = 8;
    private const int IndexSize = 2;
    private const int RowSize = PrefixSize + PrefixSize + IndexSize;
    private const int PlaceSize = 8;

    private static readonly IndexTable OutputRows = new((byte)'O', "O", PrefixSize);
    private static readonly IndexTable InputRows = new((byte)'I', "I", PrefixSize + IndexSize);
    private static readonly IndexTable Ids = new((byte)'T', "T", PrefixSize);

    public override string Name => "addrindexrs";

    public override KeptAnswers Keeps => KeptAnswers.BlockIds;

    protected override void Index(int height, ReadOnlySpan<byte> block) => ForRows(height, block, Changes.Put);

    protected override void Remove(int height, ReadOnlySpan<byte> block) =>
        ForRows(height, block, (table, key, _) => Changes.Delete(table, key));

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        Span<byte> prefix = stackalloc byte[PrefixSize];
        WritePrefix(prefix, scriptHash);
        var found = new SortedDictionary<(int Height, int Position), Hash256>();
        foreach (var row in Scan(OutputRows, prefix, costs).ToList())
        {
            FindFunding(scriptHash, row.Key.Span[PrefixSize..], found, costs);
        }

        return [.. found.Select(entry => new HistoryEntry(entry.Value, entry.Key.Height))];
    }

    private void FindFunding(
        Hash256 scriptHash,
        ReadOnlySpan<byte> idAndIndex,
        SortedDictionary<(int Height, int Position), Hash256> found,
        IndexCosts costs)
    {
        var index = BinaryPrimitives.ReadUInt16LittleEndian(idAndIndex[PrefixSize..]);
        var any = false;
        foreach (var (id, place, bytes) in Candidates(idAndIndex[..PrefixSize], costs))
        {
            if (Pays(bytes.Span, index, scriptHash))
            {
                any = true;
                found[place] = id;
                FindSpending(id, index, found, costs);
            }
        }

        costs.FalsePositives += any ? 0 : 1;
    }

    private void FindSpending(
        Hash256 id, ushort index, SortedDictionary<(int Height, int Position), Hash256> found, IndexCosts costs)
    {
        Span<byte> prefix = stackalloc byte[PrefixSize + IndexSize];
        WritePrefix(prefix, id);
        BinaryPrimitives.WriteUInt16LittleEndian(prefix[PrefixSize..], index);
        foreach (var row in Scan(InputRows, prefix, costs).ToList())
        {
            foreach (var (spender, place, bytes) in Candidates(row.Key.Span[^PrefixSize..], costs))
            {
                if (TransactionView.Read(bytes.Span).Spends(id, index))
                {
                    found[place] = spender;
                }
            }
        }
    }

    /// <summary>The transactions whose ids begin with a prefix, from the node.</summary>
    private List<(Hash256 Id, (int Height, int Position) Place, ReadOnlyMemory<byte> Bytes)> Candidates(
        ReadOnlySpan<byte> prefix, IndexCosts costs)
    {
        var candidates = new List<(Hash256, (int, int), ReadOnlyMemory<byte>)>();
        foreach (var row in Scan(Ids, prefix[..prefixSize], costs))
        {
            var id = new Hash256(row.Key.Span);
            var place = row.Value.Span;
            candidates.Add((
                id,
                (BinaryPrimitives.ReadInt32LittleEndian(place), BinaryPrimitives.ReadInt32LittleEndian(place[4..])),
                FindTransaction(id, costs) ?? throw new InvalidDataException($"the node has no transaction {id}")));
        }

        return candidates;
    }

    private static bool Pays(ReadOnlySpan<byte> bytes, ushort index, Hash256 scriptHash) =>
        TransactionView.Read(bytes).TryFind(index, out var output) && output.ScriptHash() == scriptHash;

    private void ForRows(int height, ReadOnlySpan<byte> block, RowAction act)
    {
        Span<byte> place = stackalloc byte[PlaceSize];
        Span<byte> row = stackalloc byte[RowSize];
        BinaryPrimitives.WriteInt32LittleEndian(place, height);
        var position = 0;
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            BinaryPrimitives.WriteInt32LittleEndian(place[4..], position++);
            act(Ids, id.Bytes, place);
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    WritePrefix(row, output.ScriptHash());
                    WritePrefix(row[PrefixSize..], id);
                    BinaryPrimitives.WriteUInt16LittleEndian(row[(2 * PrefixSize)..], (ushort)output.Index);
                    act(OutputRows, row, []);
                }
            }

            foreach (var input in transaction.Inputs)
            {
                if (!input.IsCoinbase)
                {
                    WritePrefix(row, input.PreviousId);
                    BinaryPrimitives.WriteUInt16LittleEndian(row[PrefixSize..], (ushort)input.PreviousIndex);
                    WritePrefix(row[(PrefixSize + IndexSize)..], id);
                    act(InputRows, row, []);
                }
            }
        }
    }

    // Omitted bytes are zero, so that the prefix keeps its length.
    private void WritePrefix(Span<byte> key, Hash256 hash)
    {
        hash.Bytes[..prefixSize].CopyTo(key);
        key[prefixSize..PrefixSize].Clear();
    }
}
