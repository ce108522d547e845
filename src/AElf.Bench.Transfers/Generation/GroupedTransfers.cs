using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>Groups with one receiver each, and one sender for each transfer, over shuffled accounts.</summary>
internal static class GroupedTransfers
{
    /// <summary>Generates a block of groups of these sizes, interleaved. Equal arguments give equal blocks.</summary>
    public static Block OfSizes(int[] sizes, ulong seed)
    {
        var random = new SeededRandom(seed);
        var groupOf = new int[sizes.Sum()];
        var numbers = Numbers(groupOf.Length + sizes.Length, random);
        var next = 0;
        foreach (var (group, size) in sizes.Index())
        {
            groupOf.AsSpan(next, size).Fill(group);
            next += size;
        }

        random.Shuffle(groupOf);
        return Draw(numbers, groupOf, sizes.Length, random);
    }

    /// <summary>All account numbers, shuffled: first the receivers, group by group, then the senders.</summary>
    public static int[] Numbers(int count, SeededRandom random)
    {
        int[] numbers = [.. Enumerable.Range(0, count)];
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
