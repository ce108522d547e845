using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// A node whose chain is synthetic: it makes blocks and transactions when it is asked to, and another branch in place
/// of its last blocks.
/// </summary>
public sealed class GrowingChain
{
    /// <summary>The last blocks that another branch may replace.</summary>
    public const int MaxDepth = 16;

    private readonly Lock gate = new();
    private readonly List<SyntheticChain> earlier = [];
    private readonly List<(int Height, byte[] Bytes)> taken = [];
    private SyntheticChain chain;

    /// <summary>A chain with no more than its genesis block.</summary>
    /// <exception cref="ArgumentException">The options describe no chain.</exception>
    public GrowingChain(SyntheticChainOptions options)
    {
        chain = new SyntheticChain(options);
        Append();
    }

    public NodeChain Node { get; } = new(ChainNetwork.BitcoinRegtest);

    /// <summary>Makes the next blocks; returns their hashes.</summary>
    public IReadOnlyList<Hash256> Generate(int count)
    {
        lock (gate)
        {
            var hashes = new List<Hash256>();
            for (var i = 0; i < count; i++)
            {
                Append();
                hashes.Add(chain.TipHash);
            }

            ShowMempool();
            return hashes;
        }
    }

    /// <summary>Makes transactions that wait; returns how many wait then.</summary>
    public int FillMempool(int count)
    {
        lock (gate)
        {
            chain.FillMempool(count);
            ShowMempool();
            return Node.Mempool.Count;
        }
    }

    /// <summary>Accepts a foreign transaction for the next block.</summary>
    /// <exception cref="ChainException">
    /// The transaction cannot be read, or spends an output that is unknown or spent.
    /// </exception>
    public Hash256 Take(byte[] bytes)
    {
        lock (gate)
        {
            var id = chain.Take(bytes);
            taken.Add((chain.Height, bytes));
            ShowMempool();
            return id;
        }
    }

    /// <summary>Takes a block off, and all that follow it: from there on another branch is made.</summary>
    /// <returns>Whether it was one of the last <see cref="MaxDepth"/>.</returns>
    public bool Invalidate(Hash256 hash)
    {
        lock (gate)
        {
            var before = Node.HeaderOf(hash)?.Height - 1;
            if (earlier.FindIndex(state => state.Height == before) is var found && found < 0)
            {
                return false;
            }

            chain = earlier[found];
            earlier.RemoveRange(found, earlier.Count - found);
            foreach (var id in Node.Mempool.Ids)
            {
                Node.Mempool.Remove(id);
            }

            while (Node.Height > chain.Height)
            {
                Node.RemoveTip();
            }

            TakeAgain();
            ShowMempool();
            return true;
        }
    }

    // The newer waiting transactions, as many as fit: in order of arrival, parents before children.
    private void TakeAgain()
    {
        foreach (var (_, bytes) in taken.Where(each => each.Height >= chain.Height))
        {
            try
            {
                chain.Take(bytes);
            }
            catch (ChainException)
            {
                // It spends outputs that are not on this branch.
            }
        }
    }

    private void Append()
    {
        if (chain.Height >= 0)
        {
            earlier.Add(chain.Fork());
            if (earlier.Count > MaxDepth)
            {
                earlier.RemoveAt(0);
                taken.RemoveAll(each => each.Height < earlier[0].Height);
            }
        }

        Node.Append(chain.NextBlock().Bytes.ToArray());
    }

    private void ShowMempool()
    {
        foreach (var transaction in chain.Mempool)
        {
            Node.Mempool.Add(transaction.Bytes);
        }
    }
}
