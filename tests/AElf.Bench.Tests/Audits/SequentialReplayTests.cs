using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;

namespace AElf.Bench.Tests.Audits;

public sealed class SequentialReplayTests
{
    private static readonly Block TwoTransfers = new([new Transfer(0, 1, 3), new Transfer(1, 2, 5)], [100, 100, 0, 7]);

    [Theory]
    [InlineData(0, "0:100 0:100 0:0 0:7")]
    [InlineData(1, "1:97 2:98 2:5 0:7")]
    [InlineData(3, "5:91 6:94 6:15 0:7")]
    public void Replay_SeveralRounds_HasLastSequenceAndBalanceOfEachAccount(long rounds, string states) =>
        Assert.Equal(
            states,
            string.Join(
                ' ', SequentialReplay.Run(TwoTransfers, rounds).Select(state => $"{state.Sequence}:{state.Balance}")));

    [Fact]
    public void Replay_NegativeBalance_NamesTheAccount()
    {
        var thrown = Assert.Throws<InvalidOperationException>(() => SequentialReplay.Run(TwoTransfers, blocks: 34));

        Prose.AssertNames(thrown.Message, "transfer 67", "account 0", "3", "1");
    }

    [Fact]
    public void Replay_BalanceOverflows_NamesTheAccount()
    {
        var block = new Block([new Transfer(0, 1, 2)], [5, long.MaxValue - 1]);

        var failure = Assert.Throws<InvalidOperationException>(() => SequentialReplay.Run(block, blocks: 1));
        Assert.Contains("not possible", failure.Message, StringComparison.Ordinal);
    }
}
