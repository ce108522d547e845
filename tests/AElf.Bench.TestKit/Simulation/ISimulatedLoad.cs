using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Draws the load of a simulated run.</summary>
/// <param name="random">The random source.</param>
/// <param name="maxTransactions">The maximum number of transactions in a block.</param>
/// <param name="maxAccounts">The maximum number of accounts.</param>
/// <param name="blocks">How often the block will be offered.</param>
internal delegate ISimulatedLoad DrawLoad(SeededRandom random, int maxTransactions, int maxAccounts, int blocks);

/// <summary>The load of a simulated run, with a model that is independent of the product.</summary>
internal interface ISimulatedLoad
{
    /// <summary>Whether the keys of each attempt are written by no other attempt.</summary>
    bool HasOwnKeys => true;

    /// <summary>Opens the product's workload over a store.</summary>
    IWorkload Open(string run, ActorOptions actors, IAccountStore store);

    /// <summary>Opens a pump of the product over a store.</summary>
    IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock);

    /// <summary>Whether a store has exactly the expected states after the block was offered several times.</summary>
    /// <param name="store">The store; no write is under way.</param>
    /// <param name="blocks">How often the block was offered.</param>
    /// <param name="versions">The version to read of each account.</param>
    /// <param name="space">The space of the run's keys.</param>
    bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space);
}
