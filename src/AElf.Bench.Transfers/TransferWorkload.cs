using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers;

/// <summary>Contract transfers: every round offers the same block. Its groups share no account.</summary>
public sealed class TransferWorkload : AccountWorkload
{
    // From this number of transfers on, their arrays take many megabytes.
    private const int LargeBlock = 1_000_000;

    private readonly TransferLoad load;
    private readonly WorkEncoder encoder;
    private readonly Lazy<long> maxBlocks;
    private Grouper grouper = new();
    private TransferGroups? groups;

    /// <summary>Binds a load to a run and its store.</summary>
    /// <param name="run">The run's id, the prefix of its keys.</param>
    /// <param name="actors">Sets the number of jobs into which groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    /// <exception cref="FormatException">
    /// The schedule needs more lanes, or the store cannot execute transfers.
    /// </exception>
    public TransferWorkload(TransferLoad load, string run, ActorOptions actors, IAccountStore store)
        : base(load, actors, store)
    {
        this.load = load;
        load.Pacing.EnsureServedBy(store.Description);
        Accounts = new RunAccounts(run, load.Block, store, load.Layout);
        encoder = new WorkEncoder(load.Block);
        maxBlocks = new Lazy<long>(() => AffordableBlocks.Count(load.Block));
        Place(Group, (groups, group) => groups.AccountsOf(group, load.Block));
        EnsureLanes();
    }

    public override long MaxBlocks => maxBlocks.Value;

    public override ProbeShape Probe => Accounts.Probe(reads: 2, writes: 2) with
    {
        Commands = load.Pacing.Commands,
    };

    private protected override RunAccounts Accounts { get; }

    public override IPumpFactory OpenPumps(TimeProvider clock) => new AccountPumps(AccountStore, load.Pacing, clock);

    public override IRound OpenRound(Offer offer) =>
        new TransferRound(load.Block, Group(), Merge(groups!), offer, Accounts.Versions, load.Pacing.Mode)
        {
            Encoder = encoder,
            Clock = Clock,
        };

    public override WorkloadAudit Audit(long blocks)
    {
        grouper = new Grouper();
        if (load.Block.Count >= LargeBlock)
        {
            // The rounds are over. Their buffers are freed for the replay.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        }

        return Accounts.Compare(SequentialReplay.Run(load.Block, blocks));
    }

    private protected override LoadGraph Measure() => LoadGraph.Measure(load.Block, groups ?? Group());

    private TransferGroups Group() => groups = grouper.Group(load.Block);
}
