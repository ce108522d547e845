using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Counters;

/// <summary>A job of counters in flight.</summary>
public sealed class CounterLane : Lane
{
    internal (int Counter, int Version)[] Counters { get; set; } = [];

    internal int Increments { get; set; }

    /// <summary>Increments of each counter before the round.</summary>
    internal long Before { get; set; }

    /// <summary>Applied increments of the attempt.</summary>
    internal int Applied { get; set; }

    /// <summary>The key version the attempt writes.</summary>
    internal int Version { get; set; }

    internal long StartedAt { get; set; }

    public override long Position => Applied;
}

/// <summary>
/// Increments counters, each exactly once: a first attempt writes in place. A later attempt copies the accepted version
/// to its own epoch and skips the increments that the copy already contains.
/// </summary>
public sealed class CounterPump(
    int lanes, IStore store, string run, LatencyHistogram latency, TimeProvider clock)
    : Pump<CounterLane>(lanes, clock)
{
    private readonly TimeProvider time = clock;
    private IStoreConnection connection = store.Connect();
    private OperationCounts operationsBefore;

    public override int Outstanding => connection.Outstanding;

    public override OperationCounts Operations => operationsBefore + connection.Operations;

    public override void Exchange()
    {
        var replies = connection.Exchange();
        Tick();
        foreach (ref readonly var reply in replies.Replies)
        {
            var lane = LaneAt(reply.Tag);
            lane.Pending--;
            OnReply(lane, reply, replies.ValueOf(reply));
        }
    }

    public override void Reconnect()
    {
        var next = store.Connect();
        operationsBefore += connection.Operations;
        connection.Dispose();
        connection = next;
    }

    protected override void Discard() => connection.Exchange();

    protected override void Dispose(bool disposing) => connection.Dispose();

    protected override void Take(CounterLane lane, in GrantWork work)
    {
        (lane.Before, lane.Increments, lane.Counters) = work.Round is CounterRound round
            ? (round.Before, round.Increments, round.CountersOf(lane.Grant))
            : CounterRound.Decode(work.Encoded.Span);
    }

    protected override int UnitsOf(CounterLane lane) => lane.Counters.Length;

    protected override int CommittedBy(CounterLane lane) => lane.Applied;

    protected override void StartUnit(CounterLane lane)
    {
        var (counter, accepted) = lane.Counters[lane.UnitCursor];
        lane.Unit = counter;
        lane.Applied = 0;
        lane.Version = lane.InPlace ? accepted : lane.Grant.Epoch;
        Read(lane, lane.InPlace ? AttemptStep.Read : AttemptStep.CopyRead, accepted);
    }

    private void OnReply(CounterLane lane, in StoreReply reply, ReadOnlySpan<byte> value)
    {
        if (lane.Failure is null && reply.Kind is not (ReplyKind.Value or ReplyKind.Stored))
        {
            lane.Fail(
                $"counter {lane.Unit}",
                $"the store answered {reply.Kind} {connection.LastError}",
                reply.Kind == ReplyKind.Missing);
        }

        if (lane.Failure is not null)
        {
            EndFailed(lane);
            return;
        }

        switch (lane.Step)
        {
            case AttemptStep.CopyRead or AttemptStep.Read:
                var asked = lane.Step == AttemptStep.Read ? lane.Version : lane.Counters[lane.UnitCursor].Version;
                if (CounterCodec.Read(value, lane.Unit, asked) is { } state)
                {
                    OnRead(lane, state);
                }
                else
                {
                    lane.Fail($"counter {lane.Unit}", "the value is of something else", fatal: true);
                    EndFailed(lane);
                }

                break;
            case AttemptStep.CopyWrite:
                Read(lane, AttemptStep.Read, lane.Version);
                break;
            default:
                latency.Record(time.GetElapsedTime(lane.StartedAt, Now).Ticks * 100);
                Pass(lane);
                break;
        }
    }

    private void OnRead(CounterLane lane, CounterState state)
    {
        var next = lane.Before + lane.Applied + 1;
        if (lane.Step == AttemptStep.CopyRead)
        {
            Write(lane, AttemptStep.CopyWrite, state);
        }
        else if (state.Sequence < next)
        {
            Write(lane, AttemptStep.Write, new CounterState(next, state.Count + 1));
        }
        else if (lane.InPlace)
        {
            lane.Fail(
                $"counter {lane.Unit}",
                $"sequence {state.Sequence} is already at or past increment {next}",
                fatal: false);
            EndFailed(lane);
        }
        else
        {
            // An earlier attempt has applied it.
            Pass(lane);
        }
    }

    private void Pass(CounterLane lane)
    {
        lane.Commit(1);
        lane.Applied++;
        if (lane.Applied == lane.Increments)
        {
            ReportDone(lane);
        }
        else
        {
            Read(lane, AttemptStep.Read, lane.Version);
        }
    }

    private void Read(CounterLane lane, AttemptStep step, int version)
    {
        lane.Step = step;
        lane.StartedAt = Now;
        connection.Get(CounterCodec.Key(run, lane.Unit, version), lane.Number);
        CountFault(lane, OperationCounts.Gets(1));
        lane.Pending = 1;
    }

    private void Write(CounterLane lane, AttemptStep step, CounterState state)
    {
        lane.Step = step;
        var key = CounterCodec.Key(run, lane.Unit, lane.Version);
        connection.Set(key, CounterCodec.Value(lane.Unit, lane.Version, state), lane.Number);
        CountFault(lane, OperationCounts.Sets(1));
        lane.Pending = 1;
    }
}

/// <summary>Opens pumps that increment counters in a store.</summary>
public sealed class CounterPumps(IStore store, string run, TimeProvider clock) : IPumpFactory
{
    public ExchangeCost Cost => store.Description.OverSocket ? ExchangeCost.RoundTrip : ExchangeCost.Processor;

    public IPump Open(int lanes, LatencyHistogram latency) => new CounterPump(lanes, store, run, latency, clock);

    public void Dispose() => store.Dispose();
}
