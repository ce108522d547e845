using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>Groups of given sizes, interleaved. Each has one receiver, and one sender for each transfer.</summary>
internal static class SizedGroups
{
    /// <summary>Generates a block. Equal arguments give equal blocks.</summary>
    public static Block Generate(ReadOnlySpan<int> sizes, ulong seed)
    {
        var transfers = 0;
        foreach (var size in sizes)
        {
            transfers += size;
        }

        var random = new SeededRandom(seed);
        var numbers = GroupedTransfers.Numbers(transfers + sizes.Length, random);
        var groupOf = new int[transfers];
        var next = 0;
        for (var group = 0; group < sizes.Length; group++)
        {
            groupOf.AsSpan(next, sizes[group]).Fill(group);
            next += sizes[group];
        }

        random.Shuffle(groupOf);
        return GroupedTransfers.Draw(numbers, groupOf, sizes.Length, random);
    }
}
