using System.Runtime.CompilerServices;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// The common part of the pumps of all workloads: lanes that take grants, execute their units in order, and report the
/// ends of attempts. The rules of the exactly-once protocol that bind every actor live here: an attempt with an
/// unanswered or refused operation is never done, and no unit is started behind an attempt that was aborted.
/// </summary>
/// <typeparam name="TLane">The workload's lane.</typeparam>
public abstract class Pump<TLane> : IPump
    where TLane : Lane, new()
{
    // Created with the pump: created later, on the dispatchers' threads, lanes of two pumps may lie side by side. A
    // processor that visits one pump's lanes in a stride fetches ahead into those of the other (decision 057).
    private const int UsualLanes = 1024;

    private readonly Stack<TLane> free = [];
    private readonly TimeProvider clock;
    private TLane[] lanes;

    /// <summary>Makes a pump with a maximum of lanes; those beyond 1,024 are created on first use.</summary>
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

    /// <summary>When the replies being acted on came, in ticks of the clock.</summary>
    protected long Now { get; private set; }

    /// <summary>Lanes used so far: the first ones.</summary>
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

            // A lane that waits for no reply, nor its time, waits for Resume with its cursor behind the lost attempt;
            // another has yet to pass it.
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

    /// <summary>Ends the connection.</summary>
    protected abstract void Dispose(bool disposing);

    /// <summary>Gives a lane its work, before its first unit is started.</summary>
    protected abstract void Take(TLane lane, in GrantWork work);

    /// <summary>Units in the lane's work.</summary>
    protected abstract int UnitsOf(TLane lane);

    /// <summary>Starts the unit at the lane's cursor. Sets its number, queues its first operations.</summary>
    protected abstract void StartUnit(TLane lane);

    /// <summary>Waits for replies and drops them.</summary>
    /// <exception cref="StoreException">The connection is dead.</exception>
    protected abstract void Discard();

    /// <summary>The commits of the failed attempt of a lane.</summary>
    protected abstract int CommittedBy(TLane lane);

    /// <summary>Records times that were held back until their attempt was done.</summary>
    /// <param name="isTimed">Whether their first start is known.</param>
    protected virtual void Record(TLane lane, in ItemTime done, bool isTimed)
    {
    }

    /// <summary>Holds back what items took until the attempt is done; an attempt that fails has none.</summary>
    /// <param name="startedAt">When they were started, in ticks of the clock; they are done now.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected void Hold(TLane lane, long startedAt, int count, int kind = 0) =>
        lane.Held.Add(new ItemTime(lane.Due, startedAt, Now, count, kind));

    protected internal TLane LaneAt(int number) => lanes[number];

    /// <summary>Sets <see cref="Now"/>; called when replies have come.</summary>
    protected void Tick() => Now = clock.GetTimestamp();

    /// <summary>
    /// Ends the lane's attempt, every write of which was acknowledged, and continues with its next unit.
    /// </summary>
    protected void ReportDone(TLane lane)
    {
        for (var item = 0; item < lane.Held.Count; item++)
        {
            // A fault ended the attempt before at the first one, whose start is not known here.
            Record(lane, lane.Held[item], isTimed: item > 0 || lane.InPlace);
        }

        lane.Owner.Done(lane.RoundNumber, new Attempt(lane.Unit, lane.Grant.Epoch));
        PassUnit(lane);
    }

    /// <summary>Ends the lane's attempt as failed and continues with its next unit.</summary>
    protected void EndFailed(TLane lane)
    {
        ReportFailure(lane);
        PassUnit(lane);
    }

    /// <summary>Counts operations in <see cref="FaultOperations"/>, unless the attempt is the first.</summary>
    protected void CountFault(TLane lane, int reads, int writes)
    {
        if (!lane.InPlace)
        {
            FaultOperations += new OperationCounts(reads, writes, 0, 0, reads, writes);
        }
    }

    /// <inheritdoc cref="CountFault(TLane, int, int)"/>
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
