using System.Globalization;
using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Grouping;

public sealed class GrouperTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("0-1", "(0-1)")]
    [InlineData("0-1 2-1 3-4", "(0-1 2-1) (3-4)")]
    [InlineData("3-4 0-1 2-1", "(3-4) (0-1 2-1)")]
    [InlineData("0-1 2-3 1-2", "(0-1 2-3 1-2)")]
    [InlineData("0-1 2-3 4-5", "(0-1) (2-3) (4-5)")]
    [InlineData("0-1 2-3 0-1 2-3", "(0-1 0-1) (2-3 2-3)")]
    [InlineData("0-1 1-0", "(0-1 1-0)")]
    [InlineData("9-8 7-6 8-7 1-0", "(9-8 7-6 8-7) (1-0)")]
    [InlineData("0-9 1-9 2-9 3-4 5-9", "(0-9 1-9 2-9 5-9) (3-4)")]
    public void Group_SharedAccount_StaysTogetherInOrder(string transfers, string groups)
    {
        var parsed = Parse(transfers);

        Assert.Equal(groups, Format(new Grouper().Group(parsed, accountCount: 10), parsed));
    }

    [Fact]
    public void Group_EmptyBlock_HasNoGroups()
    {
        var groups = new Grouper().Group([], accountCount: 0);

        Assert.Equal(0, groups.Count);
        Assert.Empty(groups.Sizes());
    }

    [Fact]
    public void Group_AnyBlock_EqualsTheConnectedComponents()
    {
        for (ulong seed = 0; seed < 2000; seed++)
        {
            var random = new SeededRandom(seed);
            var accounts = 2 + random.Next(30);
            var transfers = new Transfer[random.Next(40)];
            for (var i = 0; i < transfers.Length; i++)
            {
                var from = random.Next(accounts);
                transfers[i] = new Transfer(from, (from + 1 + random.Next(accounts - 1)) % accounts, 1);
            }

            var groups = new Grouper().Group(transfers, accounts);

            Assert.True(
                string.Equals(Format(Search(transfers)), Format(Listed(groups)), StringComparison.Ordinal),
                $"seed {seed}: {Format(groups, transfers)} is not {Format(Search(transfers))} by indexes");
            Assert.Equal(transfers.Length, groups.Sizes().Sum());
            Assert.Equal(Listed(groups).Select(group => group.Count), groups.Sizes());
            Assert.All(
                Enumerable.Range(0, groups.Count), group => Assert.Equal(groups[group].Length, groups.SizeOf(group)));
        }
    }

    [Fact]
    public void Group_TwoGroups_ShareNoAccount()
    {
        var block = EvenGroups.Generate(transfers: 5000, groups: 333, seed: 5);
        var groups = new Grouper().Group(block);
        var ownerOf = new Dictionary<int, int>();

        for (var group = 0; group < groups.Count; group++)
        {
            foreach (var index in groups[group])
            {
                var transfer = block.Transfers[index];
                ownerOf.TryAdd(transfer.From, group);
                ownerOf.TryAdd(transfer.To, group);
                Assert.Equal((group, group), (ownerOf[transfer.From], ownerOf[transfer.To]));
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Group_ChainOfAMillionAccounts_IsOneGroup(bool backwards)
    {
        const int Accounts = 1_000_000;
        var chain = new Transfer[Accounts - 1];
        for (var i = 0; i < chain.Length; i++)
        {
            var account = backwards ? Accounts - 1 - i : i;
            chain[i] = new Transfer(account, backwards ? account - 1 : account + 1, 1);
        }

        var groups = new Grouper().Group(chain, Accounts);

        Assert.Equal((1, chain.Length), (groups.Count, groups[0].Length));
        Assert.Equal([chain.Length], groups.Sizes());
    }

    private static Transfer[] Parse(string text) =>
    [
        .. text.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(pair => pair.Split('-'))
            .Select(pair => new Transfer(
                int.Parse(pair[0], CultureInfo.InvariantCulture), int.Parse(pair[1], CultureInfo.InvariantCulture), 1)),
    ];

    private static string Format(TransferGroups groups, Transfer[] transfers) => string.Join(
        ' ',
        Listed(groups).Select(
            group => $"({string.Join(' ', group.Select(index => $"{transfers[index].From}-{transfers[index].To}"))})"));

    private static string Format(IEnumerable<IReadOnlyList<int>> groups) =>
        string.Join(' ', groups.Select(group => $"({string.Join(' ', group)})"));

    private static List<IReadOnlyList<int>> Listed(TransferGroups groups) =>
        [.. Enumerable.Range(0, groups.Count).Select(group => groups[group].ToArray())];

    // Breadth-first search over transfers that share an account: slow and simple.
    private static List<IReadOnlyList<int>> Search(Transfer[] transfers)
    {
        var seen = new bool[transfers.Length];
        List<IReadOnlyList<int>> groups = [];
        for (var first = 0; first < transfers.Length; first++)
        {
            if (seen[first])
            {
                continue;
            }

            List<int> group = [];
            var next = new Queue<int>([first]);
            seen[first] = true;
            while (next.TryDequeue(out var index))
            {
                group.Add(index);
                for (var other = 0; other < transfers.Length; other++)
                {
                    if (!seen[other] && Touch(transfers[index], transfers[other]))
                    {
                        seen[other] = true;
                        next.Enqueue(other);
                    }
                }
            }

            group.Sort();
            groups.Add(group);
        }

        return groups;
    }

    private static bool Touch(Transfer left, Transfer right) =>
        left.From == right.From || left.From == right.To || left.To == right.From || left.To == right.To;
}
