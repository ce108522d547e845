using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers;

/// <summary>Opens the pumps of a workload over a store, and owns the store.</summary>
public sealed class AccountPumps : IPumpFactory
{
    private readonly IAccountStore store;
    private readonly TransferPacing pacing;
    private readonly TimeProvider clock;
    private readonly ArrivalPlan? arrivals;
    private readonly ContractPlan? plan;

    /// <summary>Opens pumps of transfers.</summary>
    /// <param name="store">Holds the accounts.</param>
    /// <param name="pacing">How pumps send transfers to the store.</param>
    /// <param name="clock">Times the transfers.</param>
    public AccountPumps(IAccountStore store, TransferPacing pacing, TimeProvider clock)
    {
        (this.store, this.pacing, this.clock) = (store, pacing, clock);
        arrivals = pacing.Rate is null ? null : new ArrivalPlan(pacing.Rate, pacing.Seed, clock);
    }

    /// <summary>Opens pumps of contracts.</summary>
    internal AccountPumps(IAccountStore store, ContractPlan plan, TimeProvider clock)
        : this(store, plan.Pacing, clock)
    {
        this.plan = plan;
    }

    public ExchangeCost Cost => store.Description.OverSocket ? ExchangeCost.RoundTrip : ExchangeCost.Processor;

    /// <summary>Opens a pump with a new connection.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public IPump Open(int lanes, LatencyHistogram latency) => plan switch
    {
        { Scripts.Length: > 0 } => Open<ScriptOperation, ContractState>(lanes, new ScriptOperation(plan), latency),
        not null => Open<ContractOperation, ContractState>(lanes, new ContractOperation(plan), latency),
        null when pacing.Mode == TransferMode.Batch =>
            Open<BatchOperation, TransferState>(lanes, new BatchOperation(), latency),
        null => Open<TransferOperation, TransferState>(lanes, new TransferOperation(pacing.Mode), latency),
    };

    public void Dispose() => store.Dispose();

    private IPump Open<TOperation, TState>(int lanes, TOperation operation, LatencyHistogram latency)
        where TOperation : struct, IAccountOperation<TState>
        where TState : struct => store is EmbeddedAccountStore embedded
        ? new AccountPump<TOperation, TState, EmbeddedConnection>(
            lanes, embedded.Open, operation, latency, clock, arrivals)
        : new AccountPump<TOperation, TState, AnyConnection>(
            lanes, () => new(store.Connect()), operation, latency, clock, arrivals);
}
