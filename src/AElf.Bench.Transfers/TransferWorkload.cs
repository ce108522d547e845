using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers;

/// <summary>Contract transfers: every round offers the same block. Its groups share no account.</summary>
public sealed class TransferWorkload : IWorkload
{
    // The memory of a worker grows with the size of a job in flight. It must not grow with the block.
    private const int MaxJobWeight = 512;

    // From this number of transfers on, their arrays take many megabytes.
    private const int LargeBlock = 1_000_000;

    private readonly TransferLoad load;
    private readonly ActorOptions actors;
    private readonly IAccountStore store;
    private readonly WorkEncoder encoder;
    private readonly Lazy<long> maxBlocks;
    private readonly RunAccounts accounts;
    private readonly Lazy<LoadGraph> graph;
    private Grouper grouper = new();
    private TransferGroups? groups;
    private WorkloadDescription? description;

    /// <summary>Binds a load to a run and its store.</summary>
    /// <param name="run">The run's id, the prefix of its keys.</param>
    /// <param name="actors">Sets the number of jobs into which groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    /// <exception cref="FormatException">
    /// The schedule needs more lanes, or the store cannot execute transfers.
    /// </exception>
    public TransferWorkload(TransferLoad load, string run, ActorOptions actors, IAccountStore store)
    {
        this.load = load;
        this.actors = actors;
        this.store = store;
        load.Pacing.EnsureServedBy(store.Description);
        accounts = new RunAccounts(run, load.Block, store, load.Layout);
        encoder = new WorkEncoder(load.Block);
        maxBlocks = new Lazy<long>(() => AffordableBlocks.Count(load.Block));
        graph = new Lazy<LoadGraph>(() => LoadGraph.Measure(load.Block, groups ?? grouper.Group(load.Block)));
        if (store.Tags is { } tags)
        {
            groups = grouper.Group(load.Block);
            for (var group = 0; group < groups.Count; group++)
            {
                tags.Place(group, groups.AccountsOf(group, load.Block));
            }
        }

        if (load.Pacing.Rate is not null)
        {
            actors.EnsureLaneForEach(graph.Value.Groups, "group", "groups", "fewer groups");
        }
    }

    public WorkloadDescription Description => description ??= load.Describe(graph.Value);

    public IStoreControl Store => store;

    public long BlockWeight => load.Block.Count;

    public long MaxBlocks => maxBlocks.Value;

    public ProbeShape Probe => accounts.Probe(reads: 2, writes: 2) with
    {
        Commands = load.Pacing.Commands,
    };

    public void Seed(int version, CancellationToken cancellation) => accounts.Seed(version, cancellation);

    public void VerifyPrepared() => accounts.VerifyPrepared();

    public void Adopt(IReadOnlyList<int> versions) => accounts.Adopt(versions);

    public IPumpFactory OpenPumps(TimeProvider clock) => new AccountPumps(store, load.Pacing, clock);

    public IRound OpenRound(Offer offer)
    {
        groups = grouper.Group(load.Block);
        var isPaced = load.Pacing.Rate is not null;
        var jobs = JobMerger.Merge(groups.Sizes(), isPaced ? groups.Count : MaxJobsOf(actors, load.Block.Count));
        return new TransferRound(load.Block, groups, jobs, offer, accounts.Versions, load.Pacing.Mode)
        {
            Encoder = encoder,
            Clock = isPaced ? TimeProvider.System : null,
        };
    }

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) => accounts.NoteRetries(round, retries);

    public WorkloadAudit Audit(long blocks)
    {
        grouper = new Grouper();
        if (load.Block.Count >= LargeBlock)
        {
            // The rounds are over. Their buffers are freed for the replay.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        }

        return accounts.Compare(SequentialReplay.Run(load.Block, blocks));
    }

    public void RemoveKeys() => accounts.Remove();

    public WorkCounter Work => accounts.Work;

    public IReadOnlyList<ReportSection> Sections() => [load.Section(graph.Value)];

    public void Dispose() => store.Dispose();

    /// <summary>
    /// Maximum number of jobs of a round: the number in the options, otherwise the number that can be in flight, or
    /// more if jobs would become too large.
    /// </summary>
    internal static int MaxJobsOf(ActorOptions actors, int transactions) => actors.ConcurrencyLevel > 0
        ? actors.ConcurrencyLevel
        : Math.Max(actors.MaxJobs, (transactions + MaxJobWeight - 1) / MaxJobWeight);
}
