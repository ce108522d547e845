namespace AElf.Bench.Transfers.Grouping;

/// <summary>
/// Union-find over 0 … n − 1 in one int array: no rank, path halving, the smaller root wins (Tarjan and van Leeuwen
/// 1984).
/// </summary>
public sealed class DisjointSets
{
    private readonly int[] parents;

    /// <summary>Starts with <paramref name="count"/> sets of one element.</summary>
    public DisjointSets(int count)
    {
        parents = GC.AllocateUninitializedArray<int>(count);
        for (var i = 0; i < parents.Length; i++)
        {
            parents[i] = i;
        }
    }

    /// <summary>The representative of an element's set.</summary>
    public int Find(int element)
    {
        var links = parents;
        var parent = links[element];
        while (parent != element)
        {
            var grandparent = links[parent];
            links[element] = grandparent;
            element = grandparent;
            parent = links[element];
        }

        return element;
    }

    /// <summary>Joins the sets of both elements.</summary>
    public void Union(int left, int right)
    {
        var leftRoot = Find(left);
        var rightRoot = Find(right);
        if (leftRoot < rightRoot)
        {
            parents[rightRoot] = leftRoot;
        }
        else
        {
            parents[leftRoot] = rightRoot;
        }
    }
}
