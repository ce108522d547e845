using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers.Grouping;

/// <summary>
/// Figures of the graph of accounts and transfers of a block. They are measured, not derived from options.
/// </summary>
/// <param name="Groups">Groups that share no account.</param>
/// <param name="LargestGroup">Transfers of the largest group, which are executed one after the other.</param>
/// <param name="MaxGroupShare">The largest group ÷ all transfers, 0 to 1.</param>
/// <param name="Gini">
/// Gini coefficient of the groups' sizes (Gini 1912): 0 if all are equal, near 1 if one group has nearly all.
/// </param>
/// <param name="HotAccountShare">Share of the transfers that touch the busiest account, 0 to 1.</param>
/// <param name="ConflictShare">
/// Share of the transfers that touch an account of an earlier transfer of the block, 0 to 1.
/// </param>
public sealed record LoadGraph(
    int Groups, int LargestGroup, Share MaxGroupShare, Share Gini, Share HotAccountShare, Share ConflictShare)
{
    /// <summary>An account that each transfer of a largest group touches; null without one.</summary>
    public int? CriticalAccount { get; private init; }

    /// <summary><see cref="CriticalAccount"/> in words.</summary>
    internal string? CriticalItem => CriticalAccount is { } account ? $"account {Plain(account)}" : null;

    /// <summary>The figures by the names of the report.</summary>
    internal IReadOnlyList<Fact> Facts =>
    [
        new("largestGroupShare", MaxGroupShare),
        new("groupSizeGini", Gini),
        new("hotAccountShare", HotAccountShare),
        new("conflictShare", ConflictShare),
    ];

    /// <summary>The figures as a line of the report.</summary>
    public override string ToString() =>
        $"largest group {Percent(MaxGroupShare.Value)}, Gini of sizes {Number(Gini.Value)}, "
            + $"busiest account {Percent(HotAccountShare.Value)}, conflicts {Percent(ConflictShare.Value)}";

    /// <summary>Measures a block in one pass over its transfers and one over its groups.</summary>
    /// <param name="block">The block, at least one transfer.</param>
    public static LoadGraph Measure(Block block, TransferGroups groups)
    {
        var touched = new int[block.AccountCount];
        var conflicts = 0;
        foreach (var (from, to, _) in block.Transfers)
        {
            conflicts += touched[from] > 0 || touched[to] > 0 ? 1 : 0;
            touched[to]++;
            touched[from]++;
        }

        return Of(block.Count, touched, conflicts, groups);
    }

    /// <summary>The figures of counted transactions.</summary>
    /// <param name="touched">By account: the number of transactions that touch it.</param>
    /// <param name="conflicts">The number of transactions that touch an account of an earlier one.</param>
    internal static LoadGraph Of(int transactions, int[] touched, int conflicts, TransferGroups groups)
    {
        var busiest = touched.Max();
        var sizes = groups.Sizes();
        Array.Sort(sizes);
        return new LoadGraph(
            sizes.Length,
            sizes[^1],
            new(sizes[^1], transactions),
            GiniOf(sizes),
            new(busiest, transactions),
            new(conflicts, transactions))
        {
            CriticalAccount = busiest == sizes[^1] ? Array.IndexOf(touched, busiest) : null,
        };
    }

    /// <summary>
    /// The Gini coefficient of values in rising order, i from 1 to n: 2 × Σ i·xᵢ ÷ (n × Σ xᵢ) − (n + 1) ÷ n.
    /// </summary>
    internal static Share GiniOf(ReadOnlySpan<int> sorted)
    {
        // The sum fits a long: a hundred million values of 1, or one value of a hundred million, are far below its
        // limit.
        long weighted = 0;
        long sum = 0;
        for (var i = 0; i < sorted.Length; i++)
        {
            weighted += (i + 1L) * sorted[i];
            sum += sorted[i];
        }

        return new((2 * weighted) - ((sorted.Length + 1L) * sum), sorted.Length * sum);
    }
}
