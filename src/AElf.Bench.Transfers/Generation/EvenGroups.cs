using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// The published load <c>evenGroup</c>: each group has one receiver, and one sender for each transfer. The block has
/// exactly n transfers: if the groups do not divide n, the first n mod g groups have one more. Account numbers are
/// shuffled and the groups' transfers interleaved, so that their order helps neither the store nor the grouper.
/// </summary>
public static class EvenGroups
{
    /// <summary>The largest amount drawn.</summary>
    public const int MaxAmount = 100;

    /// <summary>
    /// The minimum opening balance of an account. With it no transfer is ever rejected: each sender pays at most
    /// <see cref="MaxAmount"/> in a round.
    /// </summary>
    public const long OpeningBalance = 1_000_000_000;

    /// <summary>Rounds for which the opening balances are always enough.</summary>
    public const int MaxRounds = (int)(OpeningBalance / MaxAmount);

    /// <summary>Generates a block. Equal arguments give equal blocks.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Fewer than one transfer or group, or more groups than
    /// transfers.</exception>
    public static Block Generate(int transfers, int groups, ulong seed)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(transfers, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(groups, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(groups, transfers);
        var random = new SeededRandom(seed);
        var numbers = GroupedTransfers.Numbers(transfers + groups, random);
        int[] groupOf = [.. Enumerable.Range(0, transfers).Select(transfer => transfer % groups)];
        return GroupedTransfers.Draw(numbers, groupOf, groups, random);
    }
}
