using System.Buffers.Binary;
using AElf.Bench.Electrum.Indexing.Stores;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The number of transactions up to each height, in memory and in a flat file of 8 bytes per block. The number of a
/// transaction is its index in the whole chain. A bisection finds its height.
/// </summary>
internal sealed class TransactionNumbers
{
    private readonly List<long> ends = [];
    private readonly IRecords file;

    /// <summary>The numbers of an index up to its last commit.</summary>
    /// <param name="blocks">Number of committed blocks.</param>
    /// <exception cref="InvalidDataException">The file has fewer blocks.</exception>
    public TransactionNumbers(IRecords file, int blocks)
    {
        this.file = file;
        file.Truncate(blocks);
        Span<byte> end = stackalloc byte[sizeof(long)];
        for (var height = 0; height < blocks; height++)
        {
            file.Read(height, end);
            ends.Add(BinaryPrimitives.ReadInt64LittleEndian(end));
        }
    }

    /// <summary>Number of transactions in the chain, which is the number of the next transaction.</summary>
    public long Count => ends.Count == 0 ? 0 : ends[^1];

    /// <summary>Adds a block of <paramref name="transactions"/> transactions.</summary>
    public void Add(int transactions)
    {
        ends.Add(Count + transactions);
        Span<byte> end = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(end, Count);
        file.Append(end);
    }

    /// <summary>Removes the last block; it stays in the file until <see cref="CutFile"/>.</summary>
    public void RemoveLast() => ends.RemoveAt(ends.Count - 1);

    /// <summary>Truncates the file to the blocks that were not removed.</summary>
    public void CutFile() => file.Truncate(ends.Count);

    /// <summary>The number of the first transaction of a block.</summary>
    public long First(int height) => height == 0 ? 0 : ends[height - 1];

    /// <summary>The number after the last transaction of a block.</summary>
    public long End(int height) => ends[height];

    public int HeightOf(long number)
    {
        var (low, high) = (0, ends.Count - 1);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = ends[middle] > number ? (low, middle) : (middle + 1, high);
        }

        return low;
    }
}
