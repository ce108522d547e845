using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Wallets;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Wallets;

public sealed class ExpectedAnswersTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(29)]
    public void Expected_EqualsAModelOfTheWholeChain(ulong seed)
    {
        var blocks = TestChains.Of(seed).Take(141);
        var model = new ChainModel(blocks);
        var unknown = Hash256.Of("unknown"u8);
        var answers = new ExpectedAnswers([.. model.Scripts, unknown, unknown]);
        foreach (var (height, block) in blocks.Index())
        {
            answers.Add(new ChainBlock(height, block));
        }

        Assert.Equal(model.Scripts.Count + 1, answers.Scripts.Count);
        Assert.All(model.Scripts, script =>
        {
            Assert.Equal(model.History(script), answers.History(script));
            Assert.Equal(ScriptStatus.Of(model.History(script), []), answers.Status(script), StringComparer.Ordinal);
        });
        Assert.Null(answers.Status(unknown));
    }

    [Fact]
    public void Wallet_Answers_HaveItsTransactionsOnly()
    {
        const ulong Seed = 5;
        var chain = TestChains.Of(Seed);
        var blocks = chain.Take(141);
        var wallet = chain.Wallets[0];
        var answers = new ExpectedAnswers(wallet.Addresses.Select(address => address.ScriptHash));
        foreach (var (height, block) in blocks.Index())
        {
            answers.Add(new ChainBlock(height, block));
        }

        Assert.Equal(20, answers.Scripts.Count);
        Assert.Equal(wallet.TransactionCount, answers.Transactions.Count);
        Assert.All(answers.Scripts, script => Assert.NotNull(answers.Status(script)));
    }
}
