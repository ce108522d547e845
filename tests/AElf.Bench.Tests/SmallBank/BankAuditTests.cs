using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

public sealed class BankAuditTests
{
    [Fact]
    public void The_replay_and_the_model_of_the_tests_agree_and_the_books_say_why_the_sum_changed()
    {
        var (declined, penalties) = (0L, 0L);
        for (ulong seed = 0; seed < 2000; seed++)
        {
            var random = new SeededRandom(seed);
            var block = RandomBankBlocks.Draw(random, maxTransactions: 60, maxCustomers: 9);
            var blocks = random.Next(5);

            var replay = BankReplay.Run(block, blocks);
            var model = BankModel.Play(block, blocks);
            var books = BankBooks.Keep(block, blocks);

            Assert.Equal(Enumerable.Range(0, replay.Length).Select(model.StateOf), replay);
            Assert.Equal(
                Sum(replay.Select(state => state.Balance)),
                Sum(block.Accounts.OpeningBalances.ToArray()) + books.Change);
            Assert.Equal((long)blocks * block.Count, books.Entered);
            (declined, penalties) = (declined + books.Declined, penalties + books.Penalties);
        }

        Assert.All([declined, penalties], count => Assert.True(count > 2000, $"only {count}: the trial is void"));
    }

    [Theory]
    [InlineData("0:100 2:15 0:100 1:17", 0, true)]
    [InlineData("0:100 2:16 0:100 1:17", 1, false)]
    [InlineData("0:100 2:16 0:100 1:16", 2, true)]
    [InlineData("0:100 1:15 0:100 1:17", 1, true)]
    [InlineData("1:100 2:15 0:100 1:17", 1, true)]
    public void An_account_that_is_off_is_found_by_its_balance_or_sequence_and_the_sum_apart_from_them(
        string found, int wrong, bool conserved)
    {
        using var bench = BankBench.Of(
            new BankTransaction(BankKind.SendPayment, 0, 1, 7), BankBench.One(BankKind.DepositChecking, 0, 12));
        bench.Start(Grant.Initial(0));
        bench.Finish();
        bench.Put(found);

        var audit = bench.Workload.Audit(blocks: 1);

        Assert.Equal((4, wrong, conserved), (audit.Compared, audit.Wrong, audit.Conserved));
    }

    [Fact]
    public void The_report_counts_what_was_declined_and_what_came_in_and_went_out()
    {
        using var bench = BankBench.Of(
            new BankTransaction(BankKind.SendPayment, 0, 1, 11),
            BankBench.One(BankKind.DepositChecking, 0, 5),
            BankBench.One(BankKind.WriteCheck, 1, 111),
            BankBench.One(BankKind.TransactSavings, 1, -30));
        bench.Workload.Audit(blocks: 1);

        var money = bench.Workload.Sections()[0].Figures.Single(figure => figure.Name is "money");

        Prose.AssertNames(
            Assert.Single(money.Lines), "5 deposited", "-30 saved", "111 paid", "1 in penalties", "25.0 % of 4");
    }

    [Fact]
    public void A_block_is_offered_no_more_often_than_its_balances_can_say()
    {
        var block = new BankBlock(
            [BankBench.One(BankKind.DepositChecking, 0, 2), BankBench.One(BankKind.WriteCheck, 0, 1)],
            [long.MaxValue - 100, 50]);

        Assert.Equal(50 / (3 + 2), block.MaxBlocks);
        Assert.Equal(long.MaxValue - 100, BankReplay.Run(block, block.MaxBlocks)[0].Balance);
    }

    [Theory]
    [InlineData(BankKind.SendPayment, 0, 0, 5, "SendPayment is between customer 0 and customer 0")]
    [InlineData(BankKind.Balance, 0, 1, 0, "Balance is between customer 0 and customer 1")]
    [InlineData(BankKind.Balance, 0, 0, 1, "Balance moves 1")]
    [InlineData(BankKind.WriteCheck, 0, 0, 0, "WriteCheck moves 0")]
    [InlineData(BankKind.TransactSavings, 1, 1, 0, "TransactSavings moves 0")]
    [InlineData(BankKind.Amalgamate, 0, 2, 0, "it names customer 0 or 2; customers run from 0 to 1")]
    [InlineData((BankKind)6, 0, 0, 0, "kind 6")]
    public void Bank_InvalidTransaction_IsRefused(
        BankKind kind, int customer, int other, long amount, string message)
    {
        var refused = Assert.Throws<ArgumentException>(
            () => new BankBlock([new BankTransaction(kind, customer, other, amount)], [1, 2, 3, 4]));

        Assert.StartsWith("transaction 0: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    private static Int128 Sum(IEnumerable<long> balances) =>
        balances.Aggregate((Int128)0, (sum, balance) => sum + balance);
}
