using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>What fees are to be paid on a chain.</summary>
public interface IFeeSource
{
    /// <summary>The most blocks that a fee is estimated for (bitcoind, <c>estimatesmartfee</c>).</summary>
    const int MaxBlocks = 1008;

    /// <exception cref="IOException">The node cannot be asked.</exception>
    FeeRates Rates();

    /// <summary>
    /// The rate for a transaction that is to be in one of the next blocks, in coins for 1,000 virtual bytes; null when
    /// too little is known for an estimate.
    /// </summary>
    /// <param name="blocks">From 1 to <see cref="MaxBlocks"/>.</param>
    /// <param name="mode">bitcoind's; null for its default.</param>
    /// <exception cref="IOException">The node cannot be asked.</exception>
    decimal? Estimate(int blocks, string? mode);
}

/// <summary>The fees of a chain that has no market to learn from, as bitcoind has them by default.</summary>
public sealed class FixedFees : IFeeSource
{
    private const decimal Least = 0.00001m;

    public FeeRates Rates() => new(Least, Least, Least);

    public decimal? Estimate(int blocks, string? mode) => null;
}
