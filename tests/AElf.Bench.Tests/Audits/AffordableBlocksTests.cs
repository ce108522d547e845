using AElf.Bench.Core.Generation;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;

namespace AElf.Bench.Tests.Audits;

public sealed class AffordableBlocksTests
{
    [Fact]
    public void AffordableBlocks_RandomBlock_IsTheLargestCountThatReplaySupports()
    {
        for (ulong seed = 0; seed < 500; seed++)
        {
            var random = new SeededRandom(seed);
            var block = RandomBlocks.Draw(random, maxTransfers: 12, maxAccounts: 8, blocks: 1 + random.Next(6));
            var count = AffordableBlocks.Count(block);

            SequentialReplay.Run(block, Math.Min(count, 50));
            Assert.True(
                count >= 50 || Throws(block, count + 1), $"seed {seed}: {count + 1} blocks are affordable");
        }
    }

    [Theory]
    [InlineData(long.MaxValue - 10, 4, 2)]
    [InlineData(long.MaxValue - 10, 5, 2)]
    [InlineData(long.MaxValue - 10, 11, 0)]
    [InlineData(0, long.MaxValue / 2, 2)]
    public void AffordableBlocks_ReceiverOverflows_EndsTheCount(long opening, long amount, long expected)
    {
        var block = new Block([new Transfer(0, 1, amount)], [long.MaxValue, opening]);
        Assert.Equal(expected, AffordableBlocks.Count(block));
    }

    [Fact]
    public void AffordableBlocks_CircularPayments_AreUnlimited() => Assert.Equal(
        long.MaxValue,
        AffordableBlocks.Count(new Block([new Transfer(0, 1, 5), new Transfer(1, 0, 5)], [5, 0])));

    [Fact]
    public void AffordableBlocks_BlockCannotBePaidOnce_IsZero() => Assert.Equal(
        0, AffordableBlocks.Count(new Block([new Transfer(0, 1, 5)], [4, 0])));

    private static bool Throws(Block block, long blocks)
    {
        try
        {
            SequentialReplay.Run(block, blocks);
            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }
}
