using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// The synthetic chain of a node. On request, it makes blocks and transactions, and another branch in place of its last
/// blocks.
/// </summary>
public sealed class GrowingChain
{
    /// <summary>Maximum number of last blocks that another branch may replace.</summary>
    public const int MaxDepth = 16;

    private readonly Lock gate = new();
    private readonly List<SyntheticChain> earlier = [];
    private readonly List<(int Height, byte[] Bytes)> taken = [];
    private SyntheticChain chain;

    /// <summary>A chain with only its genesis block.</summary>
    /// <exception cref="ArgumentException">The options are impossible for a chain.</exception>
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

    /// <summary>Makes waiting transactions; returns the number of all waiting transactions.</summary>
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

    /// <summary>Removes a block and all that follow it, so that another branch can be made.</summary>
    /// <returns>Whether it was one of the last <see cref="MaxDepth"/> blocks.</returns>
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

    // Takes newer foreign transactions again if this branch allows it: in order of arrival, so parents before children.
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
                // It spends outputs that do not exist on this branch.
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
