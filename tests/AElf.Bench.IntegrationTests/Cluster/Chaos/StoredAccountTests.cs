using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>The comparison of stored accounts with a replay finds each kind of difference.</summary>
public sealed class StoredAccountTests
{
    // Two rounds: account 0 pays 3 units to account 1, then account 1 pays 1 unit to account 2.
    private static readonly Block Block = new([new Transfer(0, 1, 3), new Transfer(1, 2, 1)], [10, 10, 10, 10]);
    private static readonly StoredAccount[] Right =
        [new(0, 1, 3, 4), new(1, 1, 4, 14), new(2, 7, 4, 12), new(3, 1, 0, 10)];

    [Fact]
    public void Accounts_OfTheReplayOrAnAttempt_AreRight() =>
        Assert.Empty(StoredAccount.Differences(Block, 2, [.. Right, new(2, 1, 2, 11), new(0, 1, 0, 10)]));

    [Theory]
    [InlineData(0, 3, 1)]
    [InlineData(0, 1, 7)]
    [InlineData(1, 4, 15)]
    [InlineData(2, 2, 11)]
    [InlineData(2, 6, 13)]
    [InlineData(3, -1, 0)]
    public void Audit_DoubleMissingOrInvalidValue_IsFound(
        int account, long sequence, long balance) =>
        Assert.NotEmpty(StoredAccount.Differences(
            Block,
            2,
            [.. Right.Where(right => right.Account != account), new StoredAccount(account, 1, sequence, balance)]));

    [Fact]
    public void Audit_FewerRoundsThanMeasured_IsFound() => Assert.NotEmpty(
        StoredAccount.Differences(Block, 3, Right));

    [Fact]
    public void Audit_MissingAccount_IsFound() => Assert.NotEmpty(
        StoredAccount.Differences(Block, 2, Right[..3]));
}
