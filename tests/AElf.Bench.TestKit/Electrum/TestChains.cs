using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>Small synthetic chains and branches of them.</summary>
public static class TestChains
{
    /// <summary>A chain drawn from a seed. Wallets and other transactions occur from its first blocks on.</summary>
    public static SyntheticChain Of(ulong seed) => new(new SyntheticChainOptions
    {
        Seed = seed,
        Blocks = 140,
        TransactionsPerBlock = 12,
        WalletAddresses = 20,
        WalletTransactions = 60,
        WalletHeights = 20,
    });

    public static byte[][] Take(this SyntheticChain chain, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => chain.NextBlock().Bytes.ToArray())];
}
