using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// Groups of unequal size: the size of the k-th largest is proportional to k to the power of −skew (Zipf's law).
/// Otherwise as <see cref="EvenGroups"/>: one receiver, one sender for each transfer, numbers shuffled, groups
/// interleaved.
/// </summary>
public static class SkewedGroups
{
    /// <summary>The largest exponent: with more, one group is nearly all of the block.</summary>
    public const int MaxSkew = 3;

    /// <summary>
    /// Generates a block. Equal arguments give equal blocks. <see cref="EvenGroups"/> defines amounts and balances.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">Sizes that <see cref="Sizes"/> refuses.</exception>
    public static Block Generate(int transfers, int groups, double skew, ulong seed) =>
        GroupedTransfers.OfSizes(Sizes(transfers, groups, skew), seed);

    /// <summary>
    /// Transfers of each group, the largest first: at least one each, exactly <paramref name="transfers"/> together.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">Fewer than one transfer or group, more groups than transfers, or a
    /// skew below 0 or above <see cref="MaxSkew"/>.</exception>
    public static int[] Sizes(int transfers, int groups, double skew)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(transfers, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(groups, transfers);
        if (!(skew >= 0 && skew <= MaxSkew))
        {
            throw new ArgumentOutOfRangeException(nameof(skew), skew, $"a skew is from 0 to {MaxSkew}");
        }

        var weights = new double[groups];
        var sum = 0.0;
        for (var group = 0; group < groups; group++)
        {
            weights[group] = Math.Pow(group + 1, -skew);
            sum += weights[group];
        }

        // Groups with a share below one transfer get one; the others share the rest.
        var shared = groups;
        while (shared > 1 && weights[shared - 1] * (transfers - (groups - shared)) < sum)
        {
            shared--;
            sum -= weights[shared];
        }

        return Distribute(transfers, groups, weights.AsSpan(0, shared));
    }

    // Whole shares first. The largest remainders get the rest, so the order of sizes stays.
    private static int[] Distribute(int transfers, int groups, ReadOnlySpan<double> weights)
    {
        var sizes = new int[groups];
        Array.Fill(sizes, 1);
        var toShare = transfers - (groups - weights.Length);
        var sum = 0.0;
        foreach (var weight in weights)
        {
            sum += weight;
        }

        var left = toShare;
        var remainders = new (double Missing, int Group)[weights.Length];
        for (var group = 0; group < weights.Length; group++)
        {
            var share = toShare * weights[group] / sum;
            sizes[group] = Math.Max(1, (int)share);
            remainders[group] = (sizes[group] - share, group);
            left -= sizes[group];
        }

        Array.Sort(remainders);
        for (var i = 0; left > 0; i++, left--)
        {
            sizes[remainders[i].Group]++;
        }

        return sizes;
    }
}
