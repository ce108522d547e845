namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>The distribution of addresses over several wallets.</summary>
public enum WalletSizing
{
    /// <summary>All wallets have the same number of addresses.</summary>
    Equal,

    /// <summary>Most wallets are small, and a few are large (Zipf).</summary>
    Zipf,
}

/// <summary>Computes the number of addresses of each wallet, the largest first; their sum is wallets × mean.</summary>
public static class WalletSizes
{
    // The wallet of rank r has r^-0.8 times the addresses of the first wallet. So the largest tenth has about half of
    // all addresses.
    private const double Exponent = 0.8;

    public static IReadOnlyList<long> Of(WalletSizing sizing, int wallets, int mean)
    {
        if (sizing is WalletSizing.Equal || wallets == 0)
        {
            return [.. Enumerable.Repeat((long)mean, wallets)];
        }

        // Each wallet has at least one address. The first wallet gets the remainder of rounding.
        var weights = Enumerable.Range(1, wallets).Select(rank => Math.Pow(rank, -Exponent)).ToList();
        var (free, sum) = ((long)wallets * (mean - 1), weights.Sum());
        var sizes = weights.ConvertAll(weight => 1 + (long)(free * weight / sum));
        sizes[0] += free + wallets - sizes.Sum();
        return sizes;
    }
}
