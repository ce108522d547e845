using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>
/// The common part of generated loads: one receiver per group, one sender per transfer, shuffled accounts.
/// </summary>
internal static class GroupedTransfers
{
    /// <summary>All account numbers, shuffled: first the receivers, group by group, then the senders.</summary>
    public static int[] Numbers(int count, SeededRandom random)
    {
        var numbers = new int[count];
        for (var i = 0; i < count; i++)
        {
            numbers[i] = i;
        }

        random.Shuffle(numbers);
        return numbers;
    }

    /// <summary>A block whose i-th transfer belongs to group <paramref name="groupOf"/>[i].</summary>
    public static Block Draw(int[] numbers, ReadOnlySpan<int> groupOf, int groups, SeededRandom random)
    {
        var transfers = new Transfer[groupOf.Length];
        for (var i = 0; i < transfers.Length; i++)
        {
            transfers[i] = new Transfer(
                numbers[groups + i], numbers[groupOf[i]], 1 + random.Next(EvenGroups.MaxAmount));
        }

        var openingBalances = new long[numbers.Length];
        for (var account = 0; account < openingBalances.Length; account++)
        {
            openingBalances[account] = EvenGroups.OpeningBalance + random.Next(1_000_000);
        }

        return new Block(transfers, openingBalances);
    }
}
