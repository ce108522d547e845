using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Audits;

public sealed class FinalComparisonTests
{
    private static readonly Block Loaded = EvenGroups.Generate(transfers: 40, groups: 5, seed: 2);
    private static readonly AccountState[] Expected = SequentialReplay.Run(Loaded, blocks: 2);

    [Fact]
    public void Compare_StoreEqualsReplay_Passes()
    {
        var result = Compare(Replies());

        Assert.Equal((45, 0, true), (result.Compared, result.Wrong, result.Conserved));
        Assert.Empty(result.First);
    }

    [Theory]
    [InlineData("one unit more")]
    [InlineData("one unit less")]
    [InlineData("later sequence")]
    [InlineData("earlier sequence")]
    [InlineData("missing")]
    [InlineData("corrupt")]
    [InlineData("refused")]
    [InlineData("stored")]
    [InlineData("another account")]
    [InlineData("another version")]
    public void Compare_OneDifference_IsFoundAtEveryAccount(string difference)
    {
        for (var account = 0; account < Expected.Length; account++)
        {
            var replies = Replies();
            var versions = new int[Expected.Length];
            versions[account] = 7;
            replies[account] = Spoil(replies[account] with { Key = new AccountKey(account, 7) }, difference);

            var result = Compare(replies, versions);

            Assert.Equal(1, result.Wrong);
            Assert.Equal(
                [new AccountDifference(new AccountKey(account, 7), Expected[account], replies[account])], result.First);
            string[] conserving =
                ["later sequence", "earlier sequence", "stored", "another account", "another version"];
            Assert.Equal(conserving.Contains(difference, StringComparer.Ordinal), result.Conserved);
        }
    }

    [Fact]
    public void Compare_MoneyMovedBetweenAccounts_IsConservedAndWrong()
    {
        var replies = Replies();
        replies[0] = Spoil(replies[0], "one unit more");
        replies[1] = Spoil(replies[1], "one unit less");

        var result = Compare(replies);

        Assert.Equal((2, true), (result.Wrong, result.Conserved));
    }

    [Fact]
    public void Compare_ManyDifferences_CountsAllAndKeepsTen()
    {
        var result = Compare([.. Replies().Select(reply => Spoil(reply, "earlier sequence"))]);

        Assert.Equal(45, result.Wrong);
        Assert.Equal(
            Enumerable.Range(0, FinalComparison.MaxDifferences),
            result.First.Select(difference => difference.Key.Account));
    }

    [Fact]
    public void Compare_LargestBalances_DoNotOverflow()
    {
        var block = new Block([], [long.MaxValue, long.MaxValue, long.MaxValue]);
        var states = SequentialReplay.Run(block, blocks: 1);
        AccountReply[] replies = [.. states.Select(ValueOf)];

        Assert.True(Compare(block, states, replies, new int[3]).Conserved);
    }

    [Fact]
    public void Compare_TooFewReplies_IsRefused() =>
        Assert.Throws<InvalidOperationException>(() => Compare(Replies()[1..]));

    private static AccountReply[] Replies() => [.. Expected.Select(ValueOf)];

    private static AccountReply ValueOf(AccountState state, int account) =>
        new(ReplyKind.Value, account, new AccountKey(account, 0), state);

    private static AccountComparison Compare(AccountReply[] replies, int[]? versions = null) =>
        Compare(Loaded, Expected, replies, versions ?? new int[Expected.Length]);

    private static AccountComparison Compare(
        Block block, AccountState[] expected, AccountReply[] replies, int[] versions)
    {
        var comparison = new FinalComparison(block, expected, versions);
        foreach (ref readonly var reply in replies.AsSpan())
        {
            comparison.Add(reply);
        }

        return comparison.Result;
    }

    private static AccountReply Spoil(AccountReply reply, string difference)
    {
        var (sequence, balance) = reply.State;
        return difference switch
        {
            "one unit more" => reply with { State = new AccountState(sequence, balance + 1) },
            "one unit less" => reply with { State = new AccountState(sequence, balance - 1) },
            "later sequence" => reply with { State = new AccountState(sequence + 1, balance) },
            "earlier sequence" => reply with { State = new AccountState(sequence - 1, balance) },
            "missing" => new AccountReply(ReplyKind.Missing, reply.Tag, default, default),
            "corrupt" => new AccountReply(ReplyKind.Corrupt, reply.Tag, default, default),
            "refused" => new AccountReply(ReplyKind.Refused, reply.Tag, default, default),
            "stored" => reply with { Kind = ReplyKind.Stored },
            "another account" => reply with { Key = reply.Key with { Account = reply.Key.Account + 1 } },
            "another version" => reply with { Key = reply.Key with { Version = 0 } },
            _ => throw new ArgumentOutOfRangeException(nameof(difference), difference, "not known"),
        };
    }
}
