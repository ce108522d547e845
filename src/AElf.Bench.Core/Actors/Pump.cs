using System.Runtime.CompilerServices;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// The common part of the pumps of all workloads: lanes that take grants, execute their units in order, and report the
/// end of each attempt. It enforces two rules of the exactly-once protocol: an attempt with an unanswered or refused
/// operation is never done, and no unit starts after an aborted attempt.
/// </summary>
/// <typeparam name="TLane">The workload's lane.</typeparam>
public abstract class Pump<TLane> : IPump
    where TLane : Lane, new()
{
    // The constructor creates these lanes, so that the lanes of one pump are neighbours in memory. Lanes that several
    // dispatchers create may be mixed: then the hardware prefetcher of one core reads lanes of another pump (decision
    // 057).
    private const int UsualLanes = 1024;

    private readonly Stack<TLane> free = [];
    private readonly TimeProvider clock;
    private TLane[] lanes;

    /// <summary>Creates a pump with a maximum of lanes. Lanes beyond 1,024 are created on first use.</summary>
    protected Pump(int lanes, TimeProvider clock)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(lanes, 1);
        this.clock = clock;
        Lanes = lanes;
        this.lanes = new TLane[Math.Min(lanes, UsualLanes)];
        for (var number = 0; number < this.lanes.Length; number++)
        {
            this.lanes[number] = new TLane { Number = number };
        }
    }

    public int Lanes { get; }

    public int Active => LaneCount - free.Count;

    public abstract int Outstanding { get; }

    public abstract OperationCounts Operations { get; }

    public OperationCounts FaultOperations { get; private set; }

    public virtual ArrivalStats? Arrivals => null;

    public virtual TimeSpan Waited => TimeSpan.Zero;

    /// <summary>When the current replies arrived, in ticks of the clock.</summary>
    protected long Now { get; private set; }

    /// <summary>Lanes used so far. They have the lowest numbers.</summary>
    protected int LaneCount { get; private set; }

    private IEnumerable<TLane> Busy => lanes.Take(LaneCount).Except(free);

    public void Start(JobOwner owner, Grant grant, in GrantWork work)
    {
        Now = clock.GetTimestamp();
        var lane = free.TryPop(out var idle) ? idle : MakeLane();
        lane.Owner = owner;
        lane.Grant = grant;
        lane.RoundNumber = work.RoundNumber;
        lane.UnitCursor = 0;
        Take(lane, work);
        StartNext(lane);
    }

    public abstract void Exchange();

    public void Abandon(Problem reason)
    {
        foreach (var lane in Busy)
        {
            lane.Pending = 0;
            lane.Fail(item: null, reason, fatal: false);
            ReportFailure(lane);
            lane.UnitCursor++;
        }
    }

    public abstract void Reconnect();

    public void Resume()
    {
        Tick();
        foreach (var lane in Busy.ToList())
        {
            StartNext(lane);
        }
    }

    public bool Abort(long round, Grant grant, string reason)
    {
        var found = false;
        foreach (var lane in Busy.Where(lane => lane.RoundNumber == round && lane.Grant == grant))
        {
            lane.Fail(item: null, reason, fatal: false);

            // A lane that waits for a reply or its due time moves its cursor when its attempt ends. A lane that waits
            // for Resume has moved it already.
            lane.UnitCursor = UnitsOf(lane) - (lane.Pending > 0 || lane.WaitsForTime ? 1 : 0);
            found = true;
        }

        return found;
    }

    public void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress)
    {
        foreach (var lane in Busy)
        {
            var position = lane.WaitsForTime
                ? LanePosition.WaitsForTime
                : new LanePosition(lane.UnitCursor, lane.Position, lane.Step).ToInt64();
            progress.Add((lane.Owner, new LaneProgress(lane.RoundNumber, lane.Grant, position)));
        }
    }

    public void Stop(TimeSpan timeout)
    {
        foreach (var lane in Busy.Reverse().ToList())
        {
            lane.Pending = 0;
            lane.Failure = null;
            free.Push(lane);
        }

        var since = clock.GetTimestamp();
        while (Outstanding > 0 && clock.GetElapsedTime(since) < timeout)
        {
            Discard();
        }
    }

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Closes the connection.</summary>
    protected abstract void Dispose(bool disposing);

    /// <summary>Gives a lane its work, before its first unit starts.</summary>
    protected abstract void Take(TLane lane, in GrantWork work);

    /// <summary>Units in the lane's work.</summary>
    protected abstract int UnitsOf(TLane lane);

    /// <summary>Starts the unit at the lane's cursor: sets the lane's unit and queues the first operations.</summary>
    protected abstract void StartUnit(TLane lane);

    /// <summary>Waits for replies and drops them.</summary>
    /// <exception cref="StoreException">The connection is dead.</exception>
    protected abstract void Discard();

    /// <summary>Items that the lane's failed attempt has committed.</summary>
    protected abstract int CommittedBy(TLane lane);

    /// <summary>Records the times of items whose attempt is done.</summary>
    /// <param name="isTimed">Whether the start of the items is known.</param>
    protected virtual void Record(TLane lane, in ItemTime done, bool isTimed)
    {
    }

    /// <summary>Keeps the times of items until the attempt is done. A failed attempt records no times.</summary>
    /// <param name="startedAt">When the items started, in ticks of the clock. They ended at <see cref="Now"/>.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected void Hold(TLane lane, long startedAt, int count, int kind = 0) =>
        lane.Held.Add(new ItemTime(lane.Due, startedAt, Now, count, kind));

    protected internal TLane LaneAt(int number) => lanes[number];

    /// <summary>Sets <see cref="Now"/>; called when replies have arrived.</summary>
    protected void Tick() => Now = clock.GetTimestamp();

    /// <summary>
    /// Ends the lane's attempt as done and continues with the next unit. Every write was acknowledged.
    /// </summary>
    protected void ReportDone(TLane lane)
    {
        for (var item = 0; item < lane.Held.Count; item++)
        {
            // An earlier attempt failed at the first of these items. Its start is not known here.
            Record(lane, lane.Held[item], isTimed: item > 0 || lane.InPlace);
        }

        lane.Owner.Done(lane.RoundNumber, new Attempt(lane.Unit, lane.Grant.Epoch));
        PassUnit(lane);
    }

    /// <summary>Ends the lane's attempt as failed and continues with the next unit.</summary>
    protected void EndFailed(TLane lane)
    {
        ReportFailure(lane);
        PassUnit(lane);
    }

    /// <summary>Counts operations in <see cref="FaultOperations"/>, unless the attempt is the first.</summary>
    protected void CountFault(TLane lane, in OperationCounts operations)
    {
        if (!lane.InPlace)
        {
            FaultOperations += operations;
        }
    }

    private TLane MakeLane()
    {
        if (LaneCount == Lanes)
        {
            throw new InvalidOperationException($"all {Lanes} lanes are busy");
        }

        if (LaneCount == lanes.Length)
        {
            Array.Resize(ref lanes, Math.Min(2 * LaneCount, Lanes));
        }

        var lane = lanes[LaneCount] ??= new TLane { Number = LaneCount };
        LaneCount++;
        return lane;
    }

    private void ReportFailure(TLane lane)
    {
        lane.Commit(-CommittedBy(lane));
        lane.Owner.Failed(lane.RoundNumber, lane.Failure!);
    }

    private void PassUnit(TLane lane)
    {
        lane.UnitCursor++;
        StartNext(lane);
    }

    private void StartNext(TLane lane)
    {
        lane.Failure = null;
        lane.Held.Clear();
        if (lane.UnitCursor < UnitsOf(lane))
        {
            StartUnit(lane);
        }
        else
        {
            free.Push(lane);
            lane.Owner.Ended(lane.RoundNumber, lane.Grant);
        }
    }
}
