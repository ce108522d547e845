using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Tests.Execution;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

/// <summary>A pump of SmallBank.</summary>
internal sealed class BankBench : HandMovedPump
{
    private readonly BankWorkload workload;
    private BankRound round;

    public BankBench(BankBlock block, int lanes = 1, int maxJobs = 1, bool encoded = false)
        : base(block.Accounts.AccountCount, encoded)
    {
        workload = new BankWorkload(
            new BankLoad(block, BankShares.Default, "even", Skew: 0),
            "5eed",
            new ActorOptions { ConcurrencyLevel = maxJobs },
            Store);
        workload.Seed(version: 0, CancellationToken.None);
        Pump = BankPumps.Open(lanes, Store, Latency, TimeProvider.System);
        round = (BankRound)workload.OpenRound(Offer.Once(0));
    }

    public override IPump Pump { get; }

    public BankRound Round => round;

    public IWorkload Workload => workload;

    protected override IRound Current => round;

    /// <summary>A bank in which every customer has 100 in savings and 10 in checking.</summary>
    public static BankBench Of(params BankTransaction[] transactions) => new(BlockOf(transactions));

    public static BankBlock BlockOf(params BankTransaction[] transactions)
    {
        var customers = 1 + transactions.Max(each => Math.Max(each.Customer, each.Other));
        var balances = Enumerable.Repeat((long[])[100, 10], customers).SelectMany(both => both);
        return new BankBlock(transactions, [.. balances]);
    }

    public static BankTransaction One(BankKind kind, int customer, long amount = 0) =>
        new(kind, customer, customer, amount);

    public override void Open(Offer offer) => round = (BankRound)workload.OpenRound(offer);

    public override void Dispose()
    {
        Pump.Dispose();
        workload.Dispose();
    }
}
