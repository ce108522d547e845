using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

internal sealed class PumpBench : HandMovedPump
{
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly TransferMode mode;
    private readonly int[] versions;
    private TransferRound round;

    public PumpBench(Block block, TransferMode mode, int lanes, int maxJobs, bool encoded = false)
        : base(block.AccountCount, encoded)
    {
        this.block = block;
        this.mode = mode;
        groups = new Grouper().Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), maxJobs);
        versions = new int[block.AccountCount];
        using (var seeding = Store.Connect())
        {
            AccountTable.Seed(seeding, block, version: 0);
        }

        Pump = new AccountPumps(Store, new TransferPacing(mode), TimeProvider.System).Open(lanes, Latency);
        round = new TransferRound(block, groups, jobs, Offer.Once(0), versions, mode);
    }

    public override IPump Pump { get; }

    public OperationCounts Operations => Pump.Operations;

    protected override IRound Current => round;

    public override void Open(Offer offer) => round = new TransferRound(block, groups, jobs, offer, versions, mode);

    public void Reconnect()
    {
        Pump.Abandon("lost");
        Pump.Reconnect();
        Pump.Resume();
    }

    public AccountComparison Compare(int blocks)
    {
        using var reader = Store.Connect();
        return new FinalComparison(block, SequentialReplay.Run(block, blocks), versions).Run(reader);
    }

    public void Lose(int account)
    {
        using var writer = Store.Connect();
        AccountTable.Remove(writer, [new AccountKey(account, 0)]);
    }
}
