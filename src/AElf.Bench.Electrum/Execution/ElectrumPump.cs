using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Execution;

/// <summary>A lane with a job of batches.</summary>
internal sealed class ElectrumLane : Lane
{
    public ElectrumWork Work { get; set; }

    /// <summary>Number of answers to the unit's batch so far.</summary>
    public int Passes { get; set; }

    public override long Position => Passes;
}

/// <summary>
/// Lets an engine answer batches, one per exchange, and checks every answer against the chain. The lanes take turns,
/// because the engine waits for its store.
/// </summary>
internal sealed class ElectrumPump(
    int lanes,
    WalletChain chain,
    IEngineSource engines,
    LatencyHistogram latency,
    TimeProvider clock,
    ArrivalPlan? plan) : Pump<ElectrumLane>(lanes, clock)
{
    private readonly WalletRequests requests = chain.Requests;
    private readonly Batches batches = chain.Batches;
    private readonly TimeProvider time = clock;
    private readonly PacedLanes<ElectrumLane>? paced = plan is null ? null : new PacedLanes<ElectrumLane>(clock);
    private readonly IndexCosts costs = new();
    private int next;

    /// <summary>Zero: an engine answers synchronously.</summary>
    public override int Outstanding => 0;

    public override OperationCounts Operations => engines.Operations;

    public override ArrivalStats? Arrivals => paced?.Stats;

    public override TimeSpan Waited => paced?.Waited ?? TimeSpan.Zero;

    public override void Exchange()
    {
        if (paced is not null)
        {
            TakeDue(paced);
        }

        for (var looked = 0; looked < LaneCount; looked++)
        {
            var lane = LaneAt(next++ % LaneCount);
            if (lane.Pending > 0)
            {
                Poll(lane);
                return;
            }
        }

        if (paced is not null)
        {
            PreciseWait.For(paced.WaitAt(Now));
            paced.CountWait(Now);
        }
    }

    public override void Reconnect()
    {
        paced?.Clear();
        engines.Reconnect();
    }

    protected override void Discard()
    {
        // Nothing is outstanding.
    }

    protected override void Dispose(bool disposing) => engines.Dispose();

    protected override void Take(ElectrumLane lane, in GrantWork work)
    {
        lane.Work = work.Round is ElectrumRound round
            ? round.WorkOf(lane.Grant)
            : ElectrumRound.Decode(work.Encoded.Span, batches.Count);
        lane.Arrivals = plan?.Open(
            work.RoundNumber,
            (long)batches.Requests * lane.Work.Blocks,
            Now,
            work.Round is null ? lane.Work.OpenedMicrosecondsAgo : null);
    }

    protected override int UnitsOf(ElectrumLane lane) => lane.Work.Units.Length;

    protected override void Record(ElectrumLane lane, in ItemTime done, bool isTimed)
    {
        if (isTimed)
        {
            latency.Record(
                (long)(time.GetElapsedTime(done.StartedAt, done.EndedAt).TotalMicroseconds * 1000), done.Count);
        }

        paced?.Record(lane, done);
    }

    protected override int CommittedBy(ElectrumLane lane) => lane.Passes * batches[lane.Unit].Count;

    protected override void StartUnit(ElectrumLane lane)
    {
        lane.Unit = lane.Work.Units[lane.UnitCursor];
        lane.Step = AttemptStep.Read;
        lane.Passes = 0;
        StartPass(lane);
    }

    private void StartPass(ElectrumLane lane)
    {
        var index = ((long)lane.Passes * batches.Requests) + batches[lane.Unit].First;
        lane.Pending = paced is not null && paced.Holds(lane, index, Now) ? 0 : 1;
    }

    private void TakeDue(PacedLanes<ElectrumLane> due)
    {
        Tick();
        while (due.TryTake(Now, out var lane))
        {
            lane.Pending = 1;
        }
    }

    private void Poll(ElectrumLane lane)
    {
        if (lane.Failure is null)
        {
            Answer(lane);
        }

        if (lane.Failure is not null || lane.Passes == lane.Work.Blocks)
        {
            lane.Pending = 0;
            End(lane);
        }
        else
        {
            StartPass(lane);
        }
    }

    private void Answer(ElectrumLane lane)
    {
        var before = engines.Operations.KeysRead;
        var since = time.GetTimestamp();
        try
        {
            Ask(lane);
        }
        finally
        {
            CountFault(lane, OperationCounts.Gets(engines.Operations.KeysRead - before));
        }

        if (lane.Failure is null)
        {
            // The answers of a batch arrive together, so each has the latency of the whole batch.
            Tick();
            var count = batches[lane.Unit].Count;
            Hold(lane, since, count);
            lane.Passes++;
            lane.Commit(count);
        }
    }

    private void Ask(ElectrumLane lane)
    {
        var engine = engines.Open(lane.Work.Version);
        var (first, count) = batches[lane.Unit];
        for (var number = first; number < first + count && lane.Failure is null; number++)
        {
            if (requests.Ask(engine, number, costs) is var (item, wrong))
            {
                lane.Fail(item, wrong, fatal: true);
            }
        }
    }

    private void End(ElectrumLane lane)
    {
        if (lane.Failure is null)
        {
            ReportDone(lane);
        }
        else
        {
            EndFailed(lane);
        }
    }
}

/// <summary>Opens pumps that query a shared engine, or one engine each.</summary>
/// <param name="chain">The requests, with the right answers.</param>
/// <param name="open">Opens a source of engines for one thread.</param>
/// <param name="clock">Times the requests.</param>
/// <param name="end">Called when the factory is disposed; null if not needed.</param>
internal sealed class ElectrumPumps(
    WalletChain chain, ElectrumOptions options, Func<IEngineSource> open, TimeProvider clock, Action? end = null)
    : IPumpFactory
{
    private readonly ArrivalPlan? plan = options.Rate is null ? null
        : new ArrivalPlan(options.Rate, options.Chain.Seed, clock);

    /// <summary>An engine waits for its store or its disk at each read.</summary>
    public ExchangeCost Cost => ExchangeCost.RoundTripEach;

    public IPump Open(int lanes, LatencyHistogram latency) =>
        new ElectrumPump(lanes, chain, open(), latency, clock, plan);

    public void Dispose() => end?.Invoke();
}
