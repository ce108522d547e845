using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>Opens the pumps of transfers over a store, which ends with it.</summary>
/// <param name="store">Holds the accounts.</param>
/// <param name="pacing">How transfers are put to it.</param>
/// <param name="clock">Times the transfers.</param>
public sealed class TransferPumps(IAccountStore store, TransferPacing pacing, TimeProvider clock) : IPumpFactory
{
    private readonly ArrivalPlan? plan =
        pacing.Rate is null ? null : new ArrivalPlan(pacing.Rate, pacing.Seed, clock);

    public ExchangeCost Cost => store.Description.OverSocket ? ExchangeCost.RoundTrip : ExchangeCost.Processor;

    public IPump Open(int lanes, LatencyHistogram latency) =>
        Open(lanes, store, pacing.Mode, latency, clock, plan);

    /// <summary>Opens a pump with a new connection.</summary>
    /// <param name="plan">When each transfer is due; null in a closed loop.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    internal static IPump Open(
        int lanes,
        IAccountStore store,
        TransferMode mode,
        LatencyHistogram latency,
        TimeProvider clock,
        ArrivalPlan? plan = null) =>
        store is EmbeddedAccountStore embedded
            ? new TransferPump<EmbeddedConnection>(lanes, embedded.Open, mode, latency, clock, plan)
            : new TransferPump<AnyConnection>(lanes, () => new(store.Connect()), mode, latency, clock, plan);

    public void Dispose() => store.Dispose();
}
