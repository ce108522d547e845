using System.Numerics;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>The position of a block in a node's files.</summary>
/// <param name="File">Index of the file in the folder, from 0.</param>
/// <param name="Position">Bytes before the block in its file.</param>
/// <param name="Length">Bytes of the block.</param>
internal readonly record struct BlockPlace(int File, long Position, int Length);

/// <summary>Blocks in any order, linked by the hashes of their predecessors.</summary>
internal sealed class BlockTree(ChainNetwork network)
{
    private readonly Dictionary<Hash256, Node> nodes = [];
    private readonly List<Hash256> order = [];

    /// <summary>Adds a block; a known block keeps its first position.</summary>
    /// <exception cref="ChainException">The block's hash does not meet its target.</exception>
    public void Add(BlockHeader header, BlockPlace place)
    {
        var hash = header.Hash();
        var work = ProofOfWork.WorkOf(header.Bits);
        if (!network.HasOwnProofOfWork && !ProofOfWork.IsMet(hash, header.Bits))
        {
            throw new ChainException($"block {hash} does not meet its target, bits {header.Bits:x8}");
        }

        if (nodes.TryAdd(hash, new Node(header.PreviousHash, place, work)))
        {
            order.Add(hash);
        }
    }

    /// <summary>The positions of the blocks of the chain with the most work, from the genesis block on.</summary>
    /// <exception cref="ChainException">A block does not link to the genesis block of the network.</exception>
    public BlockPlace[] BestChain()
    {
        if (!nodes.ContainsKey(network.GenesisHash))
        {
            throw new ChainException($"no file has the genesis block of {network.Name}, {network.GenesisHash}");
        }

        foreach (var hash in order)
        {
            Link(hash);
        }

        // Of equal chains, the first one wins.
        var tip = order.Aggregate(
            order[0], (best, next) => nodes[next].TotalWork > nodes[best].TotalWork ? next : best);
        return PathTo(tip);
    }

    // Walks back to a block with known total work, then forward again, without recursion.
    private void Link(Hash256 hash)
    {
        var open = new Stack<Node>();
        var node = nodes[hash];
        while (node.TotalWork.IsZero)
        {
            open.Push(node);
            if (hash == network.GenesisHash)
            {
                break;
            }

            hash = node.Previous;
            node = ParentOf(node);
        }

        for (var total = node.TotalWork; open.TryPop(out var next);)
        {
            total += next.Work;
            next.TotalWork = total;
        }
    }

    private Node ParentOf(Node node) => nodes.GetValueOrDefault(node.Previous)
        ?? throw new ChainException(
            $"the block at byte {node.Place.Position} of file {node.Place.File} does not link: no file has its "
                + $"predecessor {node.Previous}");

    private BlockPlace[] PathTo(Hash256 tip)
    {
        var path = new List<BlockPlace>();
        for (var hash = tip; ; hash = nodes[hash].Previous)
        {
            path.Add(nodes[hash].Place);
            if (hash == network.GenesisHash)
            {
                break;
            }
        }

        path.Reverse();
        return [.. path];
    }

    private sealed class Node(Hash256 previous, BlockPlace place, BigInteger work)
    {
        public Hash256 Previous => previous;

        public BlockPlace Place => place;

        public BigInteger Work => work;

        /// <summary>The work of this block and of all its predecessors; 0 until it is linked.</summary>
        public BigInteger TotalWork { get; set; }
    }
}
