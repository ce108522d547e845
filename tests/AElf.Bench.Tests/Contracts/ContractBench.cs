using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Tests.Execution;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Contracts;

/// <summary>A pump of contracts that a test moves step by step.</summary>
internal sealed class ContractBench : HandMovedPump
{
    private readonly AccountPumps pumps;
    private readonly ContractWorkload workload;
    private ContractRound round;

    public ContractBench(
        ContractBlock block,
        int lanes = 1,
        int maxJobs = 1,
        bool encoded = false,
        TransferMode mode = TransferMode.Strict,
        ContractGuards? guards = null)
        : base(block.Accounts.AccountCount, encoded, block.Accounts.More)
    {
        var pacing = new TransferPacing(mode);
        workload = new ContractWorkload(
            new ContractLoad(block, ContractSource.Parse("counter")!, Skew: 0, pacing) { Shape = "even" },
            "5eed",
            new ActorOptions { ConcurrencyLevel = maxJobs },
            Store);
        workload.Seed(version: 0, CancellationToken.None);
        pumps = new AccountPumps(Store, new ContractPlan(block.File, pacing, guards), TimeProvider.System);
        Pump = pumps.Open(lanes, Latency);
        round = (ContractRound)workload.OpenRound(Offer.Once(0));
    }

    public override IPump Pump { get; }

    public ContractRound Round => round;

    public IWorkload Workload => workload;

    protected override IRound Current => round;

    /// <summary>A pump with one contract's transactions over accounts with one field.</summary>
    /// <param name="statements">The contract without its header line.</param>
    /// <param name="rows">The accounts and parameters of each transaction.</param>
    public static ContractBench Of(
        string statements, long[] balances, long[][] rows, ContractGuards? guards = null)
    {
        var (file, errors) = ContractReader.Read($"contract c\n{statements}");
        Assert.Empty(errors);
        return new ContractBench(
            new ContractBlock(file!, [.. rows.SelectMany(row => row.Prepend(0))], new Block([], balances)),
            guards: guards);
    }

    /// <summary>Adds 1 to the second field of an account without the pump.</summary>
    public void Spoil(int account)
    {
        using var connection = Store.Connect();
        var key = new AccountKey(account, 0);
        connection.Get(key, tag: 0);
        var state = connection.Exchange()[0].State;
        connection.SetFields(key, state, [connection.FieldsOf(0)[0] + 1], tag: 0);
        connection.Exchange();
    }

    public override void Open(Offer offer) => round = (ContractRound)workload.OpenRound(offer);

    public override void Dispose()
    {
        Pump.Dispose();
        workload.Dispose();
    }
}
