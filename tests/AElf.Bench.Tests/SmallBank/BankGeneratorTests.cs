using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

public sealed class BankGeneratorTests
{
    [Theory]
    [InlineData("smallbank", 8000, 80)]
    [InlineData("smallbank:20,20,20,0,20,20", 8000, 80)]
    [InlineData("smallbank:0,1,0,0,0,0", 100, 7)]
    [InlineData("smallbank:1,0,0,0,0,0", 100, 100)]
    [InlineData("smallbank", 1, 1)]
    public void There_are_as_many_groups_as_were_asked_for_and_no_transaction_more(string mix, int count, int groups)
    {
        for (ulong seed = 0; seed < 20; seed++)
        {
            int[] sizes = SkewedGroups.Sizes(count, groups, skew: 0);

            var block = BankGenerator.Generate(sizes, BankShares.Parse(mix)!, seed);

            Assert.Equal(
                sizes.Order(), new Grouper().Group(block.Links, block.CustomerCount).Sizes().Order());
        }
    }

    [Fact]
    public void Kinds_come_as_often_as_their_shares_say()
    {
        var block = BankGenerator.Generate([100_000], BankShares.Default, seed: 1);

        var counts = block.Transactions.ToArray().CountBy(each => each.Kind).ToDictionary();
        foreach (var kind in Enum.GetValues<BankKind>())
        {
            var expected = 1000 * BankShares.Default.Weights[(int)kind];
            Assert.InRange(counts[kind], expected - 500, expected + 500);
        }
    }

    [Fact]
    public void Equal_arguments_give_equal_blocks_and_another_seed_another()
    {
        var (first, same, other) = (Draw(7), Draw(7), Draw(8));

        Assert.Equal(first.Transactions, same.Transactions);
        Assert.Equal(first.Accounts.OpeningBalances, same.Accounts.OpeningBalances);
        Assert.Equal(first.Checksum, same.Checksum);
        Assert.NotEqual(first.Checksum, other.Checksum);

        static BankBlock Draw(ulong seed) => BankGenerator.Generate([30, 20], BankShares.Default, seed);
    }
}
