using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>Opens the pumps of SmallBank over a store, which ends with it.</summary>
/// <param name="store">Holds the accounts.</param>
/// <param name="clock">Times the transactions.</param>
internal sealed class BankPumps(IAccountStore store, TimeProvider clock) : IPumpFactory
{
    public ExchangeCost Cost => store.Description.OverSocket ? ExchangeCost.RoundTrip : ExchangeCost.Processor;

    public IPump Open(int lanes, LatencyHistogram latency) => Open(lanes, store, latency, clock);

    /// <summary>Opens a pump with a new connection.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    internal static IPump Open(int lanes, IAccountStore store, LatencyHistogram latency, TimeProvider clock) =>
        store is EmbeddedAccountStore embedded
            ? new BankPump<EmbeddedConnection>(lanes, embedded.Open, latency, clock)
            : new BankPump<AnyConnection>(lanes, () => new(store.Connect()), latency, clock);

    public void Dispose() => store.Dispose();
}
