using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>
/// Union-find over 0 … n − 1 in one int array: union by size, path halving (Tarjan and van Leeuwen 1984). After all
/// unions, the same array can number the sets.
/// </summary>
public sealed class DisjointSets
{
    // The parent of an element. For a root: −1 − the size of its set or, once the set has a number, int.MinValue +
    // number.
    private int[] links = [];
    private int numbered;

    /// <summary>Resets to <paramref name="count"/> sets of one element.</summary>
    public void Reset(int count)
    {
        if (links.Length < count)
        {
            links = GC.AllocateUninitializedArray<int>(count);
        }

        links.AsSpan(0, count).Fill(-2);
        numbered = 0;
    }

    /// <summary>
    /// Joins the sets of both elements. Of equal sets, the right one takes in the left one. Neither set may have a
    /// number.
    /// </summary>
    public void Union(int left, int right)
    {
        var (larger, smaller) = (Find(right), Find(left));
        if (larger == smaller)
        {
            return;
        }

        if (links[larger] > links[smaller])
        {
            (larger, smaller) = (smaller, larger);
        }

        links[larger] += links[smaller] + 1;
        links[smaller] = larger;
    }

    /// <summary>
    /// The number of an element's set. Sets are numbered 0, 1, 2 … in the order of the first requests.
    /// </summary>
    public int NumberOf(int element)
    {
        ref var number = ref links[Find(element)];
        if (number >= int.MinValue + numbered)
        {
            number = int.MinValue + numbered++;
        }

        return number - int.MinValue;
    }

    /// <summary>Prefetches an element that a call will need soon.</summary>
    internal unsafe void Prefetch(int element)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref links[element]));
        }
    }

    /// <summary>Prefetches the parent of an element that is already in the cache.</summary>
    internal void PrefetchParent(int element)
    {
        var parent = links[element];
        if (parent >= 0)
        {
            Prefetch(parent);
        }
    }

    private int Find(int element)
    {
        var all = links;
        var parent = all[element];
        while (parent >= 0)
        {
            var grandparent = all[parent];
            if (grandparent < 0)
            {
                return parent;
            }

            all[element] = grandparent;
            element = grandparent;
            parent = all[element];
        }

        return element;
    }
}
