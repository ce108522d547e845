using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The fees of a chain.</summary>
public interface IFeeSource
{
    /// <summary>Maximum number of blocks for a fee estimate (bitcoind, <c>estimatesmartfee</c>).</summary>
    const int MaxBlocks = 1008;

    /// <exception cref="IOException">The node cannot be called.</exception>
    FeeRates Rates();

    /// <summary>
    /// The fee rate for a confirmation in one of the next blocks, in coins per 1,000 virtual bytes; null without an
    /// estimate.
    /// </summary>
    /// <param name="blocks">From 1 to <see cref="MaxBlocks"/>.</param>
    /// <param name="mode">A mode of bitcoind; null for its default.</param>
    /// <exception cref="IOException">The node cannot be called.</exception>
    decimal? Estimate(int blocks, string? mode);
}

/// <summary>The fees of a chain without a market: bitcoind's defaults.</summary>
public sealed class FixedFees : IFeeSource
{
    private const decimal Least = 0.00001m;

    public FeeRates Rates() => new(Least, Least, Least);

    public decimal? Estimate(int blocks, string? mode) => null;
}
