using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>SmallBank, with customers who have little: payments are declined and cheques cost a penalty.</summary>
internal sealed class SimulatedBank(BankBlock block) : ISimulatedLoad
{
    /// <inheritdoc cref="DrawLoad"/>
    public static ISimulatedLoad Draw(SeededRandom random, int maxTransactions, int maxAccounts, int blocks) =>
        new SimulatedBank(RandomBankBlocks.Draw(random, maxTransactions, maxAccounts / 2));

    public IWorkload Open(string run, ActorOptions actors, IAccountStore store) =>
        new BankWorkload(new BankLoad(block, BankShares.Default, "even", Skew: 0), run, actors, store);

    public IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock) =>
        BankPumps.Open(lanes, store, latency, clock);

    public bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space) =>
        BankModel.Play(block, blocks).Fits(store, versions, space);

    public override string ToString() => $"{block.Count} transactions of SmallBank";
}
