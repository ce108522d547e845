using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>Splits a block into groups that share no account, so that groups may run in parallel.</summary>
public static class Grouper
{
    /// <summary>
    /// Order is kept: groups by their first transfer, transfers inside a group as in the block. Linear in transfers and
    /// accounts.
    /// </summary>
    public static TransferGroups Group(Block block)
    {
        ArgumentNullException.ThrowIfNull(block);
        return Group(block.Transfers, block.AccountCount);
    }

    /// <summary>
    /// As <see cref="Group(Block)"/>, over bare transfers whose accounts run from 0 to
    /// <paramref name="accountCount"/> − 1.
    /// </summary>
    public static TransferGroups Group(ReadOnlySpan<Transfer> transfers, int accountCount)
    {
        var accounts = new DisjointSets(accountCount);
        foreach (ref readonly var transfer in transfers)
        {
            accounts.Union(transfer.From, transfer.To);
        }

        var groupOfTransfer = GC.AllocateUninitializedArray<int>(transfers.Length);
        var sizes = NumberGroups(transfers, accounts, accountCount, groupOfTransfer);
        return Gather(groupOfTransfer, sizes);
    }

    private static List<int> NumberGroups(
        ReadOnlySpan<Transfer> transfers, DisjointSets accounts, int accountCount, int[] groupOfTransfer)
    {
        // Zero means "not met yet", so that the array needs no fill: group g is stored as g + 1.
        var groupOfRoot = new int[accountCount];
        var sizes = new List<int>();
        for (var i = 0; i < transfers.Length; i++)
        {
            ref var group = ref groupOfRoot[accounts.Find(transfers[i].From)];
            if (group == 0)
            {
                sizes.Add(0);
                group = sizes.Count;
            }

            sizes[group - 1]++;
            groupOfTransfer[i] = group - 1;
        }

        return sizes;
    }

    private static TransferGroups Gather(int[] groupOfTransfer, List<int> sizes)
    {
        var starts = new int[sizes.Count + 1];
        var next = new int[sizes.Count];
        for (var group = 0; group < sizes.Count; group++)
        {
            next[group] = starts[group];
            starts[group + 1] = starts[group] + sizes[group];
        }

        var order = GC.AllocateUninitializedArray<int>(groupOfTransfer.Length);
        for (var i = 0; i < groupOfTransfer.Length; i++)
        {
            order[next[groupOfTransfer[i]]++] = i;
        }

        return new TransferGroups(order, starts);
    }
}
