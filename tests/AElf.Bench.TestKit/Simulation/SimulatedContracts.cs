using System.Collections.Concurrent;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Random contracts in random blocks, strict or with several keys in a command.</summary>
internal sealed class SimulatedContracts(ContractBlock block, ContractPlan plan) : ISimulatedLoad
{
    // To compile a file takes longer than to simulate a run.
    private const int Files = 200;

    private static readonly ConcurrentDictionary<
        (int File, TransferMode Mode, ContractGuards Guards), ContractPlan> Plans = new();

    private static readonly ContractSource Source = ContractSource.Parse("counter")!;

    /// <summary>Draws loads whose pumps have these guards.</summary>
    public static DrawLoad With(ContractGuards guards) => (random, maxTransactions, _, _) =>
    {
        var mode = random.Next(4) == 0 ? TransferMode.Multi : TransferMode.Strict;
        var plan = Plans.GetOrAdd((random.Next(Files), mode, guards), static drawn => new ContractPlan(
            RandomContracts.Draw(new SeededRandom((ulong)drawn.File)).File,
            new TransferPacing(drawn.Mode),
            drawn.Guards));
        BlockPart[] parts =
        [
            .. Enumerable.Range(0, 1 + random.Next(3)).Select(
                _ => new BlockPart(1 + random.Next(maxTransactions), random.Next(4) == 0)),
        ];
        return new SimulatedContracts(ContractGenerator.Generate(plan.File, parts, random.NextBits()), plan);
    };

    public IWorkload Open(string run, ActorOptions actors, IAccountStore store) => new ContractWorkload(
        new ContractLoad(block, Source, "even", Skew: 0, plan.Pacing), run, actors, store);

    public IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock) =>
        new ContractPumps(store, plan, clock).Open(lanes, latency);

    public bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space)
    {
        var model = ContractModel.Play(block, blocks);
        for (var account = 0; account < versions.Count; account++)
        {
            var key = new AccountKey(account, versions[account]);
            var (state, fields) = model.At(account);
            if (!store.Peek(key, space).Holds(key, state) || !store.PeekFields(key, space).SequenceEqual(fields))
            {
                return false;
            }
        }

        return true;
    }

    public override string ToString() => $"{block.Count} transactions of contracts, {plan.Pacing.Mode}";
}
