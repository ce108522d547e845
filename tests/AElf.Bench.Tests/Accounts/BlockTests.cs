using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Accounts;

public sealed class BlockTests
{
    [Theory]
    [InlineData(0, 0, 1, "transfer 0 pays account 0 from itself")]
    [InlineData(0, 2, 1, "accounts run from 0 to 1")]
    [InlineData(-1, 1, 1, "accounts run from 0 to 1")]
    [InlineData(int.MinValue, 1, 1, "accounts run from 0 to 1")]
    [InlineData(0, 1, 0, "the smallest amount is 1")]
    [InlineData(0, 1, long.MinValue, "the smallest amount is 1")]
    public void Block_ImpossibleTransfer_IsRefused(int from, int to, long amount, string message)
    {
        var thrown = Assert.Throws<ArgumentException>(() => new Block([new Transfer(from, to, amount)], [5, 5]));

        Assert.Contains(message, thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Balance_Negative_IsRefused() =>
        Assert.Contains(
            "account 1 opens with -1",
            Assert.Throws<ArgumentException>(() => new Block([], [0, -1])).Message,
            StringComparison.Ordinal);

    [Fact]
    public void Block_Sequences_StartAtOneAndContinueOverBlocks()
    {
        var block = new Block([new Transfer(0, 1, 1), new Transfer(1, 0, 1)], [5, 5]);

        Assert.Equal(
            [1, 2, 3, 4],
            new[] { block.SequenceOf(0, 0), block.SequenceOf(0, 1), block.SequenceOf(1, 0), block.SequenceOf(1, 1) });
        Assert.Equal(6_000_000_001, block.SequenceOf(3_000_000_000, 0));
    }
}
