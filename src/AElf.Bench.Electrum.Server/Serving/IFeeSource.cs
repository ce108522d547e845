using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The fees of a chain.</summary>
public interface IFeeSource
{
    /// <summary>The most blocks that a fee is estimated for (bitcoind, <c>estimatesmartfee</c>).</summary>
    const int MaxBlocks = 1008;

    /// <exception cref="IOException">The node cannot be asked.</exception>
    FeeRates Rates();

    /// <summary>
    /// The fee rate for a confirmation in one of the next blocks, in coins per 1,000 virtual bytes; null without an
    /// estimate.
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
