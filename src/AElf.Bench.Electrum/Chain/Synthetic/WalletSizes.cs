namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>How the addresses of several wallets are distributed.</summary>
public enum WalletSizing
{
    /// <summary>Each wallet has as many.</summary>
    Equal,

    /// <summary>Most wallets are small, and a few are large (Zipf).</summary>
    Zipf,
}

/// <summary>The addresses of each of several wallets, the largest first; together they are wallets × mean.</summary>
public static class WalletSizes
{
    // The wallet of rank r has r^-0.8 of the first: the first tenth of the wallets has about half of all addresses.
    private const double Exponent = 0.8;

    public static IReadOnlyList<int> Of(WalletSizing sizing, int wallets, int mean)
    {
        if (sizing is WalletSizing.Equal)
        {
            return [.. Enumerable.Repeat(mean, wallets)];
        }

        // Each has at least one; what rounding leaves goes to the first.
        var weights = Enumerable.Range(1, wallets).Select(rank => Math.Pow(rank, -Exponent)).ToList();
        var (free, sum) = ((long)wallets * (mean - 1), weights.Sum());
        var sizes = weights.ConvertAll(weight => 1 + (int)(free * weight / sum));
        sizes[0] += (int)(free + wallets - sizes.Sum(size => (long)size));
        return sizes;
    }
}
