namespace AElf.Bench.Electrum.Sources;

/// <summary>The minimum fee rates of a node, in coins for 1,000 virtual bytes.</summary>
/// <param name="Mempool">For its mempool; higher than the relay rate if many transactions wait.</param>
/// <param name="Relay">For relaying to other nodes.</param>
/// <param name="Increment">Minimum increase over the fee of a replaced transaction.</param>
public readonly record struct FeeRates(decimal Mempool, decimal Relay, decimal Increment);
