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

/// <summary>Random contracts in random blocks, executed by the client in any mode or by the store.</summary>
internal sealed class SimulatedContracts(ContractBlock block, ContractPlan plan) : ISimulatedLoad
{
    // The compilation of a file takes longer than the simulation of a run.
    private const int Files = 200;

    private static readonly ConcurrentDictionary<
        (int File, TransferPacing Pacing, ContractGuards Guards), ContractPlan> Plans = new();

    private static readonly ContractSource Source = ContractSource.Parse("counter")!;

    /// <summary>Draws loads whose pumps have these guards.</summary>
    /// <param name="executor">The executor of the transactions.</param>
    /// <param name="conflicts">The component that orders conflicting transactions.</param>
    public static DrawLoad With(
        ContractGuards guards,
        Executor executor = Executor.Client,
        ConflictOrder conflicts = ConflictOrder.Group) => (random, maxTransactions, _, _) =>
    {
        var mode = random.Next(4) switch
        {
            0 => TransferMode.Multi,
            1 => TransferMode.Exec,
            _ => TransferMode.Strict,
        };
        var pacing = new TransferPacing(executor == Executor.Client ? mode : TransferMode.Strict)
        {
            Executor = executor,
            Conflicts = conflicts,
        };
        var plan = Plans.GetOrAdd((random.Next(Files), pacing, guards), static drawn => new ContractPlan(
            RandomContracts.Draw(new SeededRandom((ulong)drawn.File)).File, drawn.Pacing, drawn.Guards));
        BlockPart[] parts =
        [
            .. Enumerable.Range(0, 1 + random.Next(3)).Select(
                _ => new BlockPart(1 + random.Next(maxTransactions), random.Next(4) == 0)),
        ];
        return new SimulatedContracts(ContractGenerator.Generate(plan.File, parts, random.NextBits()), plan);
    };

    public bool HasOwnKeys => plan.Pacing.IsGrouped;

    public IWorkload Open(string run, ActorOptions actors, IAccountStore store) => new ContractWorkload(
        new ContractLoad(block, Source, Skew: 0, plan.Pacing) { Shape = "even" }, run, actors, store);

    public IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock) =>
        new AccountPumps(store, plan, clock).Open(lanes, latency);

    public bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space)
    {
        var order = Enumerable.Range(0, blocks * block.Count);
        if (!plan.Pacing.IsGrouped)
        {
            // The order may vary, but each transaction with a write is in it once.
            int[] applied =
            [
                .. store.AppliedAt(versions[0], space).Select(number => (int)number - 1)
                    .Where(WritesSomething),
            ];
            order = order.Where(WritesSomething);
            if (!applied.Order().SequenceEqual(order))
            {
                return false;
            }

            order = applied;
        }

        var model = ContractModel.Play(block, order, plan.Pacing.IsGrouped);
        for (var account = 0; account < block.Accounts.AccountCount; account++)
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

    private bool WritesSomething(int number) => block.ContractAt(number % block.Count).Order.Count > 0;

    public override string ToString() => $"{block.Count} transactions of contracts, {plan.Pacing}";
}
