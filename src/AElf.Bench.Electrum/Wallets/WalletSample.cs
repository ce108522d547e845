using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>
/// A random sample of the scripts of a chain: the scripts with the lowest hashes with the seed. One pass needs memory
/// only for the sample. A script counts once, for any number of payments.
/// </summary>
/// <param name="count">Maximum number of scripts.</param>
/// <param name="seed">The seed of the draw.</param>
public sealed class WalletSample(long count, ulong seed)
{
    private readonly SortedSet<(ulong Draw, Hash256 Script)> lowest = [];

    /// <summary>The scripts, in the order of the draw: at most the count.</summary>
    public IReadOnlyList<Hash256> Scripts => [.. lowest.Select(each => each.Script)];

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">The block cannot be read.</exception>
    public void Add(ReadOnlySpan<byte> block)
    {
        foreach (var transaction in new BlockReader(block))
        {
            foreach (var output in transaction.Outputs)
            {
                // Unspendable outputs are not indexed.
                if (!output.IsUnspendable)
                {
                    Add(output.ScriptHash());
                }
            }
        }
    }

    private void Add(Hash256 script)
    {
        // SplitMix64, over bytes that are already random.
        var draw = script.Prefix() ^ (seed * 0x9e37_79b9_7f4a_7c15);
        draw = (draw ^ (draw >> 30)) * 0xbf58_476d_1ce4_e5b9;
        draw = (draw ^ (draw >> 27)) * 0x94d0_49bb_1331_11eb;
        draw ^= draw >> 31;
        if (lowest.Count == count && draw > lowest.Max.Draw)
        {
            return;
        }

        lowest.Add((draw, script));
        if (lowest.Count > count)
        {
            lowest.Remove(lowest.Max);
        }
    }
}
