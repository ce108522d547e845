using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Draws what a simulated run offers.</summary>
/// <param name="random">Draws it.</param>
/// <param name="maxTransactions">The most transactions in a block.</param>
/// <param name="maxAccounts">The most accounts.</param>
/// <param name="blocks">How often it is to be offered.</param>
internal delegate ISimulatedLoad DrawLoad(SeededRandom random, int maxTransactions, int maxAccounts, int blocks);

/// <summary>What a simulated run offers, with a model of it apart from the product.</summary>
internal interface ISimulatedLoad
{
    /// <summary>Whether each attempt has keys that no other writes.</summary>
    bool HasOwnKeys => true;

    /// <summary>The workload of the product over a store.</summary>
    IWorkload Open(string run, ActorOptions actors, IAccountStore store);

    /// <summary>A pump of the product over a store.</summary>
    IPump OpenPump(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock);

    /// <summary>Whether a store holds just what must be there when the block was offered so often.</summary>
    /// <param name="store">The store, with no write under way.</param>
    /// <param name="blocks">How often it was offered.</param>
    /// <param name="versions">Of each account, the version to look at.</param>
    /// <param name="space">Where the run's keys are.</param>
    bool Fits(SimulatedStore store, int blocks, IReadOnlyList<int> versions, int space);
}
