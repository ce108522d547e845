using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// What is common to the pumps of all workloads: lanes that take grants, go through their units one after the other,
/// and report how attempts end. The rules of the exactly-once protocol that bind every actor live here: an attempt with
/// an unanswered or refused operation is never done, and no unit is started behind an attempt that was aborted.
/// </summary>
/// <typeparam name="TLane">The workload's lane.</typeparam>
public abstract class Pump<TLane> : IPump
    where TLane : Lane, new()
{
    private readonly TLane[] lanes;
    private readonly Stack<TLane> free;
    private readonly IAttemptListener listener;
    private readonly TimeProvider clock;

    /// <summary>A pump with so many lanes.</summary>
    protected Pump(int lanes, IAttemptListener listener, TimeProvider clock)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(lanes, 1);
        this.lanes = [.. Enumerable.Range(0, lanes).Select(number => new TLane { Number = number })];
        this.listener = listener;
        this.clock = clock;
        free = new Stack<TLane>(this.lanes.Reverse());
    }

    /// <inheritdoc/>
    public int Lanes => lanes.Length;

    /// <inheritdoc/>
    public int Active => lanes.Length - free.Count;

    /// <inheritdoc/>
    public abstract int Outstanding { get; }

    /// <inheritdoc/>
    public long Committed { get; protected set; }

    /// <inheritdoc/>
    public abstract OperationCounts Operations { get; }

    /// <inheritdoc/>
    public OperationCounts FaultOperations { get; private set; }

    /// <inheritdoc/>
    public virtual ArrivalStats? Arrivals => null;

    /// <inheritdoc/>
    public virtual TimeSpan Waited => TimeSpan.Zero;

    /// <summary>When the replies being acted on came, in ticks of the clock.</summary>
    protected long Now { get; private set; }

    /// <inheritdoc/>
    public void Start(Grant grant, in GrantWork work)
    {
        Now = clock.GetTimestamp();
        var lane = free.Pop();
        lane.Grant = grant;
        lane.RoundNumber = work.RoundNumber;
        lane.UnitCursor = 0;
        Take(lane, work);
        StartNext(lane);
    }

    /// <inheritdoc/>
    public abstract void Exchange();

    /// <inheritdoc/>
    public void Abandon(string reason)
    {
        foreach (var lane in lanes.Except(free))
        {
            lane.Pending = 0;
            Fail(lane, item: null, reason, fatal: false);
            ReportFailure(lane);
            lane.UnitCursor++;
        }
    }

    /// <inheritdoc/>
    public abstract void Reconnect();

    /// <inheritdoc/>
    public void Resume()
    {
        Tick();
        foreach (var lane in lanes.Except(free).ToList())
        {
            StartNext(lane);
        }
    }

    /// <inheritdoc/>
    public bool Abort(long round, Grant grant, string reason)
    {
        var found = false;
        foreach (var lane in lanes.Except(free).Where(lane => lane.RoundNumber == round && lane.Grant == grant))
        {
            Fail(lane, item: null, reason, fatal: false);

            // A lane that waits for no reply, nor its time, waits for Resume with its cursor behind the lost attempt;
            // another has yet to pass it.
            lane.UnitCursor = UnitsOf(lane) - (lane.Pending > 0 || lane.WaitsForTime ? 1 : 0);
            found = true;
        }

        return found;
    }

    /// <inheritdoc/>
    public void Observe(ICollection<LaneProgress> progress)
    {
        // One that waits for its time is as well as those that do not.
        foreach (var lane in lanes.Except(free).Where(lane => !lane.WaitsForTime))
        {
            var position = new LanePosition(lane.UnitCursor, lane.Position, lane.Step);
            progress.Add(new LaneProgress(lane.RoundNumber, lane.Grant, position.ToInt64()));
        }
    }

    /// <inheritdoc/>
    public void Stop(TimeSpan timeout)
    {
        foreach (var lane in lanes.Except(free).Reverse().ToList())
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

    /// <inheritdoc/>
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

    /// <summary>Waits for replies nobody is interested in any more.</summary>
    /// <exception cref="StoreException">The connection is dead.</exception>
    protected abstract void Discard();

    /// <summary>What the failed attempt of a lane had committed so far.</summary>
    protected abstract int CommittedBy(TLane lane);

    /// <summary>The lane of a number.</summary>
    protected TLane LaneAt(int number) => lanes[number];

    /// <summary>Replies have come.</summary>
    protected void Tick() => Now = clock.GetTimestamp();

    /// <summary>Remembers what went wrong in a lane's attempt; a fatal reason outranks one that came first.</summary>
    /// <param name="lane">The lane.</param>
    /// <param name="item">
    /// What of the unit it concerns, such as <c>account 7</c>; null for the whole connection.
    /// </param>
    /// <param name="reason">What happened.</param>
    /// <param name="fatal">Whether another attempt could not help.</param>
    protected static void Fail(TLane lane, string? item, string reason, bool fatal)
    {
        if (lane.Failure is null || (fatal && !lane.Failure.Fatal))
        {
            lane.Failure = new AttemptFailure(lane.Unit, lane.Grant.Epoch, lane.Step, item, reason, fatal);
        }
    }

    /// <summary>Every write of the lane's attempt was acknowledged.</summary>
    protected void ReportDone(TLane lane)
    {
        listener.Done(lane.RoundNumber, new Attempt(lane.Unit, lane.Grant.Epoch));
        PassUnit(lane);
    }

    /// <summary>Ends the lane's attempt as failed and continues with its next unit.</summary>
    protected void EndFailed(TLane lane)
    {
        ReportFailure(lane);
        PassUnit(lane);
    }

    /// <summary>Counts operations of an attempt after the first.</summary>
    protected void CountFault(TLane lane, int reads, int writes)
    {
        if (!lane.InPlace)
        {
            FaultOperations += new OperationCounts(reads, writes, 0, 0, reads, writes);
        }
    }

    private void ReportFailure(TLane lane)
    {
        Committed -= CommittedBy(lane);
        listener.Failed(lane.RoundNumber, lane.Failure!);
    }

    private void PassUnit(TLane lane)
    {
        lane.UnitCursor++;
        StartNext(lane);
    }

    private void StartNext(TLane lane)
    {
        lane.Failure = null;
        if (lane.UnitCursor < UnitsOf(lane))
        {
            StartUnit(lane);
        }
        else
        {
            free.Push(lane);
            listener.Ended(lane.RoundNumber, lane.Grant);
        }
    }
}
