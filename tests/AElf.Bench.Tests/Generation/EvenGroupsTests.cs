using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Generation;

public sealed class EvenGroupsTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(7, 7)]
    [InlineData(8000, 24)]
    [InlineData(1000, 80)]
    [InlineData(100, 33)]
    [InlineData(5, 4)]
    public void EvenGroups_Numbers_AreTransfersInGroupsOfNearlyOneSize(int transfers, int groups)
    {
        var block = EvenGroups.Generate(transfers, groups, seed: 1);
        var found = new Grouper().Group(block);

        Assert.Equal((transfers, groups, transfers + groups), (block.Count, found.Count, block.AccountCount));
        var sizes = Enumerable.Range(0, groups).Select(found.SizeOf).ToList();
        Assert.Equal(transfers % groups, sizes.Count(size => size == (transfers / groups) + 1));
        Assert.Equal(groups - (transfers % groups), sizes.Count(size => size == transfers / groups));
    }

    [Fact]
    public void EvenGroups_Group_IsOneReceiverAndASenderPerTransfer()
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 30, seed: 9);
        var transfers = block.Transfers.ToArray();

        Assert.Equal(1000, transfers.Select(transfer => transfer.From).Distinct().Count());
        Assert.Equal(30, transfers.Select(transfer => transfer.To).Distinct().Count());
        Assert.All(transfers, transfer => Assert.InRange(transfer.Amount, 1, EvenGroups.MaxAmount));
    }

    [Fact]
    public void EvenGroups_Seeds_DetermineTheBlock()
    {
        var first = BlockHash.Compute(EvenGroups.Generate(500, 24, seed: 42));

        Assert.Equal(first, BlockHash.Compute(EvenGroups.Generate(500, 24, seed: 42)));
        Assert.NotEqual(first, BlockHash.Compute(EvenGroups.Generate(500, 24, seed: 43)), StringComparer.Ordinal);
        Assert.NotEqual(first, BlockHash.Compute(EvenGroups.Generate(500, 25, seed: 42)), StringComparer.Ordinal);
    }

    [Fact]
    public void EvenGroups_Seed_GivesTheSameBlockOnEveryMachine() =>
        Assert.Equal(
            "fb3b7df6e38d939e", BlockHash.Compute(EvenGroups.Generate(transfers: 1000, groups: 24, seed: 20260101)));

    [Fact]
    public void EvenGroups_AccountNumbers_AreShuffled()
    {
        var block = EvenGroups.Generate(transfers: 2000, groups: 40, seed: 3);
        var senders = block.Transfers.ToArray().Select(transfer => transfer.From).ToList();
        var receivers = block.Transfers[..40].ToArray().Select(transfer => transfer.To).ToList();

        // Of shuffled numbers about half are larger than the previous one.
        Assert.InRange(senders.Zip(senders.Skip(1)).Count(pair => pair.First < pair.Second), 800, 1200);
        Assert.NotEqual(receivers.Order(), receivers);
        Assert.NotEqual(Enumerable.Range(0, 40), receivers.Order());
    }

    [Fact]
    public void EvenGroups_TenThousandRounds_KeepEachBalanceAboveZero() =>
        AssertAffordable(EvenGroups.Generate(transfers: 500, groups: 24, seed: 8), rounds: 10_000, seed: 8);

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 0)]
    [InlineData(-5, 1)]
    [InlineData(4, 5)]
    public void Generate_ImpossibleSizes_AreRefused(int transfers, int groups) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => EvenGroups.Generate(transfers, groups, seed: 1));

    internal static void AssertAffordable(Block block, int rounds, ulong seed)
    {
        var paid = new Int128[block.AccountCount];
        foreach (var transfer in block.Transfers)
        {
            paid[transfer.From] += (Int128)transfer.Amount * rounds;
        }

        Int128 total = 0;
        for (var account = 0; account < block.AccountCount; account++)
        {
            Assert.True(
                paid[account] <= block.OpeningBalances[account],
                $"seed {seed}: account {account} pays {paid[account]} of {block.OpeningBalances[account]}");
            total += block.OpeningBalances[account];
        }

        Assert.True(total <= long.MaxValue, $"seed {seed}");
    }
}
