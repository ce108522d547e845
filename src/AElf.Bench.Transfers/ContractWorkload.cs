using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers;

/// <summary>Contracts of a file: one block, offered in every round, whose groups share no written account.</summary>
internal sealed class ContractWorkload : IWorkload
{
    private readonly ContractLoad load;
    private readonly ContractBlock block;
    private readonly ActorOptions actors;
    private readonly IAccountStore store;
    private readonly RunAccounts accounts;
    private readonly Grouper grouper = new();
    private readonly Lazy<LoadGraph> graph;
    private readonly Lazy<WorkloadDescription> description;
    private readonly Lazy<ProbeShape> probe;

    /// <summary>Binds a load to a run and its store.</summary>
    /// <param name="load">What is offered.</param>
    /// <param name="run">The run's id, the prefix of its keys.</param>
    /// <param name="actors">Sets the number of jobs into which groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    /// <exception cref="FormatException">
    /// The schedule needs more lanes, or the store cannot execute transactions.
    /// </exception>
    public ContractWorkload(ContractLoad load, string run, ActorOptions actors, IAccountStore store)
    {
        this.load = load;
        this.actors = actors;
        this.store = store;
        load.Pacing.EnsureServedBy(
            store.Description, load.Pacing.Executor == Executor.Client || load.Block.HasOnlyGroups);
        if (load.Pacing.Executor == Executor.Store && load.Layout.ValueLength > load.Layout.Needed)
        {
            throw new FormatException("scripts write values as small as they can be: remove --value-size");
        }

        var isPaced = load.Pacing.Rate is not null;
        var jobs = isPaced ? actors.MaxJobs : TransferWorkload.MaxJobsOf(actors, load.Block.Count);
        block = load.Pacing.IsGrouped ? load.Block : load.Block.Deal(Math.Min(jobs, load.Block.Count));
        accounts = new RunAccounts(run, block.Accounts, store, load.Layout, Mark.OutcomeBits)
        {
            FieldsOf = account => block.FieldsOf(account),
        };
        graph = new Lazy<LoadGraph>(() => load.Block.Measure(GroupsOf(load.Block)));
        description = new Lazy<WorkloadDescription>(() => load.Describe(graph.Value));
        probe = new Lazy<ProbeShape>(MeasureProbe);
        if (store.Tags is { } tags)
        {
            var groups = GroupsOf(block);
            for (var group = 0; group < groups.Count; group++)
            {
                tags.Place(group, block.WrittenAccounts(groups[group].ToArray()));
            }
        }

        if (isPaced && load.Pacing.IsGrouped)
        {
            actors.EnsureLaneForEach(graph.Value.Groups, "group", "groups", "fewer groups");
        }
    }

    public WorkloadDescription Description => description.Value;

    public IStoreControl Store => store;

    public long BlockWeight => load.Block.Count;

    // An overflow declines a transaction, so only the numbers of transactions have a limit. A script counts with
    // doubles.
    public long MaxBlocks => (load.Pacing.Executor == Executor.Store ? 1L << 51 : long.MaxValue >> Mark.OutcomeBits)
        / load.Block.Count;

    public ProbeShape Probe => probe.Value;

    public void Seed(int version, CancellationToken cancellation) => accounts.Seed(version, cancellation);

    public void VerifyPrepared() => accounts.VerifyPrepared();

    public void Adopt(IReadOnlyList<int> versions) => accounts.Adopt(versions);

    public IPumpFactory OpenPumps(TimeProvider clock) => new AccountPumps(store, load.Plan, clock);

    public IRound OpenRound(Offer offer)
    {
        var groups = GroupsOf(block);
        var isPaced = load.Pacing.Rate is not null;
        var jobs = JobMerger.Merge(
            groups.Sizes(), isPaced ? groups.Count : TransferWorkload.MaxJobsOf(actors, load.Block.Count));
        return new ContractRound(block, groups, jobs, offer, accounts.Versions)
        {
            Clock = isPaced ? TimeProvider.System : null,
        };
    }

    public void NoteRetries(IRound round, IReadOnlyList<Grant> retries) => accounts.NoteRetries(round, retries);

    public WorkloadAudit Audit(long blocks)
    {
        if (!load.Pacing.IsGrouped)
        {
            return accounts.Compare(new DealtAudit(block, blocks));
        }

        var replay = ContractReplay.Run(block, blocks);
        return accounts.Compare(replay.States, replay.Growth, replay.Fields) with
        {
            Outcomes = [.. block.File.Contracts.Zip(replay.Outcomes, OutcomesOf)],
        };
    }

    public void RemoveKeys() => accounts.Remove();

    public WorkCounter Work => accounts.Work;

    public IReadOnlyList<ReportSection> Sections() => [load.Section(graph.Value)];

    public void Dispose() => store.Dispose();

    private static KindOutcomes OutcomesOf(Contract contract, long[] outcomes) => new(
        contract.Name,
        outcomes.Sum(),
        [
            .. contract.Reasons.Zip(outcomes).Skip(1).Where(each => each.Second > 0)
                .Select(each => new ReasonCount(each.First, each.Second)),
        ]);

    private ProbeShape MeasureProbe()
    {
        var (reads, writes) = (0L, 0L);
        for (var index = 0; index < load.Block.Count; index++)
        {
            var contract = load.Block.ContractAt(index);
            (reads, writes) = (reads + contract.Roles.Count, writes + contract.Order.Count);
        }

        var ofJob = load.Pacing.IsGrouped ? 0 : 1;
        return accounts.Probe(
            ofJob + ((double)reads / load.Block.Count), ofJob + ((double)writes / load.Block.Count)) with
        {
            Commands = load.Pacing.Commands,
        };
    }

    private TransferGroups GroupsOf(ContractBlock of) => grouper.Group(of.Links, of.NodeCount);
}
