using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

internal sealed class SimulatedTransfers(Block block, TransferMode mode) : ISimulatedLoad
{
    /// <inheritdoc cref="DrawLoad"/>
    public static ISimulatedLoad Draw(SeededRandom random, int maxTransactions, int maxAccounts, int blocks) =>
        new SimulatedTransfers(
            RandomBlocks.Draw(random, maxTransactions, maxAccounts, blocks), (TransferMode)random.Next(4));

    public IWorkload Open(string run, ActorOptions actors, IAccountStore store) =>
        new TransferWorkload(new TransferLoad(block, Skew: null, new(mode)), run, actors, store);

    public IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock) =>
        new AccountPumps(store, new TransferPacing(mode), clock).Open(lanes, latency);

    public bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space)
    {
        var model = new AccountModel(block.OpeningBalances);
        for (var offered = 0; offered < blocks; offered++)
        {
            foreach (var (from, to, amount) in block.Transfers)
            {
                model.Next();
                model.Add(from, -amount);
                model.Add(to, amount);
            }
        }

        return model.Fits(store, versions, space);
    }

    public override string ToString() => $"{block.Count} transfers, {mode}";
}
