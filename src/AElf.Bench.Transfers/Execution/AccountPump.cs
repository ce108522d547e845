using System.Diagnostics;
using System.Runtime.CompilerServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// What the pumps over accounts share: one pipelined connection, and a lane's way through the blocks of a round.
/// </summary>
/// <typeparam name="TLane">The pump's lane.</typeparam>
/// <typeparam name="TConnection">The connection. Calls of a struct are direct, whatever the profile says.</typeparam>
internal abstract class AccountPump<TLane, TConnection> : Pump<TLane>
    where TLane : AccountLane, new()
    where TConnection : struct, IAccountConnection
{
    /// <summary>
    /// Of a method that is compiled once, without a profile. It stays a separate method: inlined, it would be compiled
    /// from its caller's profile, and a profiler, which looks where a method returns, would miss it.
    /// </summary>
    protected const MethodImplOptions Hot = MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization;

    private readonly Func<TConnection> connect;
    private readonly LatencyHistogram latency;
    private readonly double nanosecondsPerTick;
    private readonly ArrivalPlan? arrivals;
    private readonly PacedLanes<TLane>? paced;
    private readonly int[] doneOfKind;
    private OperationCounts operationsOfLostConnections;
    private long startedTogether;
    private int doneTogether;

    /// <summary>Opens the pump's connection.</summary>
    /// <param name="arrivals">When each transaction is due; null in a closed loop.</param>
    /// <param name="kinds">How many kinds of transactions there are.</param>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    protected AccountPump(
        int lanes,
        Func<TConnection> connect,
        LatencyHistogram latency,
        TimeProvider clock,
        ArrivalPlan? arrivals,
        int kinds = 1)
        : base(lanes, clock)
    {
        // One kind is the whole.
        doneOfKind = kinds > 1 ? new int[kinds] : [];
        if (kinds > 1)
        {
            latency.OfKind(kinds - 1);
        }

        this.arrivals = arrivals;
        paced = arrivals is null ? null : new PacedLanes<TLane>(clock);
        this.connect = connect;
        this.latency = latency;
        nanosecondsPerTick = 1e9 / clock.TimestampFrequency;
        Connection = connect();
    }

    public override int Outstanding => Connection.Outstanding;

    public override OperationCounts Operations => operationsOfLostConnections + Connection.Operations;

    public override ArrivalStats? Arrivals => paced?.Stats;

    public override TimeSpan Waited => paced?.Waited ?? TimeSpan.Zero;

    protected TConnection Connection { get; private set; }

    /// <summary>Whether each transaction waits for its time.</summary>
    protected bool IsPaced => paced is not null;

    public override void Reconnect()
    {
        var next = connect();
        operationsOfLostConnections += Connection.Operations;
        Connection.Dispose();
        Connection = next;
        paced?.Clear();
    }

    /// <summary>Starts the lane's transaction, which is due.</summary>
    protected abstract void Begin(TLane lane);

    /// <summary>Gives a lane the schedule of its round.</summary>
    /// <param name="openedAgo">For work of another process: microseconds since the round began there.</param>
    protected void OpenArrivals(TLane lane, in Numbering numbering, long round, long? openedAgo) =>
        lane.Arrivals = arrivals?.Open(round, (long)numbering.BlockLength * numbering.Blocks, Now, openedAgo);

    /// <summary>In an open loop, starts what is due, and waits for replies until more is.</summary>
    /// <returns>Whether there are replies; true in a closed loop.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected bool AwaitDue() => paced is null || Await(paced);

    /// <summary>Whether the lane has to wait before it starts its transaction.</summary>
    /// <param name="index">The transaction's place in the block.</param>
    protected bool Holds(TLane lane, in Numbering numbering, int index) =>
        paced is not null && paced.Holds(lane, ((long)lane.BlocksDone * numbering.BlockLength) + index, Now);

    /// <summary>Records a transaction of a first attempt against the schedule.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void RecordSchedule(TLane lane)
    {
        if (paced is not null && lane.InPlace)
        {
            RecordPaced(paced, lane);
        }
    }

    protected override void Discard() => Connection.Exchange();

    protected override void Dispose(bool disposing) => Connection.Dispose();

    protected override int CommittedBy(TLane lane) =>
        (lane.BlocksDone * (lane.EndSlot - lane.FirstSlot)) + lane.Slot - lane.FirstSlot;

    /// <summary>
    /// Records how long a lane's transaction or group took since it was started; of a later attempt, once it is done.
    /// </summary>
    /// <param name="count">How many transactions were done together in that time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void RecordLatency(TLane lane, int count = 1, int kind = 0)
    {
        if (!lane.InPlace)
        {
            Hold(lane, lane.StartedAt, count, kind);
            return;
        }

        // In memory recording each by itself took 6 % of the processor time; most lanes started together.
        if (lane.StartedAt != startedTogether)
        {
            EndRecording();
            startedTogether = lane.StartedAt;
        }

        doneTogether += count;
    }

    /// <summary>The same of one transaction, also among those of its kind.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void RecordLatencyOf(TLane lane, int kind)
    {
        RecordLatency(lane, kind: kind);
        if (doneOfKind.Length > 0 && lane.InPlace)
        {
            doneOfKind[kind]++;
        }
    }

    /// <summary>Records what is left of an exchange, the replies of which all came at one time.</summary>
    protected void EndRecording()
    {
        if (doneTogether > 0)
        {
            var took = (long)((Now - startedTogether) * nanosecondsPerTick);
            latency.Record(took, doneTogether);
            doneTogether = 0;
            for (var kind = 0; kind < doneOfKind.Length; kind++)
            {
                if (doneOfKind[kind] > 0)
                {
                    latency.OfKind(kind).Record(took, doneOfKind[kind]);
                    doneOfKind[kind] = 0;
                }
            }
        }
    }

    protected override void Record(TLane lane, in ItemTime done)
    {
        var took = (long)((done.EndedAt - done.StartedAt) * nanosecondsPerTick);
        latency.Record(took, done.Count);
        if (doneOfKind.Length > 0)
        {
            latency.OfKind(done.Kind).Record(took, done.Count);
        }

        paced?.Record(lane, done);
    }

    /// <exception cref="UnreachableException">Always: a lane waits at a step that awaits nothing.</exception>
    protected static void ThrowUnreachable(TLane lane) =>
        throw new UnreachableException($"lane {lane.Number} waits at {lane.Step}");

    /// <summary>
    /// Goes back to the group's first transaction, as long as its block is to be offered again.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static bool TakeNextBlock(TLane lane, Numbering numbering)
    {
        if (lane.BlocksDone + 1 == numbering.Blocks)
        {
            return false;
        }

        lane.BlocksDone++;
        lane.SequenceBase += numbering.BlockLength;
        lane.Slot = lane.FirstSlot;
        return true;
    }

    // Its own method: the loop of a pump without a schedule has no room for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RecordPaced(PacedLanes<TLane> kept, TLane lane) =>
        kept.Record(lane, new ItemTime(lane.Due, lane.StartedAt, Now, Count: 1));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Await(PacedLanes<TLane> due)
    {
        Tick();
        while (due.TryTake(Now, out var lane))
        {
            if (lane.Failure is not null)
            {
                EndFailed(lane);
                continue;
            }

            lane.StartedAt = Now;
            Begin(lane);
        }

        var nothingInFlight = Outstanding == 0;
        var replied = Connection.Await(due.WaitAt(Now));
        if (nothingInFlight)
        {
            due.CountWait(Now);
        }

        return replied;
    }
}
