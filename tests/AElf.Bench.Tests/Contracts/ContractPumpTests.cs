using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Contracts;

public sealed class ContractPumpTests
{
    // The receiver gets all money of two accounts. Fields are twice the sequence, plus one if declined.
    private const string Amalgamate =
        "account savings, checking, receiver\n"
        + "receiver.balance += savings.balance + checking.balance\nsavings.balance = 0; checking.balance = 0";

    private const string Pay =
        "account from, to\nparam n: 1..9\nrequire from.balance >= n\nfrom.balance -= n; to.balance += n";

    private static readonly long[] Balances = [100, 10, 100, 10];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Play_RandomContracts_EndsAsReplay(bool encoded)
    {
        for (ulong seed = 0; seed < 300; seed++)
        {
            var random = new SeededRandom(seed);
            var (file, text) = RandomContracts.Draw(random);
            var offered = RandomBlocks.Offered(random, 1 + random.Next(4));
            var block = ContractGenerator.Generate(
                file,
                [
                    .. Enumerable.Range(0, 1 + random.Next(12))
                        .Select(_ => new BlockPart(1 + random.Next(40), random.Next(3) == 0)),
                ],
                seed);
            var mode = (TransferMode)random.Next(2);
            using var bench = new ContractBench(block, 1 + random.Next(64), 1 + random.Next(100), encoded, mode);

            for (var round = 0; round < offered.Length; round++)
            {
                bench.PlayRound(new Offer(round, offered.Take(round).Sum(), offered[round]));
            }

            var audit = bench.Workload.Audit(offered.Sum());
            Assert.True(audit is { Wrong: 0, Conserved: true }, $"seed {seed}, {mode}\n{text}");
            Assert.Equal((long)offered.Sum() * block.Count, bench.Committed);
            Assert.Equal(bench.Committed, bench.Latency.Count);
            var kinds = file.Contracts.Count == 1 ? [] : Enumerable.Range(0, file.Contracts.Count)
                .Select(kind => (long)offered.Sum() * Enumerable.Range(0, block.Count)
                    .Count(index => block.Rows[index * block.Layout.Stride] == kind));
            Assert.Equal(kinds, bench.Latency.Kinds.Select(kind => kind.Count));
            Assert.Equal(default, bench.Pump.FaultOperations);
            Assert.Equal(mode == TransferMode.Multi, bench.Pump.Operations.Get == 0);
            Assert.Equal(mode == TransferMode.Strict, bench.Pump.Operations.MultiGet == 0);
            var shape = bench.Workload.Probe;
            Assert.Equal(Math.Round(shape.Reads * bench.Committed), bench.Pump.Operations.KeysRead);
            Assert.Equal(Math.Round(shape.Writes * bench.Committed), bench.Pump.Operations.KeysWritten);
        }
    }

    [Fact]
    public void Write_ComputedAccount_PrecedesItsSources()
    {
        using var bench = ContractBench.Of(Amalgamate, Balances, [[0, 1, 3]]);
        bench.Start(Grant.Initial(0));

        foreach (var state in (string[])["0:100 0:10 0:100 0:10", "0:100 0:10 0:100 2:120", "2:0 2:0 0:100 2:120"])
        {
            bench.Step();
            Assert.Equal(state, bench.StatesAt(version: 0));
        }

        Assert.Equal(["done 0@0"], bench.Reports);
    }

    // The states that a killed worker may leave at the accepted version.
    [Theory]
    [InlineData("0:100 0:10 0:100 0:10")]
    [InlineData("0:100 0:10 0:100 2:120")]
    [InlineData("2:0 0:10 0:100 2:120")]
    [InlineData("0:100 2:0 0:100 2:120")]
    [InlineData("2:0 2:0 0:100 2:120")]
    public void Retry_PartlyWritten_FinishesTheRest(string left)
    {
        using var bench = ContractBench.Of(Amalgamate, Balances, [[0, 1, 3]]);
        bench.Put(left);

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.Equal(left, bench.StatesAt(version: 0));
        Assert.Equal(["done 0@4"], bench.Reports);
        var states = bench.StatesAt(version: 4).Split(' ').Where(each => each != "Missing");
        Assert.Equal("2:0 2:0 2:120", string.Join(' ', states));
    }

    // A declined payment: each of its two writes says so, for any later balance.
    [Theory]
    [InlineData("3:5 0:10")]
    [InlineData("0:5 3:10")]
    [InlineData("0:5 0:10")]
    public void Retry_PartlyWrittenAndDeclined_StaysDeclined(string left)
    {
        using var bench = ContractBench.Of(Pay, [5, 10], [[0, 1, 7]]);
        bench.Put(left);

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.Equal(["done 0@4"], bench.Reports);
        Assert.Equal("3:5 3:10", bench.StatesAt(version: 4));
    }

    [Fact]
    public void Retry_PartlyWrittenAndAccepted_StaysAccepted()
    {
        // The payer has too little left for another payment, but the receiver's value says that this one was accepted.
        using var bench = ContractBench.Of(Pay, [9, 10], [[0, 1, 7]]);
        bench.Put("2:2 0:10");

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.Equal("2:2 2:17", bench.StatesAt(version: 4));
    }

    [Theory]
    [InlineData("0:1 4:0")]
    [InlineData("0:1 2:0")]
    public void Retry_CopiesReadDuringAChange_FailsTheAttemptOnly(string copies)
    {
        using var bench = ContractBench.Of(
            "account a, b\na.balance += b.balance\nb.balance = 0", [1, 2], [[0, 1], [0, 1]]);
        bench.Put(copies);

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.StartsWith("failed 0@4 account 1", Assert.Single(bench.Reports), StringComparison.Ordinal);
        Assert.Equal(0, bench.Committed);
    }

    [Fact]
    public void InPlace_AccountPastTheTransaction_EndsTheAttempt()
    {
        using var bench = ContractBench.Of(Pay, [5, 10], [[0, 1, 7]]);
        bench.Put("0:5 2:9");

        bench.Start(Grant.Initial(0));
        bench.Finish();

        Assert.StartsWith("failed 0@0 account 1", Assert.Single(bench.Reports), StringComparison.Ordinal);
    }

    [Fact]
    public void Groups_AccountWithoutAWriter_JoinsNoGroup()
    {
        using var bench = ContractBench.Of(
            "account a\naccount oracle: read only, shared\na.balance += oracle.balance",
            [1, 2, 7],
            [[0, 2], [1, 2], [0, 2]]);

        Assert.Equal(2, bench.Round.Jobs.UnitCount);
        Assert.Equal([0, 0], bench.Round.AccountsOf(0));
        bench.PlayRound(Offer.Once(0));
        Assert.Equal("6:15 4:9 0:7", bench.StatesAt(version: 0));
    }

    [Fact]
    public void Retry_AccountWithoutAWriter_IsReadWhereItWasSeeded()
    {
        using var bench = ContractBench.Of(
            "account a\naccount oracle: read only, shared\na.balance += oracle.balance", [1, 7], [[0, 1]]);

        bench.Start(Grant.Retry(unit: 0, epoch: 4));
        bench.Finish();

        Assert.Equal(["done 0@4"], bench.Reports);
        Assert.Equal("2:8 Missing", bench.StatesAt(version: 4));
    }

    [Fact]
    public void Retry_GroupLargerThanAChunk_IsCopiedWhole()
    {
        var block = ContractGenerator.Generate(Shipped.File("erc20"), [new BlockPart(1000, IsStar: false)], seed: 3);
        using var bench = new ContractBench(block);

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
    public void Progress_EveryStep_Rises()
    {
        using var bench = ContractBench.Of(Amalgamate, Balances, [[0, 1, 3], [2, 3, 0]]);
        bench.Start(Grant.Retry(0, 5));
        var marks = new List<(JobOwner Owner, LaneProgress Progress)>();
        while (bench.Pump.Active > 0)
        {
            bench.Pump.Observe(marks);
            bench.Step();
        }

        long[] positions = [.. marks.Select(mark => mark.Progress.Position)];
        Assert.Equal(positions.Distinct().Order(), positions);
        Assert.Equal(2 + 3 + 3, positions.Length);
    }

    [Fact]
    public void Audit_WrongField_IsFound()
    {
        var block = ContractGenerator.Generate(Shipped.File("erc20"), [new BlockPart(50, IsStar: false)], seed: 5);
        using var bench = new ContractBench(block);
        bench.PlayRound(Offer.Once(0));
        bench.Spoil(account: 1);

        var audit = bench.Workload.Audit(blocks: 1);

        Assert.Equal((1, false), (audit.Wrong, audit.Conserved));
        var wrong = Assert.Single(audit.First);
        Assert.Equal(1, wrong.Item);
        Assert.Equal(
            ["sequence", "holder.balance", "holder.allowance"], wrong.Expected.Select(expected => expected.Name));
    }
}
