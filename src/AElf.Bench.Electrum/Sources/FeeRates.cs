namespace AElf.Bench.Electrum.Sources;

/// <summary>The least that a node takes a transaction for, in coins for 1,000 virtual bytes.</summary>
/// <param name="Mempool">For a place among those that wait: more than to relay it when many wait.</param>
/// <param name="Relay">For handing it on to other nodes.</param>
/// <param name="Increment">Minimum above the fee of a replaced transaction.</param>
public readonly record struct FeeRates(decimal Mempool, decimal Relay, decimal Increment);
