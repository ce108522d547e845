using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Archives;

/// <summary>The blocks of a chain in the memory of this process.</summary>
public sealed class MemoryArchive : ChainArchive
{
    private readonly List<byte[]> blocks = [];
    private readonly Dictionary<Hash256, Slice> places = [];

    public override int Height => Locked(() => blocks.Count - 1);

    public override int Transactions => Locked(() => places.Count);

    public override long Bytes => Locked(() => blocks.Sum(block => (long)block.Length));

    public override void Add(byte[] block)
    {
        var added = TransactionsOf(block);
        using var changing = Gate.Change();
        foreach (var (position, (id, start, length)) in added.Index())
        {
            places[id] = new Slice(new TransactionPlace(blocks.Count, position), start, length);
        }

        blocks.Add(block);
    }

    public override void RemoveTip()
    {
        using var changing = Gate.Change();
        foreach (var transaction in new BlockReader(blocks[^1]))
        {
            places.Remove(transaction.Id());
        }

        blocks.RemoveAt(blocks.Count - 1);
    }

    public override ReadOnlyMemory<byte> Block(int height)
    {
        using var reading = Gate.Read();
        return blocks[height];
    }

    public override ReadOnlyMemory<byte> Header(int height) => Block(height)[..BlockHeader.Size];

    public override TransactionPlace? PlaceOf(Hash256 id)
    {
        using var reading = Gate.Read();
        return places.TryGetValue(id, out var slice) ? slice.Place : null;
    }

    public override ReadOnlyMemory<byte>? Transaction(Hash256 id)
    {
        using var reading = Gate.Read();
        return places.TryGetValue(id, out var slice)
            ? blocks[slice.Place.Height].AsMemory(slice.Start, slice.Length)
            : default(ReadOnlyMemory<byte>?);
    }

    public override ReadOnlyMemory<byte> TransactionAt(int height, int offset, int length) =>
        Block(height).Slice(offset, length);

    private readonly record struct Slice(TransactionPlace Place, int Start, int Length);
}
