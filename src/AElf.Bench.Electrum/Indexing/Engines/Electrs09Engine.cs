using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The layout of electrs 0.9 to 0.11: three tables of keys without values. A key has the first 8 bytes of a hash, and a
/// height. The index is small, but a history reads each possible block again. (electrs, <c>types.rs</c>,
/// <c>index.rs</c>, <c>status.rs</c>.)
/// </summary>
/// <param name="store">Its rows; the engine disposes of it.</param>
/// <param name="archive">Replaces the node beside the engine.</param>
/// <param name="prefixBits">Bits of a hash in a key; tests use fewer than 64 to make prefixes collide.</param>
public sealed class Electrs09Engine(IIndexStore store, ChainArchive archive, int prefixBits = 64)
    : IndexEngine(store, archive)
{
    private const int HeightSize = 4;

    private static readonly IndexTable Funding = new(1, "funding", sizeof(ulong));
    private static readonly IndexTable Spending = new(2, "spending", sizeof(ulong));
    private static readonly IndexTable Ids = new(3, "txid", sizeof(ulong));
    private static readonly IndexTable Headers = new(4, "headers");

    private readonly ulong prefixMask = ulong.MaxValue << (64 - prefixBits);

    public override string Name => "electrs-0.9";

    public override KeptAnswers Keeps => KeptAnswers.Subscribed;

    protected override void Index(int height, ReadOnlySpan<byte> block) => ForRows(height, block, Changes.Put);

    protected override void Remove(int height, ReadOnlySpan<byte> block) =>
        ForRows(height, block, (table, key, _) => Changes.Delete(table, key));

    protected override IReadOnlyList<HistoryEntry> FindHistory(Hash256 scriptHash, IndexCosts costs)
    {
        var found = new SortedDictionary<(int Height, int Position), Hash256>();
        var outputs = new HashSet<(Hash256 Id, uint Index)>();
        foreach (var height in HeightsOf(Funding, scriptHash.Prefix(), costs))
        {
            FindFunding(scriptHash, height, found, outputs, costs);
        }

        var spentAt = outputs.SelectMany(output => HeightsOf(Spending, PrefixOf(output.Id, output.Index), costs));
        foreach (var height in spentAt.Distinct().Order().ToList())
        {
            FindSpending(outputs, height, found, costs);
        }

        return [.. found.Select(entry => new HistoryEntry(entry.Value, entry.Key.Height))];
    }

    protected override ReadOnlyMemory<byte>? FindTransaction(Hash256 id, IndexCosts costs)
    {
        foreach (var height in HeightsOf(Ids, id.Prefix(), costs))
        {
            // Without a transaction index, the node reads the whole block.
            var block = ReadBlockAtNode(height, costs);
            foreach (var transaction in new BlockReader(block.Span))
            {
                if (transaction.Id() == id)
                {
                    costs.NodeBytes += transaction.Bytes.Length;
                    return block.Slice(transaction.Start, transaction.Bytes.Length);
                }
            }

            costs.FalsePositives++;
        }

        return null;
    }

    private void ForRows(int height, ReadOnlySpan<byte> block, RowAction act)
    {
        Span<byte> key = stackalloc byte[sizeof(ulong) + HeightSize];
        BinaryPrimitives.WriteInt32LittleEndian(key[sizeof(ulong)..], height);
        act(Headers, block[..BlockHeader.Size], []);
        foreach (var transaction in new BlockReader(block))
        {
            WritePrefix(key, transaction.Id().Prefix());
            act(Ids, key, []);
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    WritePrefix(key, output.ScriptHash().Prefix());
                    act(Funding, key, []);
                }
            }

            foreach (var input in transaction.Inputs)
            {
                if (!input.IsCoinbase)
                {
                    WritePrefix(key, PrefixOf(input.PreviousId, input.PreviousIndex));
                    act(Spending, key, []);
                }
            }
        }
    }

    private void FindFunding(
        Hash256 scriptHash,
        int height,
        SortedDictionary<(int Height, int Position), Hash256> found,
        HashSet<(Hash256 Id, uint Index)> outputs,
        IndexCosts costs)
    {
        var (position, before) = (0, outputs.Count);
        foreach (var transaction in new BlockReader(ReadBlock(height, costs).Span))
        {
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable && output.ScriptHash() == scriptHash)
                {
                    var id = transaction.Id();
                    found[(height, position)] = id;
                    outputs.Add((id, output.Index));
                }
            }

            position++;
        }

        costs.FalsePositives += outputs.Count == before ? 1 : 0;
    }

    private void FindSpending(
        HashSet<(Hash256 Id, uint Index)> outputs,
        int height,
        SortedDictionary<(int Height, int Position), Hash256> found,
        IndexCosts costs)
    {
        var (position, any) = (0, false);
        foreach (var transaction in new BlockReader(ReadBlock(height, costs).Span))
        {
            foreach (var input in transaction.Inputs)
            {
                if (outputs.Contains((input.PreviousId, input.PreviousIndex)))
                {
                    found[(height, position)] = transaction.Id();
                    any = true;
                }
            }

            position++;
        }

        costs.FalsePositives += any ? 0 : 1;
    }

    private List<int> HeightsOf(IndexTable table, ulong prefix, IndexCosts costs)
    {
        Span<byte> key = stackalloc byte[sizeof(ulong)];
        WritePrefix(key, prefix);
        return [.. Scan(table, key, costs)
            .Select(row => BinaryPrimitives.ReadInt32LittleEndian(row.Key.Span[sizeof(ulong)..])).Order()];
    }

    // The outputs of one transaction have consecutive keys.
    private static ulong PrefixOf(Hash256 id, uint index) => unchecked(id.Prefix() + index);

    private void WritePrefix(Span<byte> key, ulong prefix) =>
        BinaryPrimitives.WriteUInt64BigEndian(key, prefix & prefixMask);
}
