using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>
/// Decides the groups of a block. Groups share no account, so they may run in parallel. Next:
/// <see cref="TransferGroups"/>.
/// </summary>
/// <remarks>It reuses its buffers for the next block: 4 bytes per account and 4 per transfer.</remarks>
public sealed class Grouper
{
    // Accounts are scattered in memory, so they are prefetched this number of transfers ahead.
    private const int Ahead = 32;

    private readonly DisjointSets accounts = new();
    private int[] groupOfTransfer = [];

    /// <summary>
    /// Groups the transfers of a block. Groups are in the order of their first transfers, and the transfers of a group
    /// in block order. The time is linear in transfers and accounts.
    /// </summary>
    public TransferGroups Group(Block block) => Group(block.Transfers, block.AccountCount);

    /// <summary>
    /// As <see cref="Group(Block)"/>, over transfers whose accounts are numbered from 0 to <paramref
    /// name="accountCount"/> − 1.
    /// </summary>
    public TransferGroups Group(ReadOnlySpan<Transfer> transfers, int accountCount)
    {
        accounts.Reset(accountCount);
        for (var i = 0; i < transfers.Length; i++)
        {
            if (i + Ahead < transfers.Length)
            {
                accounts.Prefetch(transfers[i + Ahead].From);
                accounts.Prefetch(transfers[i + Ahead].To);
            }

            accounts.Union(transfers[i].From, transfers[i].To);
        }

        if (groupOfTransfer.Length < transfers.Length)
        {
            groupOfTransfer = GC.AllocateUninitializedArray<int>(transfers.Length);
        }

        return Gather(groupOfTransfer.AsSpan(0, transfers.Length), NumberGroups(transfers));
    }

    private List<int> NumberGroups(ReadOnlySpan<Transfer> transfers)
    {
        // By the receiver: loads with many payers for few receivers are more common, and a frequent account stays in
        // the cache.
        var sizes = new List<int>();
        for (var i = 0; i < transfers.Length; i++)
        {
            if (i + Ahead < transfers.Length)
            {
                accounts.Prefetch(transfers[i + Ahead].To);
                accounts.PrefetchParent(transfers[i + (Ahead / 2)].To);
            }

            var group = accounts.NumberOf(transfers[i].To);
            if (group == sizes.Count)
            {
                sizes.Add(0);
            }

            sizes[group]++;
            groupOfTransfer[i] = group;
        }

        return sizes;
    }

    private static TransferGroups Gather(ReadOnlySpan<int> groupOfTransfer, List<int> sizes)
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
