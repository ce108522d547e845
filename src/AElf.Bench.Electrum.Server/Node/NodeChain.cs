using System.Numerics;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// A node's data: the best chain with its transactions, and the mempool. Many threads may read at once.
/// </summary>
public sealed class NodeChain(ChainNetwork network)
{
    private const int MedianOf = 11;

    private readonly Lock gate = new();
    private readonly List<LinkedHeader> headers = [];
    private readonly Dictionary<Hash256, int> heights = [];
    private readonly MemoryArchive archive = new();
    private Mempool? mempool;

    public ChainNetwork Network => network;
    public ChainArchive Archive => archive;
    public Mempool Mempool => mempool ??= new Mempool(archive);

    /// <summary>The height of the last block; −1 if empty.</summary>
    public int Height => archive.Height;

    /// <summary>The last block's header; null if empty.</summary>
    public LinkedHeader? Tip
    {
        get
        {
            lock (gate)
            {
                return headers.Count == 0 ? null : headers[^1];
            }
        }
    }

    /// <summary>Adds the next block, and removes its transactions from the mempool.</summary>
    /// <exception cref="ChainException">The block cannot be read or does not follow the last one.</exception>
    public void Append(byte[] block)
    {
        lock (gate)
        {
            var reader = new BlockReader(block);
            var (header, hash) = (reader.Header, reader.Header.Hash());
            EnsureFollows(header, hash);
            archive.Add(block);
            var (work, size) = headers.Count == 0 ? (0, 0L) : (headers[^1].Work, headers[^1].TotalSize);
            heights[hash] = headers.Count;
            headers.Add(new LinkedHeader(
                headers.Count, hash, header, work + ProofOfWork.WorkOf(header.Bits), size + block.Length));
            foreach (var transaction in reader)
            {
                Mempool.Remove(transaction.Id());
            }
        }
    }

    /// <summary>Removes the last block, without returning its transactions to the mempool.</summary>
    public void RemoveTip()
    {
        lock (gate)
        {
            heights.Remove(headers[^1].Hash);
            headers.RemoveAt(headers.Count - 1);
            archive.RemoveTip();
        }
    }

    /// <summary>The header at a height; null above the last block.</summary>
    public LinkedHeader? HeaderAt(int height)
    {
        lock (gate)
        {
            return height >= 0 && height < headers.Count ? headers[height] : null;
        }
    }

    /// <summary>The header of a block of the best chain; null for another block.</summary>
    public LinkedHeader? HeaderOf(Hash256 hash)
    {
        lock (gate)
        {
            return heights.TryGetValue(hash, out var height) ? headers[height] : null;
        }
    }

    /// <summary>A block of the best chain with its header; null for another block.</summary>
    public (LinkedHeader Header, ReadOnlyMemory<byte> Bytes)? BlockOf(Hash256 hash)
    {
        lock (gate)
        {
            return heights.TryGetValue(hash, out var height) ? (headers[height], archive.Block(height)) : null;
        }
    }

    /// <summary>The median of the times of a block and the ten before it (BIP113), seconds since 1970.</summary>
    public uint MedianTime(int height)
    {
        lock (gate)
        {
            // The height may be above the tip after a reorganisation.
            var end = Math.Min(height + 1, headers.Count);
            var first = Math.Max(0, end - MedianOf);
            uint[] times = [.. headers[first..end].Select(each => each.Header.Time).Order()];
            return times[times.Length / 2];
        }
    }

    private void EnsureFollows(BlockHeader header, Hash256 hash)
    {
        if (headers.Count == 0 && hash != network.GenesisHash)
        {
            throw new ChainException($"the first block is {hash}; expected {network.GenesisHash}, {network.Name}");
        }

        var last = headers.Count == 0 ? default : headers[^1].Hash;
        if (header.PreviousHash != last)
        {
            throw new ChainException($"block {hash} follows {header.PreviousHash}; expected {last}");
        }
    }
}

/// <summary>A header and its position in its chain.</summary>
/// <param name="Height">The number of blocks before it.</param>
/// <param name="Work">The mean number of hashes for the block and all its predecessors.</param>
/// <param name="TotalSize">Bytes of the block and of all its predecessors.</param>
public sealed record LinkedHeader(int Height, Hash256 Hash, BlockHeader Header, BigInteger Work, long TotalSize);
