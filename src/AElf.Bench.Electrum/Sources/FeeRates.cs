namespace AElf.Bench.Electrum.Sources;

/// <summary>The minimum fee rates of a node, in coins for 1,000 virtual bytes.</summary>
/// <param name="Mempool">For a place in its mempool; higher than for relaying if many transactions wait.</param>
/// <param name="Relay">For relaying to other nodes.</param>
/// <param name="Increment">Minimum above the fee of a replaced transaction.</param>
public readonly record struct FeeRates(decimal Mempool, decimal Relay, decimal Increment);
