using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Audits;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Audits;

public sealed class FinalComparisonTests
{
    private static readonly Block Loaded = EvenGroups.Generate(transfers: 40, groups: 5, seed: 2);
    private static readonly AccountState[] Expected = SequentialReplay.Run(Loaded, rounds: 2);

    [Fact]
    public void A_store_that_equals_the_replay_passes()
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
    public void A_single_difference_is_found_at_every_account(string difference)
    {
        for (var account = 0; account < Expected.Length; account++)
        {
            var replies = Replies();
            replies[account] = Spoil(replies[account], difference);
            var versions = new int[Expected.Length];
            versions[account] = 7;

            var result = Compare(replies, versions);

            Assert.Equal(1, result.Wrong);
            Assert.Equal([new AccountDifference(new AccountKey(account, 7), Expected[account], replies[account])], result.First);
            Assert.Equal(difference.EndsWith("sequence", StringComparison.Ordinal) || difference is "stored", result.Conserved);
        }
    }

    [Fact]
    public void Units_that_moved_between_two_accounts_are_conserved_and_yet_wrong()
    {
        var replies = Replies();
        replies[0] = Spoil(replies[0], "one unit more");
        replies[1] = Spoil(replies[1], "one unit less");

        var result = Compare(replies);

        Assert.Equal((2, true), (result.Wrong, result.Conserved));
    }

    [Fact]
    public void All_differences_are_counted_and_the_first_ten_are_kept()
    {
        var result = Compare([.. Replies().Select(reply => Spoil(reply, "earlier sequence"))]);

        Assert.Equal(45, result.Wrong);
        Assert.Equal(Enumerable.Range(0, FinalComparison.MaxDifferences), result.First.Select(difference => difference.Key.Account));
    }

    [Fact]
    public void The_sum_of_the_largest_balances_does_not_overflow()
    {
        var block = new Block([], [long.MaxValue, long.MaxValue, long.MaxValue]);
        var states = SequentialReplay.Run(block, rounds: 1);
        StoreReply[] replies = [.. states.Select(state => new StoreReply(ReplyKind.Value, state))];

        Assert.True(FinalComparison.Compare(block, states, replies, new int[3]).Conserved);
    }

    [Fact]
    public void Replies_that_are_too_few_are_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Compare(Replies()[1..]));

    private static StoreReply[] Replies() => [.. Expected.Select(state => new StoreReply(ReplyKind.Value, state))];

    private static ComparisonResult Compare(StoreReply[] replies, int[]? versions = null) =>
        FinalComparison.Compare(Loaded, Expected, replies, versions ?? new int[Expected.Length]);

    private static StoreReply Spoil(StoreReply reply, string difference)
    {
        var (sequence, balance) = reply.State;
        return difference switch
        {
            "one unit more" => new StoreReply(ReplyKind.Value, new AccountState(sequence, balance + 1)),
            "one unit less" => new StoreReply(ReplyKind.Value, new AccountState(sequence, balance - 1)),
            "later sequence" => new StoreReply(ReplyKind.Value, new AccountState(sequence + 1, balance)),
            "earlier sequence" => new StoreReply(ReplyKind.Value, new AccountState(sequence - 1, balance)),
            "missing" => new StoreReply(ReplyKind.Missing, default),
            "corrupt" => new StoreReply(ReplyKind.Corrupt, default),
            "refused" => new StoreReply(ReplyKind.Refused, default),
            "stored" => new StoreReply(ReplyKind.Stored, reply.State),
            _ => throw new ArgumentOutOfRangeException(nameof(difference), difference, "not known"),
        };
    }
}
