using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>A block's transfers split into groups that share no account.</summary>
public sealed class TransferGroups
{
    private readonly int[] order;
    private readonly int[] starts;

    internal TransferGroups(int[] order, int[] starts)
    {
        this.order = order;
        this.starts = starts;
    }

    public int Count => starts.Length - 1;

    /// <summary>The block indexes of a group's transfers, in block order.</summary>
    public ReadOnlySpan<int> this[int group] => order.AsSpan(starts[group], starts[group + 1] - starts[group]);

    /// <summary>The block indexes of all groups, one group behind the other.</summary>
    internal int[] Order => order;

    /// <summary>The start of each group in <see cref="Order"/>, and the end of the last one.</summary>
    internal int[] Starts => starts;

    /// <summary>Transfers in a group.</summary>
    public int SizeOf(int group) => starts[group + 1] - starts[group];

    /// <summary>Transfers in each group.</summary>
    public int[] Sizes()
    {
        var sizes = new int[Count];
        for (var group = 0; group < sizes.Length; group++)
        {
            sizes[group] = SizeOf(group);
        }

        return sizes;
    }

    /// <summary>The accounts of a group, once for each transfer that names them.</summary>
    /// <param name="block">The block of the groups.</param>
    public IEnumerable<int> AccountsOf(int group, Block block)
    {
        for (var i = 0; i < SizeOf(group); i++)
        {
            var transfer = block.Transfers[this[group][i]];
            yield return transfer.From;
            yield return transfer.To;
        }
    }
}
