using System.Runtime.CompilerServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

public sealed class TransferPumpTests
{
    [Theory]
    [InlineData(TransferMode.Strict, false)]
    [InlineData(TransferMode.Multi, false)]
    [InlineData(TransferMode.Batch, false)]
    [InlineData(TransferMode.Strict, true)]
    [InlineData(TransferMode.Multi, true)]
    [InlineData(TransferMode.Batch, true)]
    public void Pump_AnyBlockAndLanes_EndsAsTheSequentialReplay(TransferMode mode, bool encoded)
    {
        for (ulong seed = 0; seed < 400; seed++)
        {
            var random = new SeededRandom(seed);
            var offered = RandomBlocks.Offered(random, 1 + random.Next(4));
            var blocks = offered.Sum();
            var block = RandomBlocks.Draw(random, maxTransfers: 200, maxAccounts: 150, blocks);
            using var bench = new PumpBench(
                block, mode, lanes: 1 + random.Next(64), maxJobs: 1 + random.Next(100), encoded);

            for (var round = 0; round < offered.Length; round++)
            {
                bench.PlayRound(new Offer(round, offered.Take(round).Sum(), offered[round]));
            }

            Assert.True(bench.Compare(blocks) is { Wrong: 0, Conserved: true }, $"seed {seed}");
            Assert.Equal((long)blocks * block.Count, bench.Committed);
            Assert.Equal(bench.Committed, bench.Latency.Count);
            Assert.Equal(ExpectedOperations(mode, block, blocks), bench.Operations);
            Assert.Equal(default, bench.Pump.FaultOperations);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(40)]
    [InlineData(1024)]
    public void Lanes_PumpsStartedInTurn_LieInSeparatePages(int lanes)
    {
        const int Page = 4096;
        var block = EvenGroups.Generate(transfers: lanes, groups: lanes, seed: 1);
        using var first = new PumpBench(block, TransferMode.Strict, lanes, maxJobs: lanes);
        using var second = new PumpBench(block, TransferMode.Strict, lanes, maxJobs: lanes);

        for (var job = 0; job < lanes; job++)
        {
            first.Start(Grant.Initial(job));
            second.Start(Grant.Initial(job));
        }

        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
        var (firstLow, firstHigh) = LaneAddresses(first.Pump);
        var (secondLow, secondHigh) = LaneAddresses(second.Pump);
        Assert.True(
            firstHigh + Page <= secondLow || secondHigh + Page <= firstLow,
            $"{firstLow:x} to {firstHigh:x}, {secondLow:x} to {secondHigh:x}");
    }

    [Theory]
    [InlineData(TransferMode.Strict, 1)]
    [InlineData(TransferMode.Strict, 64)]
    [InlineData(TransferMode.Multi, 64)]
    [InlineData(TransferMode.Batch, 64)]
    public void Pump_GroupLargerThanAChunk_IsExecuted(TransferMode mode, int lanes)
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 3, seed: 4);
        using var bench = new PumpBench(block, mode, lanes, maxJobs: 3);

        bench.PlayRound(Offer.Once(0));

        Assert.True(bench.Compare(blocks: 1) is { Wrong: 0, Conserved: true });
        Assert.Equal(mode switch
        {
            TransferMode.Strict => new OperationCounts(2000, 2000, 0, 0, 2000, 2000),
            TransferMode.Multi => new OperationCounts(0, 0, 1000, 1000, 2000, 2000),
            _ => new OperationCounts(0, 0, 33, 33, 1003, 1003),
        }, bench.Operations);
    }

    [Theory]
    [InlineData(TransferMode.Strict, false)]
    [InlineData(TransferMode.Batch, false)]
    [InlineData(TransferMode.Strict, true)]
    [InlineData(TransferMode.Batch, true)]
    public void Pump_GroupGrantedAgain_ReplaysOnCopies(TransferMode mode, bool encoded)
    {
        var block = new Block([new Transfer(0, 1, 5), new Transfer(0, 2, 7)], [100, 0, 0]);
        using var bench = new PumpBench(block, mode, lanes: 2, maxJobs: 2, encoded);

        bench.Open(Offer.Once(0));
        bench.Start(Grant.Retry(unit: 0, epoch: 3));
        bench.Finish();

        Assert.Equal(["done 0@3"], bench.Reports);
        Assert.Equal("0:100 0:0 0:0", bench.StatesAt(version: 0));
        Assert.Equal("2:88 1:5 2:7", bench.StatesAt(version: 3));

        // Three copies, then two transfers.
        Assert.Equal(new OperationCounts(3 + 4, 3 + 4, 0, 0, 7, 7), bench.Pump.FaultOperations);
        Assert.Equal(bench.Pump.FaultOperations, bench.Operations);
    }

    // The states that an earlier attempt may leave at the accepted version; all three must end alike.
    [Theory]
    [InlineData("0:100 0:0 0:0")]
    [InlineData("1:95 0:0 0:0")]
    [InlineData("0:100 1:5 0:0")]
    [InlineData("1:95 1:5 0:0")]
    [InlineData("2:88 1:5 0:0")]
    [InlineData("1:95 1:5 2:7")]
    [InlineData("2:88 1:5 2:7")]
    public void Pump_SideAppliedEarlier_IsNotAppliedAgain(string left)
    {
        var block = new Block([new Transfer(0, 1, 5), new Transfer(0, 2, 7)], [100, 0, 0]);
        using var bench = new PumpBench(block, TransferMode.Strict, lanes: 1, maxJobs: 1);
        bench.Put(left);

        bench.Open(Offer.Once(0));
        bench.Start(Grant.Retry(unit: 0, epoch: 1));
        bench.Finish();

        Assert.Equal(["done 0@1"], bench.Reports);
        Assert.Equal("2:88 1:5 2:7", bench.StatesAt(version: 1));
        Assert.Equal(left, bench.StatesAt(version: 0));
    }

    [Theory]
    [InlineData(TransferMode.Strict)]
    [InlineData(TransferMode.Multi)]
    [InlineData(TransferMode.Batch)]
    public void Pump_LaterSequenceFound_WritesNothing(TransferMode mode)
    {
        var block = new Block([new Transfer(0, 1, 5)], [100, 0]);
        using var bench = new PumpBench(block, mode, lanes: 1, maxJobs: 1);
        bench.Put("0:100 1:5");

        bench.Open(Offer.Once(0));
        bench.Start(Grant.Initial(job: 0));
        bench.Finish();

        Prose.AssertNames(Assert.Single(bench.Reports), "failed 0@0 account 1", "Apply", "sequence 1", "transfer 1");
        Assert.Equal("0:100 1:5", bench.StatesAt(version: 0));
        Assert.Equal((0, 0), (bench.Committed, bench.Pump.Active));
    }

    [Theory]
    [InlineData(TransferMode.Strict)]
    [InlineData(TransferMode.Multi)]
    [InlineData(TransferMode.Batch)]
    public void Pump_BalanceBelowTheAmount_IsFatalAndWritesNothing(TransferMode mode)
    {
        var block = new Block([new Transfer(0, 1, 5)], [5, 0]);
        using var bench = new PumpBench(block, mode, lanes: 1, maxJobs: 1);
        bench.Put("0:4 0:0");

        bench.Open(Offer.Once(0));
        bench.Start(Grant.Initial(job: 0));
        bench.Finish();

        Prose.AssertNames(Assert.Single(bench.Reports), "fatal 0@0 account 0", "Apply", "balance 4", "amount 5");
        Assert.Equal("0:4 0:0", bench.StatesAt(version: 0));
    }

    [Theory]
    [InlineData(TransferMode.Strict, 0)]
    [InlineData(TransferMode.Strict, 1)]
    [InlineData(TransferMode.Multi, 1)]
    [InlineData(TransferMode.Batch, 0)]
    [InlineData(TransferMode.Batch, 1)]
    public void Pump_AccountMissing_IsFatalAndNamed(TransferMode mode, int account)
    {
        var block = new Block([new Transfer(0, 1, 5), new Transfer(2, 3, 1)], [100, 0, 1, 0]);
        using var bench = new PumpBench(block, mode, lanes: 1, maxJobs: 1);
        bench.Lose(account);

        bench.Open(Offer.Once(0));
        bench.Start(Grant.Initial(job: 0));
        bench.Finish();

        // The job continues with the group behind.
        Assert.Equal(
            [$"fatal 0@0 account {account}", "done 1@0"], bench.Reports.Select(report => report.Split(" at Read")[0]));
    }

    [Fact]
    public void Connection_Lost_FailsAttemptsInFlightAndKeepsWaitingGroups()
    {
        var block = new Block(
            [.. Enumerable.Range(0, 6).Select(i => new Transfer(2 * i, (2 * i) + 1, 1))],
            [.. Enumerable.Repeat(10L, 12)]);
        using var bench = new PumpBench(block, TransferMode.Strict, lanes: 2, maxJobs: 2);
        bench.Open(Offer.Once(0));
        bench.Start(Grant.Initial(job: 0));
        bench.Start(Grant.Initial(job: 1));

        bench.Reconnect();
        bench.Finish();

        string[] expected =
        [
            "done 2@0", "done 3@0", "done 4@0", "done 5@0", "failed 0@0 everything at Read: lost",
            "failed 1@0 everything at Read: lost",
        ];
        Assert.Equal(expected, bench.Reports.Order(StringComparer.Ordinal), StringComparer.Ordinal);
        Assert.Equal((4, 0), (bench.Committed, bench.Pump.Active));
    }

    [Fact]
    public void Pump_AttemptFailed_TakesBackItsCount()
    {
        var block = new Block([new Transfer(0, 1, 1), new Transfer(0, 1, 1), new Transfer(0, 1, 1)], [10, 0]);
        using var bench = new PumpBench(block, TransferMode.Strict, lanes: 1, maxJobs: 1);
        bench.Open(Offer.Once(0));
        bench.Start(Grant.Initial(job: 0));
        bench.Step();
        bench.Step();
        Assert.Equal(1, bench.Committed);

        bench.Reconnect();
        bench.Finish();
        Assert.Equal(0, bench.Committed);

        bench.Start(Grant.Retry(unit: 0, epoch: 1));
        bench.Finish();
        Assert.Equal(3, bench.Committed);
        Assert.Equal("3:7 3:3", bench.StatesAt(version: 1));
    }

    [Fact]
    public void Pump_LaterAttemptDone_CountsItsLatencies()
    {
        var block = new Block([new Transfer(0, 1, 5), new Transfer(0, 2, 7)], [100, 0, 0]);
        using var bench = new PumpBench(block, TransferMode.Strict, lanes: 1, maxJobs: 1);
        bench.Start(Grant.Retry(unit: 0, epoch: 1));
        while (bench.Committed < 1)
        {
            bench.Step();
        }

        bench.Reconnect();
        Assert.Equal((0, 0), (bench.Committed, bench.Latency.Count));

        bench.Start(Grant.Retry(unit: 0, epoch: 2));
        bench.Finish();

        Assert.Equal((2, 1), (bench.Committed, bench.Latency.Count));
    }

    [Fact]
    public void Pump_Stopped_DropsItsJobsWithoutReport()
    {
        var block = new Block([new Transfer(0, 1, 1)], [10, 0]);
        using var bench = new PumpBench(block, TransferMode.Strict, lanes: 1, maxJobs: 1);
        bench.Start(Grant.Initial(job: 0));

        bench.Pump.Stop(TimeSpan.FromSeconds(2));

        Assert.Equal((0, 0), (bench.Pump.Active, bench.Pump.Outstanding));
        Assert.Empty(bench.Reports);
    }

    private static (long Low, long High) LaneAddresses(IPump pump)
    {
        var lanes = (Pump<AccountLane<TransferState>>)pump;
        var addresses = Enumerable.Range(0, pump.Active).Select(number =>
        {
            var lane = lanes.LaneAt(number);
            return (long)Unsafe.As<AccountLane<TransferState>, nint>(ref lane);
        }).ToList();
        return (addresses.Min(), addresses.Max());
    }

    private static OperationCounts ExpectedOperations(TransferMode mode, Block block, int rounds)
    {
        var transfers = (long)block.Count * rounds;
        if (mode != TransferMode.Batch)
        {
            return mode == TransferMode.Strict
                ? new OperationCounts(2 * transfers, 2 * transfers, 0, 0, 2 * transfers, 2 * transfers)
                : new OperationCounts(0, 0, transfers, transfers, 2 * transfers, 2 * transfers);
        }

        var groups = new Grouper().Group(block);
        var accounts = Enumerable.Range(0, groups.Count).Select(group => AccountsOf(block, groups[group])).ToList();
        var keys = (long)rounds * accounts.Sum();
        var commands = (long)rounds
            * accounts.Sum(count => (count + AccountLane.ChunkSize - 1) / AccountLane.ChunkSize);
        return new OperationCounts(0, 0, commands, commands, keys, keys);
    }

    private static int AccountsOf(Block block, ReadOnlySpan<int> group)
    {
        var accounts = new HashSet<int>();
        foreach (var index in group)
        {
            accounts.Add(block.Transfers[index].From);
            accounts.Add(block.Transfers[index].To);
        }

        return accounts.Count;
    }
}
