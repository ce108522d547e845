using System.Buffers;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Tests.Health;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Execution;

/// <summary>
/// Pumps in an open loop over a store that answers by a clock which the test advances, and does not answer while it is
/// stalled.
/// </summary>
internal sealed class PacedBench : JobOwner, IDisposable
{
    private static readonly TimeSpan Service = TimeSpan.FromMicroseconds(50);

    private readonly Block block;
    private readonly int[] versions;
    private readonly EmbeddedAccountStore accounts;
    private readonly AccountPumps pumps;

    public PacedBench(Block block, string rate, TransferMode mode = TransferMode.Strict, int lanes = 64)
    {
        this.block = block;
        versions = new int[block.AccountCount];
        accounts = new EmbeddedAccountStore(block.AccountCount);
        using (var seeding = accounts.Connect())
        {
            AccountTable.Seed(seeding, block, version: 0);
        }

        pumps = new AccountPumps(
            new ClockedStore(this), new TransferPacing(mode, ArrivalRate.Parse(rate), Seed: 1), Clock);
        Pump = pumps.Open(lanes, Latency);
        Open(Offer.Once(0));
    }

    public ManualClock Clock { get; } = new();

    public IPump Pump { get; }

    public TransferRound Round { get; private set; } = null!;

    public LatencyHistogram Latency { get; } = new();

    public List<string> Reports { get; } = [];

    /// <summary>The time in which the store does not answer, since the start of the clock.</summary>
    public (TimeSpan From, TimeSpan To) Stall { get; set; }

    public TimeSpan Now => Clock.GetElapsedTime(0);

    public void Open(Offer offer)
    {
        var groups = new Grouper().Group(block);
        var jobs = JobMerger.Merge(groups.Sizes(), groups.Count);
        Round = new TransferRound(block, groups, jobs, offer, versions, TransferMode.Strict) { Clock = Clock };
    }

    public void Start(Grant grant, bool encoded = false)
    {
        var work = new ArrayBufferWriter<byte>();
        if (encoded)
        {
            Round.Encode(grant, work);
        }

        Pump.Start(this, grant, encoded
            ? new GrantWork(Round.Number, Round: null, work.WrittenMemory.ToArray())
            : GrantWork.Of(Round));
    }

    public void StartAll(bool encoded = false)
    {
        for (var job = 0; job < Round.Jobs.Count; job++)
        {
            Start(Grant.Initial(job), encoded);
        }
    }

    public void StepUntil(Func<bool> isOver)
    {
        while (!isOver())
        {
            Pump.Exchange();
        }
    }

    public void Finish() => StepUntil(() => Pump.Active == 0);

    public AccountComparison Compare(long blocks)
    {
        using var reader = accounts.Connect();
        return new FinalComparison(block, SequentialReplay.Run(block, blocks), versions).Run(reader);
    }

    public void Dispose()
    {
        Pump.Dispose();
        pumps.Dispose();
    }

    public override void Done(long round, Attempt attempt)
    {
        Reports.Add($"done {attempt.Unit}@{attempt.Epoch}");
        Round.Accept(attempt);
    }

    public override void Failed(long round, AttemptFailure failure) =>
        Reports.Add($"failed {failure.Unit}@{failure.Epoch}: {failure.Reason}");

    public override void Ended(long round, Grant grant)
    {
        // The test starts its jobs and does not need reports of free lanes.
    }

    private sealed class ClockedStore(PacedBench bench) : IAccountStore
    {
        public StoreDescription Description => bench.accounts.Description;

        public IAccountConnection Connect() => new Connection(bench, bench.accounts.Connect());

        public IReadOnlyList<ShardCounters> ReadCounters() => bench.accounts.ReadCounters();

        public bool TryTakeRunLock() => true;

        public void ReleaseRunLock()
        {
            // No other program uses the store.
        }

        public void Dispose() => bench.accounts.Dispose();
    }

    private sealed class Connection(PacedBench bench, IAccountConnection inner) : ForwardedConnection(inner)
    {
        public override bool Await(TimeSpan atMost)
        {
            var isStalled = bench.Now >= bench.Stall.From && bench.Now < bench.Stall.To;
            var answers = Outstanding > 0 && !isStalled;
            bench.Clock.Advance(answers ? Service : TimeSpan.FromTicks(Math.Max(1, atMost.Ticks)));
            return answers;
        }
    }
}
