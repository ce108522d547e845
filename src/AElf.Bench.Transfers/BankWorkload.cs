using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Grouping;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Transfers;

/// <summary>SmallBank: one block, offered in every round, whose groups share no customer.</summary>
internal sealed class BankWorkload : IWorkload
{
    private readonly BankLoad load;
    private readonly ActorOptions actors;
    private readonly IAccountStore store;
    private readonly RunAccounts accounts;
    private readonly Grouper grouper = new();
    private readonly Lazy<LoadGraph> graph;
    private readonly Lazy<WorkloadDescription> description;
    private readonly Lazy<long> maxBlocks;
    private readonly Lazy<ProbeShape> probe;
    private BankBooks? books;

    /// <summary>Binds a load to a run and its store.</summary>
    /// <param name="load">What is offered.</param>
    /// <param name="run">The run's id, the prefix of its keys.</param>
    /// <param name="actors">Says into how many jobs groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    public BankWorkload(BankLoad load, string run, ActorOptions actors, IAccountStore store)
    {
        this.load = load;
        this.actors = actors;
        this.store = store;
        accounts = new RunAccounts(run, load.Block.Accounts, store);
        graph = new Lazy<LoadGraph>(() => LoadGraph.Measure(load.Block.Links, load.Block.CustomerCount, Group()));
        description = new Lazy<WorkloadDescription>(() => load.Describe(graph.Value));
        maxBlocks = new Lazy<long>(() => load.Block.MaxBlocks);
        probe = new Lazy<ProbeShape>(MeasureProbe);
    }

    public WorkloadDescription Description => description.Value;

    public IStoreControl Store => store;

    public long BlockWeight => load.Block.Count;

    public long MaxBlocks => maxBlocks.Value;

    public ProbeShape Probe => probe.Value;

    public void Seed(int version, CancellationToken cancellation) => accounts.Seed(version, cancellation);

    public void VerifyPrepared() => accounts.VerifyPrepared();

    public void Adopt(IReadOnlyList<int> versions) => accounts.Adopt(versions);

    public IPumpFactory OpenPumps(TimeProvider clock) => new BankPumps(store, clock);

    public IRound OpenRound(Offer offer)
    {
        var groups = Group();
        var jobs = JobMerger.Merge(groups.Sizes(), TransferWorkload.MaxJobsOf(actors, load.Block.Count));
        return new BankRound(load.Block, groups, jobs, offer, accounts.Versions);
    }

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) => accounts.NoteRetries(round, retries);

    public WorkloadAudit Audit(long blocks)
    {
        books = BankBooks.Keep(load.Block, blocks);
        return accounts.Compare(BankReplay.Run(load.Block, blocks), books.Change);
    }

    public void RemoveKeys() => accounts.Remove();

    public WorkCounter Work => accounts.Work;

    public IReadOnlyList<ReportSection> Sections() => [load.Section(graph.Value, books)];

    public void Dispose() => store.Dispose();

    private ProbeShape MeasureProbe()
    {
        var (reads, writes) = (0L, 0L);
        foreach (ref readonly var transaction in load.Block.Transactions)
        {
            var step = BankStep.Of(transaction.Kind);
            (reads, writes) = (reads + step.Reads, writes + step.Writes);
        }

        return accounts.Probe((double)reads / load.Block.Count, (double)writes / load.Block.Count);
    }

    private TransferGroups Group() => grouper.Group(load.Block.Links, load.Block.CustomerCount);
}
