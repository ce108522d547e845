using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using AElf.Bench.Transfers.SmallBank;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Transfers;

/// <summary>The transactions of SmallBank that a run offers in every round.</summary>
/// <param name="Shares">The shares that were asked for.</param>
/// <param name="Shape">The load as <c>--load</c> names it.</param>
/// <param name="Skew">
/// Exponent of the Zipf law that the sizes of its groups follow, 0 for even groups; null of given sizes.
/// </param>
internal sealed record BankLoad(BankBlock Block, BankShares Shares, string Shape, double? Skew) : ILoad
{
    /// <summary>Generates the load of the first group count.</summary>
    /// <exception cref="ArgumentOutOfRangeException">More groups than transactions, or a skew out of range.</exception>
    public static BankLoad From(TransferOptions options)
    {
        var shape = options.Load;
        var skew = shape.Kind == LoadKind.Zipf ? shape.Share : options.Skew;
        int[] sizes = shape.Kind == LoadKind.Sizes
            ? [.. shape.Sizes.SelectMany(each => Enumerable.Repeat(each.Size, each.Groups))]
            : SkewedGroups.Sizes(options.Transfers, options.Groups, skew);
        return new BankLoad(
            BankGenerator.Generate(sizes, options.Bank!, options.Seed),
            options.Bank!,
            $"{(shape.TakesGroups && skew > 0 ? LoadShape.Even with { Kind = LoadKind.Zipf, Share = skew } : shape)}",
            shape.TakesGroups ? skew : null);
    }

    public IWorkload Open(RunId run, ActorOptions actors, IStore? store) => new BankWorkload(
        this,
        run.ToString(),
        actors,
        store is null
            ? new EmbeddedAccountStore(Block.Accounts.AccountCount)
            : new PersistentAccountStore(store, run));

    internal WorkloadDescription Describe(LoadGraph graph) => new()
    {
        Name = TransferWorkloadType.WorkloadName,
        Noun = "transaction",
        UnitNoun = "group",
        ItemNoun = "account",
        Items = Block.Accounts.AccountCount,
        Setup = "strict",
        SetupText = "each is read, then written, as soon as it can be",
        Variant = Skew switch
        {
            null => $"{Shares} of given sizes",
            0 => $"{Shares} even",
            { } skew => string.Create(CultureInfo.InvariantCulture, $"{Shares} skew {skew:0.0##}"),
        },
        CriticalSteps = graph.LargestGroup,
        CriticalItem = graph.CriticalItem,
        Facts =
        [
            new("mode", "strict"),
            new("mix", $"{Shares}"),
            new("load", Shape),
            new("skew", Skew),
            new("accounts", Block.Accounts.AccountCount),
            new("largestGroupShare", graph.MaxGroupShare),
            new("groupSizeGini", graph.Gini),
            new("hotAccountShare", graph.HotAccountShare),
            new("conflictShare", graph.ConflictShare),
        ],
    };

    internal ReportSection Section(LoadGraph graph, BankBooks? books) => new("SmallBank")
    {
        Figures =
        [
            new("mix", string.Join(", ", Enum.GetValues<BankKind>().Select(kind => $"{CountOf(kind)} {kind}"))),
            new(
                "graph",
                $"largest group {Percent(graph.MaxGroupShare.Value)}, Gini of sizes {Number(graph.Gini.Value)}, "
                    + $"busiest customer {Percent(graph.HotAccountShare.Value)}, "
                    + $"conflicts {Percent(graph.ConflictShare.Value)}"),
            new("money", books is null ? [] :
            [
                $"{Whole((double)books.Deposits)} deposited, {Whole((double)books.Savings)} saved, "
                    + $"{Whole((double)books.Cheques)} paid on cheques, {Whole(books.Penalties)} in penalties; "
                    + $"{Percent((double)books.Declined / Math.Max(1, books.Entered))} of {Whole(books.Entered)} "
                    + "transactions declined for want of money, executed and counted",
            ]),
        ],
    };

    private int CountOf(BankKind kind)
    {
        var count = 0;
        foreach (ref readonly var transaction in Block.Transactions)
        {
            count += transaction.Kind == kind ? 1 : 0;
        }

        return count;
    }
}
