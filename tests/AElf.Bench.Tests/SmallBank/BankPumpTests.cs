using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.Tests.SmallBank;

public sealed class BankPumpTests
{
    private static readonly BankTransaction Amalgamation = new(BankKind.Amalgamate, 0, 1, 0);
    private static readonly BankTransaction Payment = new(BankKind.SendPayment, 0, 1, 7);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Any_block_over_any_number_of_lanes_ends_as_its_sequential_replay(bool encoded)
    {
        for (ulong seed = 0; seed < 400; seed++)
        {
            var random = new SeededRandom(seed);
            var offered = RandomBlocks.Offered(random, 1 + random.Next(4));
            var block = RandomBankBlocks.Draw(random, maxTransactions: 200, maxCustomers: 80);
            using var bench = new BankBench(block, 1 + random.Next(64), 1 + random.Next(100), encoded);

            for (var round = 0; round < offered.Length; round++)
            {
                bench.PlayRound(new Offer(round, offered.Take(round).Sum(), offered[round]));
            }

            var audit = bench.Workload.Audit(offered.Sum());
            Assert.True(audit is { Wrong: 0, Conserved: true }, $"seed {seed}");
            Assert.Equal((long)offered.Sum() * block.Count, bench.Committed);
            Assert.Equal(bench.Committed, bench.Latency.Count);
            Assert.Equal(default, bench.Pump.FaultOperations);

            var shape = bench.Workload.Probe;
            Assert.Equal(Math.Round(shape.Reads * bench.Committed), bench.Pump.Operations.Get);
            Assert.Equal(Math.Round(shape.Writes * bench.Committed), bench.Pump.Operations.Set);
        }
    }

    // After the exchange that reads, and after each that writes: savings and checking of customer 0, then of 1.
    [Theory]
    [InlineData(BankKind.Amalgamate, "0:100 0:10 0:100 0:10", "0:100 0:10 0:100 1:120", "1:0 1:0 0:100 1:120")]
    [InlineData(BankKind.SendPayment, "0:100 0:10 0:100 0:10", "0:100 0:10 0:100 1:17", "0:100 1:3 0:100 1:17")]
    public void Bank_CopiesAreWrittenBeforeTheAccountChanges(
        BankKind kind, params string[] states)
    {
        using var bench = BankBench.Of(kind == BankKind.Amalgamate ? Amalgamation : Payment);
        bench.Start(Grant.Initial(0));

        foreach (var state in states)
        {
            bench.Step();
            Assert.Equal(state, bench.StatesAt(version: 0));
        }

        Assert.Equal(["done 0@0"], bench.Reports);
    }

    // What an earlier attempt left at the accepted version; each is what a process that was struck may leave.
    [Theory]
    [InlineData("0:100 0:10 0:100 0:10")]
    [InlineData("0:100 0:10 0:100 1:120")]
    [InlineData("1:0 0:10 0:100 1:120")]
    [InlineData("0:100 1:0 0:100 1:120")]
    [InlineData("1:0 1:0 0:100 1:120")]
    [InlineData("1:0 2:7 0:100 1:120")]
    [InlineData("1:0 2:7 0:100 2:113")]
    [InlineData("1:0 3:2 0:100 2:113")]
    public void A_write_of_an_earlier_attempt_is_not_made_again(string left)
    {
        using var bench = BankBench.Of(
            Amalgamation,
            Payment with { Customer = 1, Other = 0 },
            BankBench.One(BankKind.WriteCheck, 0, 5));
        bench.Put(left);

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.Equal(left, bench.StatesAt(version: 0));
        Assert.Equal(["done 0@4"], bench.Reports);
        Assert.Equal("1:0 3:2 0:100 2:113", bench.StatesAt(version: 4));
    }

    [Fact]
    public void Copies_that_were_read_while_they_changed_fail_the_attempt_and_not_the_run()
    {
        // The cheque is cashed against savings that a later withdrawal has left: what they were is gone.
        using var bench = BankBench.Of(
            BankBench.One(BankKind.WriteCheck, 0, 60), BankBench.One(BankKind.TransactSavings, 0, -90));
        bench.Put("2:10 0:10");

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Prose.AssertNames(Assert.Single(bench.Reports), "failed 0@4 account 0", "sequence 2", "transaction 1");
        Assert.Equal(0, bench.Committed);
    }

    [Fact]
    public void A_payment_and_a_withdrawal_that_are_not_covered_write_the_balances_as_they_were()
    {
        using var bench = BankBench.Of(
            Payment with { Amount = 11 }, BankBench.One(BankKind.TransactSavings, 1, -101));

        bench.Start(Grant.Initial(0));
        bench.Finish();

        Assert.Equal("0:100 1:10 2:100 1:10", bench.StatesAt(version: 0));
    }

    [Theory]
    [InlineData(110, -100)]
    [InlineData(111, -102)]
    public void A_cheque_that_both_accounts_together_do_not_cover_costs_one_more(long amount, long left)
    {
        using var bench = BankBench.Of(BankBench.One(BankKind.WriteCheck, 0, amount));

        bench.Start(Grant.Initial(0));
        bench.Finish();

        Assert.Equal($"0:100 1:{left}", bench.StatesAt(version: 0));
    }

    [Fact]
    public void A_question_reads_two_accounts_and_writes_none()
    {
        using var bench = BankBench.Of(BankBench.One(BankKind.Balance, 0));

        bench.Start(Grant.Initial(0));
        bench.Finish();

        Assert.Equal(new OperationCounts(2, 0, 0, 0, 2, 0), bench.Pump.Operations);
        Assert.Equal("0:100 0:10", bench.StatesAt(version: 0));
    }

    [Fact]
    public void In_place_an_account_that_is_past_the_transaction_ends_the_attempt()
    {
        using var bench = BankBench.Of(BankBench.One(BankKind.Balance, 0));
        bench.Put("0:100 1:9");

        bench.Start(Grant.Initial(0));
        bench.Finish();

        Prose.AssertNames(Assert.Single(bench.Reports), "failed 0@0 account 1", "sequence 1", "transaction 1");
    }

    [Fact]
    public void A_group_of_more_accounts_than_a_chunk_is_copied_whole()
    {
        var block = BankGenerator.Generate([1000], BankShares.Default, seed: 3);
        using var bench = new BankBench(block);

        bench.Start(Grant.Retry(unit: 0, epoch: 9));
        bench.Finish();
        bench.Round.Accept(new Attempt(0, 9));

        Assert.Equal(["done 0@9"], bench.Reports);
        Assert.True(bench.Workload.Audit(blocks: 1) is { Wrong: 0, Conserved: true });
        Assert.Equal(bench.Pump.Operations, bench.Pump.FaultOperations);
        var most = bench.Round.MaxOperationsOf(Grant.Retry(0, 9));
        Assert.True(most.Get >= bench.Pump.Operations.Get && most.Set >= bench.Pump.Operations.Set);
    }

    [Fact]
    public void Progress_rises_with_each_step()
    {
        using var bench = BankBench.Of(Amalgamation, Payment, BankBench.One(BankKind.Balance, 1));
        bench.Start(Grant.Retry(0, 5));
        var marks = new List<(JobOwner Owner, LaneProgress Progress)>();
        while (bench.Pump.Active > 0)
        {
            bench.Pump.Observe(marks);
            bench.Step();
        }

        long[] positions = [.. marks.Select(mark => mark.Progress.Position)];
        Assert.Equal(positions.Distinct().Order(), positions);
        Assert.Equal(2 + 3 + 3 + 1, positions.Length);
    }

    [Fact]
    public void A_lane_in_place_is_located_by_the_customer_it_is_at()
    {
        using var bench = BankBench.Of(Amalgamation, BankBench.One(BankKind.Balance, 1));
        bench.Start(Grant.Initial(0));
        var seen = new List<string?>();
        while (bench.Pump.Active > 0)
        {
            var marks = new List<(JobOwner Owner, LaneProgress Progress)>();
            bench.Pump.Observe(marks);
            seen.Add(bench.Round.Locate(Grant.Initial(0), LanePosition.From(marks[0].Progress.Position)).Item);
            bench.Step();
        }

        Assert.Equal(["customer 0", "customer 0", "customer 0", "customer 1"], seen);
    }
}
