using System.Runtime.CompilerServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Transfers.Execution;

/// <content>What an open loop adds: a transfer waits for its time.</content>
internal sealed partial class TransferPump<TConnection>
{
    private readonly ArrivalPlan? plan;
    private readonly PacedLanes<TransferLane>? paced;

    public override ArrivalStats? Arrivals => paced?.Stats;

    public override TimeSpan Waited => paced?.Waited ?? TimeSpan.Zero;

    protected override void Record(TransferLane lane, in ItemTime done)
    {
        base.Record(lane, done);
        paced?.Record(lane, done);
    }

    /// <summary>Starts what is due, and waits for replies until more is.</summary>
    /// <returns>Whether there are replies.</returns>
    private bool Await(PacedLanes<TransferLane> due)
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
            ReadTransfer(lane);
        }

        var nothingInFlight = Outstanding == 0;
        var replied = Connection.Await(due.WaitAt(Now));
        if (nothingInFlight)
        {
            due.CountWait(Now);
        }

        return replied;
    }

    // Its own method: the loop of a pump without a schedule has no room for it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RecordSchedule(PacedLanes<TransferLane> kept, TransferLane lane) =>
        kept.Record(lane, new ItemTime(lane.Due, lane.StartedAt, Now, Count: 1));

    private RoundArrivals ArrivalsOf(ArrivalPlan from, TransferWork work, long round)
    {
        var (_, length, blocks) = work.Numbering;
        return from.Open(
            round, (long)length * blocks, Now, work.IsDecoded ? work.OpenedMicrosecondsAgo : null);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void StartTransfer(TransferLane lane)
    {
        if (paced is null || !paced.Holds(lane, IndexInRound(lane), Now))
        {
            ReadTransfer(lane);
        }
    }

    private static long IndexInRound(TransferLane lane) =>
        ((long)lane.BlocksDone * lane.Work.Numbering.BlockLength) + lane.Work.IndexOf(lane.Slot);
}
