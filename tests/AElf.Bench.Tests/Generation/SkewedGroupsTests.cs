using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Generation;

public sealed class SkewedGroupsTests
{
    [Theory]
    [InlineData(1, 1, 1.0, "1")]
    [InlineData(11, 3, 1.0, "6 3 2")]
    [InlineData(12, 4, 1.0, "6 3 2 1")]
    [InlineData(100, 4, 0.5, "36 25 21 18")]
    [InlineData(100, 5, 3.0, "84 11 3 1 1")]
    [InlineData(6, 5, 3.0, "2 1 1 1 1")]
    [InlineData(10, 4, 0.0, "3 3 2 2")]
    [InlineData(7, 7, 2.0, "1 1 1 1 1 1 1")]
    public void Sizes_Zipf_FollowItsLawWithAtLeastOneTransferEach(
        int transfers, int groups, double skew, string sizes) =>
        Assert.Equal(sizes, string.Join(' ', SkewedGroups.Sizes(transfers, groups, skew)));

    [Fact]
    public void Grouping_AnyRequestedGroups_AreFound()
    {
        for (var seed = 1UL; seed <= 300; seed++)
        {
            var random = new SeededRandom(seed);
            var transfers = 1 + random.Next(2000);
            var groups = 1 + random.Next(transfers);
            var skew = random.Next(3001) / 1000.0;
            var story = $"seed {seed}: {transfers} transfers in {groups} groups, skew {skew}";

            var sizes = SkewedGroups.Sizes(transfers, groups, skew);
            var block = SkewedGroups.Generate(transfers, groups, skew, seed);
            var found = new Grouper().Group(block);

            Assert.True(sizes.Sum() == transfers && sizes.Length == groups && sizes.Min() >= 1, story);
            Assert.True(sizes.SequenceEqual(sizes.OrderDescending()), $"{story}: sizes rise");
            Assert.True(
                (block.Count, block.AccountCount, found.Count) == (transfers, transfers + groups, groups), story);
            Assert.True(
                Enumerable.Range(0, groups).Select(found.SizeOf).OrderDescending().SequenceEqual(sizes),
                $"{story}: others found");
        }
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(1.0)]
    [InlineData(2.0)]
    public void Sizes_AnySkew_AreWithinOneTransferOfTheirShares(double skew)
    {
        const int Transfers = 1_000_000;
        const int Groups = 200;
        var total = Enumerable.Range(1, Groups).Sum(rank => Math.Pow(rank, -skew));

        Assert.All(
            SkewedGroups.Sizes(Transfers, Groups, skew).Index(),
            size => Assert.InRange(size.Item - (Transfers * Math.Pow(size.Index + 1, -skew) / total), -1, 1));
    }

    [Fact]
    public void SkewedGroups_Group_IsOneReceiverAndASenderPerTransfer()
    {
        var transfers = SkewedGroups.Generate(transfers: 1000, groups: 30, skew: 1, seed: 9).Transfers.ToArray();

        Assert.Equal(1000, transfers.Select(transfer => transfer.From).Distinct().Count());
        Assert.Equal(30, transfers.Select(transfer => transfer.To).Distinct().Count());
        Assert.All(transfers, transfer => Assert.InRange(transfer.Amount, 1, EvenGroups.MaxAmount));
    }

    [Fact]
    public void SkewedGroups_Groups_AreInterleaved()
    {
        var transfers = SkewedGroups.Generate(transfers: 10_000, groups: 100, skew: 1, seed: 5).Transfers.ToArray();
        var largest = transfers.CountBy(transfer => transfer.To).MaxBy(group => group.Value);
        var inFirstHalf = transfers[..5000].Count(transfer => transfer.To == largest.Key);

        Assert.InRange(inFirstHalf, largest.Value * 0.4, largest.Value * 0.6);
    }

    [Fact]
    public void SkewedGroups_Arguments_DetermineTheBlock()
    {
        var first = BlockHash.Compute(SkewedGroups.Generate(500, 24, 1, seed: 42));

        Assert.Equal(first, BlockHash.Compute(SkewedGroups.Generate(500, 24, 1, seed: 42)));
        Assert.NotEqual(first, BlockHash.Compute(SkewedGroups.Generate(500, 24, 1, seed: 43)), StringComparer.Ordinal);
        Assert.NotEqual(
            first, BlockHash.Compute(SkewedGroups.Generate(500, 24, 0.9, seed: 42)), StringComparer.Ordinal);
        Assert.NotEqual(first, BlockHash.Compute(SkewedGroups.Generate(500, 25, 1, seed: 42)), StringComparer.Ordinal);
    }

    [Fact]
    public void SkewedGroups_Seed_GivesTheSameBlockOnEveryMachine() =>
        Assert.Equal(
            "128ec4fffe0ef784",
            BlockHash.Compute(SkewedGroups.Generate(transfers: 1000, groups: 24, skew: 0.75, seed: 20260101)));

    [Fact]
    public void SkewedGroups_LongestRun_KeepsEachBalanceAboveZero()
    {
        for (var seed = 1UL; seed <= 20; seed++)
        {
            EvenGroupsTests.AssertAffordable(
                SkewedGroups.Generate(transfers: 500, groups: 24, skew: 3, seed), rounds: 11_000, seed);
        }
    }

    [Theory]
    [InlineData(0, 1, 1.0)]
    [InlineData(1, 0, 1.0)]
    [InlineData(4, 5, 1.0)]
    [InlineData(5, 5, -0.1)]
    [InlineData(5, 5, 3.1)]
    [InlineData(5, 5, double.NaN)]
    public void Generate_ImpossibleSizes_AreRefused(int transfers, int groups, double skew) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SkewedGroups.Generate(transfers, groups, skew, seed: 1));

    [Fact]
    public void Options_Skew_SelectsEvenOrSkewedGroups()
    {
        var workload = new TransferOptions { Transfers = 300, Groups = 12, Seed = 7 };

        Assert.Equal(
            BlockHash.Compute(EvenGroups.Generate(300, 12, 7)), BlockHash.Compute(TransferLoad.From(workload).Block));
        Assert.Equal(
            BlockHash.Compute(SkewedGroups.Generate(300, 12, 1, 7)),
            BlockHash.Compute(TransferLoad.From(workload with { Skew = 1 }).Block));
    }
}
