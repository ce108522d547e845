using System.Globalization;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers;

/// <summary>The transactions over accounts that a run offers in every round.</summary>
/// <param name="Skew">
/// Exponent of the Zipf law for the sizes of the groups, 0 for even groups; null for other loads.
/// </param>
/// <param name="Pacing">The store operations of a transaction, and the schedule of their starts.</param>
/// <param name="Layout">The fields and sizes of the accounts in a store.</param>
public abstract record AccountLoad(double? Skew, TransferPacing Pacing, AccountLayout Layout) : ILoad
{
    /// <summary>The value of <c>--load</c>; null for a block from a file.</summary>
    public string? Shape { get; init; }

    /// <summary>Ignored columns or members of the file.</summary>
    public IReadOnlyList<string> Unused { get; init; } = [];

    /// <summary>The law of the sizes of its groups in words; null for other loads.</summary>
    private protected string? SkewText => Skew switch
    {
        null => null,
        0 => "even",
        { } skew => string.Create(CultureInfo.InvariantCulture, $"skew {skew:0.0##}"),
    };

    /// <summary>Transactions of the block.</summary>
    internal abstract int Count { get; }

    public abstract IWorkload Open(RunId run, ActorOptions actors, IStore? store);

    public abstract (WorkloadDescription Description, long Weight)? Describe();

    internal abstract WorkloadDescription Describe(LoadGraph graph);

    internal abstract ReportSection Section(LoadGraph graph);

    /// <summary>The facts about the block and its accounts, for reports.</summary>
    private protected IEnumerable<Fact> FactsOf(LoadGraph graph, uint checksum, int accounts) =>
    [
        new(LoadFacts.Shape, Shape ?? LoadFacts.File),
        new(LoadFacts.Checksum, $"{checksum:x8}"),
        new("skew", Skew),
        new("accounts", accounts),
        .. Layout.Facts,
        .. graph.Facts,
    ];
}

/// <summary>A block over accounts, offered in every round. Its groups share no written account.</summary>
public abstract class AccountWorkload : IWorkload
{
    // The memory of a worker grows with the size of a job in flight. It must not grow with the block.
    private const int MaxJobWeight = 512;

    private readonly AccountLoad load;
    private readonly ActorOptions actors;
    private readonly Lazy<LoadGraph> graph;
    private readonly Lazy<WorkloadDescription> description;

    /// <param name="actors">Sets the number of jobs into which groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    private protected AccountWorkload(AccountLoad load, ActorOptions actors, IAccountStore store)
    {
        (this.load, this.actors, AccountStore) = (load, actors, store);
        graph = new Lazy<LoadGraph>(Measure);
        description = new Lazy<WorkloadDescription>(() => load.Describe(graph.Value));
    }

    public WorkloadDescription Description => description.Value;

    public IStoreControl Store => AccountStore;

    public long BlockWeight => load.Count;

    public abstract long MaxBlocks { get; }

    public abstract ProbeShape Probe { get; }

    public WorkCounter Work => Accounts.Work;

    private protected IAccountStore AccountStore { get; }

    private protected abstract RunAccounts Accounts { get; }

    private protected TimeProvider? Clock => load.Pacing.Rate is null ? null : TimeProvider.System;

    public void Seed(int version, CancellationToken cancellation) => Accounts.Seed(version, cancellation);

    public void VerifyPrepared() => Accounts.VerifyPrepared();

    public void Adopt(IReadOnlyList<int> versions) => Accounts.Adopt(versions);

    public abstract IPumpFactory OpenPumps(TimeProvider clock);

    public abstract IRound OpenRound(Offer offer);

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) => Accounts.NoteRetries(round, retries);

    public abstract WorkloadAudit Audit(long blocks);

    public void RemoveKeys() => Accounts.Remove();

    public IReadOnlyList<ReportSection> Sections() => [load.Section(graph.Value)];

    public void Dispose()
    {
        AccountStore.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>
    /// Maximum number of jobs of a round: the number in the options, otherwise the number that can be in flight, or
    /// more if jobs would become too large.
    /// </summary>
    internal static int MaxJobsOf(ActorOptions actors, int transactions) => actors.ConcurrencyLevel > 0
        ? actors.ConcurrencyLevel
        : Math.Max(actors.MaxJobs, (transactions + MaxJobWeight - 1) / MaxJobWeight);

    private protected abstract LoadGraph Measure();

    /// <summary>Assigns the hash tag of each group to its accounts, if keys have tags.</summary>
    private protected void Place(Func<TransferGroups> groupsOf, Func<TransferGroups, int, IEnumerable<int>> accountsOf)
    {
        if (AccountStore.Tags is { } tags)
        {
            var groups = groupsOf();
            for (var group = 0; group < groups.Count; group++)
            {
                tags.Place(group, accountsOf(groups, group));
            }
        }
    }

    /// <exception cref="FormatException">The schedule needs more lanes than the actors have.</exception>
    private protected void EnsureLanes()
    {
        if (load.Pacing is { Rate: not null, IsGrouped: true })
        {
            actors.EnsureLaneForEach(graph.Value.Groups, "group", "groups", "fewer groups");
        }
    }

    /// <summary>Merges groups into jobs. A schedule starts each group by itself.</summary>
    private protected Jobs Merge(TransferGroups groups) =>
        JobMerger.Merge(groups.Sizes(), Clock is null ? MaxJobsOf(actors, load.Count) : groups.Count);
}
