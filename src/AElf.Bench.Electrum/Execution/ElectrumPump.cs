using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Electrum.Indexing;

namespace AElf.Bench.Electrum.Execution;

/// <summary>A job of batches.</summary>
internal sealed class ElectrumLane : Lane
{
    public ElectrumWork Work { get; set; }

    /// <summary>How often the unit's batch was answered.</summary>
    public int Passes { get; set; }

    public override long Position => Passes;
}

/// <summary>
/// Has an engine answer batches, one in each exchange, and holds every answer against the chain. The engine waits for
/// its store where it has to: lanes take turns.
/// </summary>
internal sealed class ElectrumPump(
    int lanes,
    WalletRequests requests,
    Batches batches,
    IEngineSource engines,
    IAttemptListener listener,
    LatencyHistogram latency,
    TimeProvider clock) : Pump<ElectrumLane>(lanes, listener, clock)
{
    private readonly TimeProvider time = clock;
    private readonly IndexCosts costs = new();
    private int next;

    /// <summary>An engine has answered before it goes on.</summary>
    public override int Outstanding => 0;

    /// <inheritdoc/>
    public override OperationCounts Operations => engines.Operations;

    /// <inheritdoc/>
    public override void Exchange()
    {
        for (var looked = 0; looked < Lanes; looked++)
        {
            var lane = LaneAt(next++ % Lanes);
            if (lane.Pending > 0)
            {
                Turn(lane);
                return;
            }
        }
    }

    /// <inheritdoc/>
    public override void Reconnect() => engines.Reconnect();

    /// <inheritdoc/>
    protected override void Discard()
    {
        // Nothing is outstanding.
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing) => engines.Dispose();

    /// <inheritdoc/>
    protected override void Take(ElectrumLane lane, in GrantWork work) => lane.Work =
        work.Round is ElectrumRound round ? round.WorkOf(lane.Grant)
            : ElectrumRound.Decode(work.Encoded.Span, batches.Count);

    /// <inheritdoc/>
    protected override int UnitsOf(ElectrumLane lane) => lane.Work.Units.Length;

    /// <inheritdoc/>
    protected override int CommittedBy(ElectrumLane lane) => lane.Passes * batches[lane.Unit].Count;

    /// <inheritdoc/>
    protected override void StartUnit(ElectrumLane lane)
    {
        lane.Unit = lane.Work.Units[lane.UnitCursor];
        lane.Step = AttemptStep.Read;
        lane.Passes = 0;
        lane.Pending = 1;
    }

    private void Turn(ElectrumLane lane)
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
            CountFault(lane, (int)(engines.Operations.KeysRead - before), writes: 0);
        }

        if (lane.Failure is null)
        {
            // The answers of a batch come together: each has waited for all.
            Tick();
            var count = batches[lane.Unit].Count;
            latency.Record((long)(time.GetElapsedTime(since, Now).TotalMicroseconds * 1000), count);
            lane.Passes++;
            Committed += count;
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
                Fail(lane, item, wrong, fatal: true);
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

/// <summary>Opens pumps that ask one engine, or each its own.</summary>
internal sealed class ElectrumPumps(WalletChain chain, Func<IEngineSource> open, TimeProvider clock, Action? end = null)
    : IPumpFactory
{
    /// <inheritdoc/>
    public IPump Open(int lanes, IAttemptListener listener, LatencyHistogram latency) =>
        new ElectrumPump(lanes, chain.Requests, chain.Batches, open(), listener, latency, clock);

    /// <inheritdoc/>
    public void Dispose() => end?.Invoke();
}
