using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Transfers;

/// <summary>Contracts of a file: one block, offered in every round, whose groups share no written account.</summary>
internal sealed class ContractWorkload : AccountWorkload
{
    private readonly ContractLoad load;
    private readonly ContractBlock block;
    private readonly Grouper grouper = new();
    private readonly Lazy<ProbeShape> probe;

    /// <summary>Binds a load to a run and its store.</summary>
    /// <param name="run">The run's id, the prefix of its keys.</param>
    /// <param name="actors">Sets the number of jobs into which groups are merged.</param>
    /// <param name="store">The store, which the workload owns from now on.</param>
    /// <exception cref="FormatException">
    /// The schedule needs more lanes, or the store cannot execute transactions.
    /// </exception>
    public ContractWorkload(ContractLoad load, string run, ActorOptions actors, IAccountStore store)
        : base(load, actors, store)
    {
        this.load = load;
        load.Pacing.EnsureServedBy(
            store.Description, load.Pacing.Executor == Executor.Client || load.Block.HasOnlyGroups);
        if (load.Pacing.Executor == Executor.Store && load.Layout.ValueLength > load.Layout.Needed)
        {
            throw new FormatException("scripts write values without padding: remove --value-size");
        }

        var jobs = Clock is null ? MaxJobsOf(actors, load.Block.Count) : actors.MaxJobs;
        block = load.Pacing.IsGrouped ? load.Block : load.Block.WithoutGroups(Math.Min(jobs, load.Block.Count));
        Accounts = new RunAccounts(run, block.Accounts, store, load.Layout, Mark.OutcomeBits)
        {
            FieldsOf = account => block.FieldsOf(account),
        };
        probe = new Lazy<ProbeShape>(MeasureProbe);
        Place(() => GroupsOf(block), (groups, group) => block.WrittenAccounts(groups[group].ToArray()));
        EnsureLanes();
    }

    // An overflow declines a transaction, so only the numbers of transactions have a limit. A script counts with
    // doubles.
    public override long MaxBlocks =>
        (load.Pacing.Executor == Executor.Store ? 1L << 51 : long.MaxValue >> Mark.OutcomeBits) / load.Block.Count;

    public override ProbeShape Probe => probe.Value;

    private protected override RunAccounts Accounts { get; }

    public override IPumpFactory OpenPumps(TimeProvider clock) => new AccountPumps(AccountStore, load.Plan, clock);

    public override IRound OpenRound(Offer offer)
    {
        var groups = GroupsOf(block);
        return new ContractRound(block, groups, Merge(groups), offer, Accounts.Versions) { Clock = Clock };
    }

    public override WorkloadAudit Audit(long blocks)
    {
        if (!load.Pacing.IsGrouped)
        {
            return Accounts.Compare(new UngroupedAudit(block, blocks));
        }

        var replay = ContractReplay.Run(block, blocks);
        return Accounts.Compare(replay.States, replay.Growth, replay.Fields) with
        {
            Outcomes = [.. block.File.Contracts.Zip(replay.Outcomes, OutcomesOf)],
        };
    }

    private protected override LoadGraph Measure() => load.Block.Measure(GroupsOf(load.Block));

    private static KindOutcomes OutcomesOf(Contract contract, long[] outcomes) => new(
        contract.Name,
        outcomes.Sum(),
        [
            .. contract.Reasons.Zip(outcomes).Skip(1).Where(each => each.Second > 0)
                .Select(each => new ReasonCount(each.First, each.Second)),
        ]);

    private ProbeShape MeasureProbe()
    {
        var executed = Enumerable.Range(0, load.Block.Count).Select(load.Block.ContractAt);
        var ofJob = load.Pacing.IsGrouped ? 0 : 1;
        return Accounts.Probe(
            ofJob + executed.Average(contract => contract.Roles.Count),
            ofJob + executed.Average(contract => contract.Order.Count)) with
        {
            Commands = load.Pacing.Commands,
        };
    }

    private TransferGroups GroupsOf(ContractBlock of) => grouper.Group(of.Links, of.NodeCount);
}
