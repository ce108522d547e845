using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <content>Batch mode: each account of a group is read once and written once.</content>
internal sealed partial class TransferPump<TConnection>
{
    private void AdvanceBatchRead(TransferLane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            ReadChunk(lane, AttemptStep.Read, lane.ChunkEnd);
            return;
        }

        lane.Step = AttemptStep.Apply;
        if (ApplyGroup(lane))
        {
            WriteBatch(lane, start: 0);
        }
        else
        {
            EndFailed(lane);
        }
    }

    private bool ApplyGroup(TransferLane lane)
    {
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            ref readonly var transfer = ref lane.Work.At(slot);
            var sequence = lane.SequenceBase + lane.Work.IndexOf(slot) + 1;
            ref var from = ref lane.States[PlaceOf(lane, transfer.From)];
            ref var to = ref lane.States[PlaceOf(lane, transfer.To)];
            if (Refuses(lane, transfer, sequence, from, to))
            {
                return false;
            }

            from = new AccountState(sequence, from.Balance - transfer.Amount);
            to = new AccountState(sequence, to.Balance + transfer.Amount);
        }

        return true;
    }

    private void WriteBatch(TransferLane lane, int start)
    {
        lane.Step = AttemptStep.Write;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + AccountLane.ChunkSize, lane.AccountCount);
        Connection.MultiSet(
            ChunkKeys(lane, accepted: false), lane.States.AsSpan(start, lane.ChunkEnd - start), TagOf(lane, 0));
        lane.Pending = 1;
    }

    private void AdvanceBatchWrite(TransferLane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            WriteBatch(lane, lane.ChunkEnd);
            return;
        }

        var size = lane.EndSlot - lane.FirstSlot;
        RecordLatency(lane, size);
        Commit(lane, size);
        lane.Slot = lane.EndSlot;
        if (TakeNextBlock(lane, lane.Work.Numbering))
        {
            lane.StartedAt = Now;
            ReadChunk(lane, AttemptStep.Read, start: 0);
        }
        else
        {
            ReportDone(lane);
        }
    }
}
