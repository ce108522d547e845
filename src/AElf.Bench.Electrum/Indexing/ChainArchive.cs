using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>Where a transaction lies in the best chain.</summary>
/// <param name="Height">Its block's.</param>
/// <param name="Position">Its place in the block, from 0.</param>
public readonly record struct TransactionPlace(int Height, int Position);

/// <summary>
/// The blocks of the best chain, and where each transaction lies: what a node that has <c>txindex</c> answers an
/// Electrum server, without the way to it. A block comes here before it comes to an engine, and goes after it; many may
/// ask meanwhile.
/// </summary>
public sealed class ChainArchive
{
    private readonly Lock gate = new();
    private readonly List<byte[]> blocks = [];
    private readonly Dictionary<Hash256, Slice> places = [];

    /// <summary>The height of the last block; −1 when there is none.</summary>
    public int Height
    {
        get
        {
            lock (gate)
            {
                return blocks.Count - 1;
            }
        }
    }

    /// <summary>Transactions of all blocks.</summary>
    public int Transactions
    {
        get
        {
            lock (gate)
            {
                return places.Count;
            }
        }
    }

    /// <summary>Bytes of all blocks.</summary>
    public long Bytes
    {
        get
        {
            lock (gate)
            {
                return blocks.Sum(block => (long)block.Length);
            }
        }
    }

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">It cannot be read.</exception>
    public void Add(byte[] block)
    {
        lock (gate)
        {
            var position = 0;
            foreach (var transaction in new BlockReader(block))
            {
                var place = new TransactionPlace(blocks.Count, position++);
                places[transaction.Id()] = new Slice(place, transaction.Start, transaction.Bytes.Length);
            }

            blocks.Add(block);
        }
    }

    /// <summary>Takes the last block off.</summary>
    public void RemoveTip()
    {
        lock (gate)
        {
            foreach (var transaction in new BlockReader(blocks[^1]))
            {
                places.Remove(transaction.Id());
            }

            blocks.RemoveAt(blocks.Count - 1);
        }
    }

    /// <summary>The block at a height.</summary>
    public ReadOnlyMemory<byte> Block(int height)
    {
        lock (gate)
        {
            return blocks[height];
        }
    }

    /// <summary>Where a transaction of the chain lies; null when it is in none.</summary>
    public TransactionPlace? PlaceOf(Hash256 id)
    {
        lock (gate)
        {
            return places.TryGetValue(id, out var slice) ? slice.Place : null;
        }
    }

    /// <summary>A transaction of the chain, as it lies in its block; null when it is in none.</summary>
    public ReadOnlyMemory<byte>? Transaction(Hash256 id)
    {
        lock (gate)
        {
            return places.TryGetValue(id, out var slice)
                ? blocks[slice.Place.Height].AsMemory(slice.Start, slice.Length)
                : default(ReadOnlyMemory<byte>?);
        }
    }

    private readonly record struct Slice(TransactionPlace Place, int Start, int Length);
}
