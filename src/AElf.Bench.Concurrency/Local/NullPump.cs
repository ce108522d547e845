using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>Reports every unit done and does nothing: what is left is scheduling, routing and mailboxes.</summary>
internal sealed class NullPump(int lanes, IAttemptListener listener)
    : Pump<NullLane>(lanes, listener, TimeProvider.System)
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
            Committed += lane.Round!.WeightOf(lane.Unit);
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
    protected override void Take(NullLane lane, in GrantWork work) => lane.Round = work.Round;

    /// <inheritdoc/>
    protected override int UnitsOf(NullLane lane) => lane.Round!.Jobs.CountOf(lane.Grant);

    /// <inheritdoc/>
    protected override int CommittedBy(NullLane lane) => 0;

    /// <inheritdoc/>
    protected override void StartUnit(NullLane lane)
    {
        lane.Unit = lane.Round!.Jobs.UnitOf(lane.Grant, lane.UnitCursor);
        started.Enqueue(lane);
    }
}

/// <summary>A lane of the null pump.</summary>
internal sealed class NullLane : Lane
{
    /// <inheritdoc/>
    public override long Position => 0;

    /// <summary>The round of its grant.</summary>
    public IRound? Round { get; set; }
}
