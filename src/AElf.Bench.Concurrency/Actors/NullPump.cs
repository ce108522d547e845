using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>Opens the pumps of a control, which touch no store, whatever they are granted.</summary>
internal sealed class NullPumps : IPumpFactory
{
    /// <inheritdoc/>
    public ExchangeCost Cost => ExchangeCost.Processor;

    /// <inheritdoc/>
    public IPump Open(int lanes, LatencyHistogram latency) => new NullPump(lanes);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}

/// <summary>
/// Reports every unit done and does nothing: scheduling, routing, mailboxes and, in a cluster, the way from the manager
/// and back remain. Only the process that made the round knows what a unit weighs.
/// </summary>
internal sealed class NullPump(int lanes) : Pump<NullLane>(lanes, TimeProvider.System)
{
    private readonly Queue<NullLane> started = [];

    /// <inheritdoc/>
    public override int Outstanding => 0;

    /// <inheritdoc/>
    public override OperationCounts Operations => default;

    /// <inheritdoc/>
    public override void Exchange()
    {
        for (var left = started.Count; left > 0; left--)
        {
            var lane = started.Dequeue();
            Commit(lane, lane.Work.Round?.WeightOf(lane.Unit) ?? 0);
            ReportDone(lane);
        }
    }

    /// <inheritdoc/>
    public override void Reconnect()
    {
    }

    /// <inheritdoc/>
    protected override void Discard()
    {
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }

    /// <inheritdoc/>
    protected override void Take(NullLane lane, in GrantWork work) => lane.Work = work;

    /// <inheritdoc/>
    protected override int UnitsOf(NullLane lane) =>
        lane.Work.Round?.Jobs.CountOf(lane.Grant) ?? lane.Work.Units.Length;

    /// <inheritdoc/>
    protected override int CommittedBy(NullLane lane) => 0;

    /// <inheritdoc/>
    protected override void StartUnit(NullLane lane)
    {
        lane.Unit = lane.Work.Round?.Jobs.UnitOf(lane.Grant, lane.UnitCursor) ?? lane.Work.Units.Span[lane.UnitCursor];
        started.Enqueue(lane);
    }
}

/// <summary>A lane that has no more to do than to remember its grant.</summary>
internal sealed class NullLane : Lane
{
    /// <inheritdoc/>
    public override long Position => 0;

    public GrantWork Work { get; set; }
}
