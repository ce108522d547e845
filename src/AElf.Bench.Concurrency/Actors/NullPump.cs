using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>Opens the pumps of a control. They use no store.</summary>
internal sealed class NullPumps : IPumpFactory
{
    public ExchangeCost Cost => ExchangeCost.Processor;

    public IPump Open(int lanes, LatencyHistogram latency) => new NullPump(lanes);

    public void Dispose()
    {
    }
}

/// <summary>
/// The pump of null actors: reports every unit as done without executing it. The remaining work is scheduling, routing,
/// mailboxes and, in a cluster, the wire. Only the process that made the round knows the weight of a unit.
/// </summary>
internal sealed class NullPump(int lanes) : Pump<NullLane>(lanes, TimeProvider.System)
{
    private readonly Queue<NullLane> started = [];

    public override int Outstanding => 0;

    public override OperationCounts Operations => default;

    public override void Exchange()
    {
        for (var left = started.Count; left > 0; left--)
        {
            var lane = started.Dequeue();
            lane.Commit(lane.Work.Round?.WeightOf(lane.Unit) ?? 0);
            ReportDone(lane);
        }
    }

    public override void Reconnect()
    {
    }

    protected override void Discard()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }

    protected override void Take(NullLane lane, in GrantWork work) => lane.Work = work;

    protected override int UnitsOf(NullLane lane) =>
        lane.Work.Round?.Jobs.CountOf(lane.Grant) ?? lane.Work.Units.Length;

    protected override int CommittedBy(NullLane lane) => 0;

    protected override void StartUnit(NullLane lane)
    {
        lane.Unit = lane.Work.Round?.Jobs.UnitOf(lane.Grant, lane.UnitCursor) ?? lane.Work.Units.Span[lane.UnitCursor];
        started.Enqueue(lane);
    }
}

/// <summary>A lane that only stores its grant.</summary>
internal sealed class NullLane : Lane
{
    public override long Position => 0;

    public GrantWork Work { get; set; }
}
