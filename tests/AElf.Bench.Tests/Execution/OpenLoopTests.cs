using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Tests.Execution;

/// <summary>Scheduled transfers, with a clock that the test advances.</summary>
public sealed class OpenLoopTests
{
    private static readonly Block TwoGroups = new([new Transfer(0, 1, 5), new Transfer(2, 3, 7)], [100, 0, 100, 0]);

    [Fact]
    public void OpenLoop_StalledStore_ShowsFromTheIntendedStart()
    {
        const int Groups = 20;
        const int PerSecond = 1000;
        using var bench = new PacedBench(EvenGroups.Generate(2000, Groups, seed: 3), $"{PerSecond}")
        {
            Stall = (TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1.5)),
        };
        bench.StartAll();
        bench.Finish();

        var arrivals = bench.Pump.Arrivals!;
        Assert.Equal((2000, 2000), (arrivals.FromIntended.Count, bench.Latency.Count));
        Assert.InRange(arrivals.FromIntended.Max, 990_000_000, 1_020_000_000);

        // A transfer scheduled x seconds after the start of the stall waits for the rest of it. So the number of
        // transfers that wait longer than a time equals the number scheduled before the rest became shorter.
        for (var tenths = 1; tenths < 10; tenths++)
        {
            Assert.InRange(
                arrivals.FromIntended.CountAbove(tenths * 100_000_000L),
                (PerSecond * (10 - tenths) / 10) - 25,
                (PerSecond * (10 - tenths) / 10) + 25);
        }

        // Latencies from the time of sending include only the transfer of each group that was in flight.
        Assert.InRange(bench.Latency.CountAbove(10_000_000), 1, Groups);
        Assert.InRange(arrivals.Lag.CountAbove(10_000_000), PerSecond - (2 * Groups), PerSecond);
        Assert.InRange(arrivals.Span.TotalSeconds, 1.99, 2.01);
    }

    [Fact]
    public void OpenLoop_FastStore_StartsOnTime()
    {
        foreach (var rate in new[] { "100", "5000", "poisson:2000", "ramp:100..4000", "step:100,3000" })
        {
            using var bench = new PacedBench(EvenGroups.Generate(600, groups: 60, seed: 3), rate);
            bench.StartAll();
            bench.Finish();

            var arrivals = bench.Pump.Arrivals!;
            Assert.Equal(600, arrivals.Lag.Count);
            Assert.True(arrivals.Lag.Max < 2_000_000, $"at {rate} one was sent {arrivals.Lag.Max} ns late");
            Assert.InRange(
                arrivals.Span.TotalSeconds,
                LastOf(rate, 600),
                LastOf(rate, 600) + 0.002);
        }
    }

    [Fact]
    public void OpenLoop_Waiting_IsAllTimeWithoutOperationsInFlight()
    {
        // Two groups of one transfer each, a second apart; the store answers at once.
        using var bench = new PacedBench(TwoGroups, "1");
        bench.StartAll();
        bench.Finish();
        Assert.InRange(bench.Pump.Waited.TotalSeconds, 0.99, 1.01);

        // The wait for a stalled store is not idle time.
        using var stalled = new PacedBench(EvenGroups.Generate(2000, groups: 20, seed: 3), "1000")
        {
            Stall = (TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1.5)),
        };
        stalled.StartAll();
        stalled.Finish();
        Assert.InRange(stalled.Pump.Waited, TimeSpan.Zero, TimeSpan.FromSeconds(1.02));
    }

    [Theory]
    [InlineData(TransferMode.Strict, false)]
    [InlineData(TransferMode.Multi, false)]
    [InlineData(TransferMode.Strict, true)]
    [InlineData(TransferMode.Multi, true)]
    public void OpenLoop_AnyBlockAndRate_EndsAsTheSequentialReplay(TransferMode mode, bool encoded)
    {
        for (ulong seed = 0; seed < 150; seed++)
        {
            var random = new SeededRandom(seed);
            var offered = RandomBlocks.Offered(random, 1 + random.Next(3));
            var block = RandomBlocks.Draw(random, maxTransfers: 150, maxAccounts: 150, offered.Sum());
            using var bench = new PacedBench(block, $"poisson:{1 + random.Next(50_000)}", mode, lanes: 150);
            for (var round = 0; round < offered.Length; round++)
            {
                bench.Open(new Offer(round, offered.Take(round).Sum(), offered[round]));
                bench.StartAll(encoded);
                bench.Finish();
            }

            Assert.True(bench.Compare(offered.Sum()) is { Wrong: 0, Conserved: true }, $"seed {seed}");
            Assert.Equal((long)offered.Sum() * block.Count, bench.Pump.Arrivals!.FromIntended.Count);
        }
    }

    [Fact]
    public void OpenLoop_WorkComesLate_KeepsItsPlaceInTheSchedule()
    {
        // The second transfer is scheduled 1 ms after the first. Its process had it 400 ms before it arrived here.
        using var bench = new PacedBench(TwoGroups, "1000");
        bench.Start(Grant.Initial(0), encoded: true);
        bench.Clock.Advance(TimeSpan.FromMilliseconds(400));
        bench.Start(Grant.Initial(1), encoded: true);
        bench.Finish();

        Assert.InRange(bench.Pump.Arrivals!.Lag.Max, 345_000_000, 400_000_000);
    }

    [Fact]
    public void OpenLoop_LaneAbortedWhileWaiting_ExecutesNothing()
    {
        using var bench = new PacedBench(TwoGroups, "1");
        bench.StartAll();
        bench.StepUntil(() => bench.Reports.Count == 1);
        Assert.True(bench.Pump.Abort(0, Grant.Initial(1), "the manager ended it"));
        bench.Finish();

        Assert.Equal(["done 0@0", "failed 1@0"], bench.Reports.Select(report => report.Split(':')[0]));
        Assert.Equal(1, bench.Committed);
    }

    [Fact]
    public void Connection_Lost_EndsScheduledTransfersWhichAreGrantedAgain()
    {
        using var bench = new PacedBench(TwoGroups, "1");
        bench.StartAll();
        bench.StepUntil(() => bench.Reports.Count == 1);
        bench.Pump.Abandon("lost");
        bench.Pump.Reconnect();
        bench.Pump.Resume();
        Assert.Equal(0, bench.Pump.Active);

        bench.Start(Grant.Retry(1, 1));
        bench.Finish();

        Assert.Equal(["done 0@0", "failed 1@0: lost", "done 1@1"], bench.Reports);
        Assert.True(bench.Compare(blocks: 1) is { Wrong: 0, Conserved: true });
        Assert.InRange(bench.Now.TotalSeconds, 1, 1.01);

        // The transfers that waited before must not start as well: two transfers, and the copies of two accounts.
        Assert.Equal((6, 6), (bench.Pump.Operations.Get, bench.Pump.Operations.Set));
    }

    [Fact]
    public void OpenLoop_LaterAttemptDone_CountsItsTimes()
    {
        var block = new Block([new Transfer(0, 1, 5), new Transfer(0, 2, 7)], [100, 0, 0]);
        using var bench = new PacedBench(block, "1000");
        bench.Start(Grant.Retry(0, 1));
        bench.StepUntil(() => bench.Committed == 1);
        bench.Pump.Abandon("lost");
        bench.Pump.Reconnect();
        bench.Pump.Resume();
        bench.Start(Grant.Retry(0, 2));
        bench.Finish();

        Assert.Equal((2, 2, 1), (bench.Committed, bench.Pump.Arrivals!.FromIntended.Count, bench.Latency.Count));
    }

    [Fact]
    public void OpenLoop_LaneObservedWhileWaiting_IsWaiting()
    {
        using var bench = new PacedBench(TwoGroups, "1");
        bench.StartAll();
        bench.StepUntil(() => bench.Reports.Count == 1);
        var running = new List<(JobOwner Owner, LaneProgress Progress)>();
        bench.Pump.Observe(running);

        Assert.Equal(1, bench.Pump.Active);
        Assert.Equal(LanePosition.WaitsForTime, Assert.Single(running).Progress.Position);
    }

    private static double LastOf(string rate, int count) =>
        new ArrivalSchedule(Core.Options.ArrivalRate.Parse(rate)!, seed: 1, count).NanosecondsOf(count - 1) / 1e9;
}
