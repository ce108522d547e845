using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Chain;

/// <summary>The tree of double SHA-256 hashes whose root is in the header.</summary>
public static class MerkleTree
{
    /// <summary>The root; zero without ids. The method overwrites the ids.</summary>
    /// <exception cref="ChainException">
    /// Two neighbours are equal: another list of ids has the same root (CVE-2012-2459).
    /// </exception>
    public static Hash256 Root(Span<Hash256> ids)
    {
        if (ids.IsEmpty)
        {
            return default;
        }

        for (var count = ids.Length; count > 1; count = (count + 1) / 2)
        {
            FoldLevel(ids[..count]);
        }

        return ids[0];
    }

    /// <summary>
    /// The hashes that are paired with one id on its way to the root, deepest pair first. The method overwrites the
    /// ids, and stores the root in the first of them.
    /// </summary>
    /// <exception cref="ChainException"><inheritdoc cref="Root" path="/exception"/></exception>
    public static Hash256[] Branch(Span<Hash256> ids, int position)
    {
        var branch = new List<Hash256>();
        for (var count = ids.Length; count > 1; count = (count + 1) / 2)
        {
            branch.Add(ids[Math.Min(position ^ 1, count - 1)]);
            FoldLevel(ids[..count]);
            position /= 2;
        }

        return [.. branch];
    }

    private static void FoldLevel(Span<Hash256> level)
    {
        Span<Hash256> odd = stackalloc Hash256[2];
        for (var pair = 0; pair < level.Length; pair += 2)
        {
            if (pair + 1 < level.Length)
            {
                EnsureDifferent(level[pair], level[pair + 1]);
                level[pair / 2] = Hash256.OfTwice(MemoryMarshal.AsBytes(level.Slice(pair, 2)));
            }
            else
            {
                odd.Fill(level[pair]);
                level[pair / 2] = Hash256.OfTwice(MemoryMarshal.AsBytes(odd));
            }
        }
    }

    private static void EnsureDifferent(Hash256 left, Hash256 right)
    {
        if (left == right)
        {
            throw new ChainException($"the block has a transaction twice: a node of its tree has two children {left}");
        }
    }
}
