using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// Executes transfers in many lanes over one pipelined connection: a state machine, replies in, store operations out.
/// </summary>
/// <remarks>
/// The transfers' half of the exactly-once protocol: a first attempt writes in place; a later one copies the accepted
/// versions to its own epoch and applies a side only when its sequence is lower; a write is never tried again; every
/// value read must be of the key asked for.
/// </remarks>
internal sealed partial class TransferPump<TConnection> : AccountPump<TransferLane, TConnection>
    where TConnection : struct, IAccountConnection
{
    // A tag names the lane and, in its low bits, which of the lane's operations it is.
    private const int PartBits = 6;
    private const int PartMask = (1 << PartBits) - 1;

    private readonly TransferMode mode;
    private readonly AccountKey[] chunkKeys = new AccountKey[AccountLane.ChunkSize];
    private int[] placeInGroup = [];

    /// <summary>Opens the pump's connection.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public TransferPump(
        int lanes,
        Func<TConnection> connect,
        TransferMode mode,
        LatencyHistogram latency,
        TimeProvider clock,
        ArrivalPlan? plan)
        : base(lanes, connect, latency, clock, plan)
    {
        this.mode = mode;
    }

    [MethodImpl(Hot)]
    public override void Exchange()
    {
        if (!AwaitDue())
        {
            return;
        }

        var replies = Connection.Exchange();
        Tick();
        foreach (ref readonly var reply in replies)
        {
            var lane = LaneAt(reply.Tag >> PartBits);
            lane.Pending--;
            Receive(lane, reply.Tag & PartMask, reply);
            if (lane.Pending == 0)
            {
                Advance(lane);
            }
        }

        EndRecording();
    }

    protected override void Take(TransferLane lane, in GrantWork work)
    {
        lane.Round = work.Round as TransferRound;
        lane.Work = lane.Round?.Work ?? lane.Decoded;
        if (lane.Round is null)
        {
            lane.Work.Decode(work.Encoded.Span);
            if (Connection.Tags is { } tags)
            {
                lane.Work.Place(tags);
            }
        }

        OpenArrivals(
            lane, lane.Work.Numbering, work.RoundNumber, lane.Work.IsDecoded ? lane.Work.OpenedMicrosecondsAgo : null);
    }

    protected override int UnitsOf(TransferLane lane) =>
        lane.Round is { } round ? round.Jobs.CountOf(lane.Grant) : lane.Work.GroupCount;

    protected override void StartUnit(TransferLane lane)
    {
        if (lane.Round is { } round)
        {
            lane.Unit = round.Jobs.UnitOf(lane.Grant, lane.UnitCursor);
            lane.Accepted = round.OpeningVersionOf(lane.Unit);
            (lane.FirstSlot, lane.EndSlot) = lane.Work.SlotsOf(lane.Unit);
        }
        else
        {
            lane.Unit = lane.Work.GroupAt(lane.UnitCursor);
            (lane.FirstSlot, lane.EndSlot) = lane.Work.SlotsOf(lane.UnitCursor);
        }

        lane.BlocksDone = 0;
        lane.SequenceBase = lane.Work.Numbering.Base;
        lane.Slot = lane.FirstSlot;
        lane.ChunkStart = 0;
        lane.StartedAt = Now;
        if (!lane.InPlace)
        {
            CollectAccounts(lane);
            ReadChunk(lane, AttemptStep.CopyRead, start: 0);
        }
        else if (mode == TransferMode.Batch)
        {
            CollectAccounts(lane);
            ReadChunk(lane, AttemptStep.Read, start: 0);
        }
        else
        {
            StartTransfer(lane);
        }
    }

    protected override void Begin(TransferLane lane) => ReadTransfer(lane);

    private static int TagOf(TransferLane lane, int part) => (lane.Number << PartBits) | part;

    private bool InBatch(TransferLane lane) => mode == TransferMode.Batch && lane.InPlace;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Receive(TransferLane lane, int part, in AccountReply reply)
    {
        var step = lane.Step;
        if (reply.Kind == ReplyKind.Value && step == AttemptStep.Read && !InBatch(lane))
        {
            var asked = part == 0 ? lane.FromKey : lane.ToKey;
            (part == 0 ? ref lane.From : ref lane.To) = reply.State;
            Check(lane, part, asked, reply.Key);
        }
        else if (reply.Kind != ReplyKind.Stored || step is not (AttemptStep.Write or AttemptStep.CopyWrite))
        {
            ReceiveOther(lane, part, reply);
        }
    }

    /// <summary>Receives the copy of an account, an account of a batch, or what ends the attempt.</summary>
    private void ReceiveOther(TransferLane lane, int part, in AccountReply reply)
    {
        if (reply.Kind == ReplyKind.Value && lane.Step is AttemptStep.CopyRead or AttemptStep.Read)
        {
            lane.States[lane.ChunkStart + part] = reply.State;
            Check(lane, part, AcceptedKey(lane, lane.Accounts[lane.ChunkStart + part]), reply.Key);
            return;
        }

        Fail(
            lane,
            ItemOf(lane, part),
            ReplyText.Explain(reply.Kind, Connection),
            reply.Kind is ReplyKind.Missing or ReplyKind.Corrupt);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Check(TransferLane lane, int part, AccountKey asked, AccountKey found)
    {
        if (asked != found)
        {
            Fail(lane, ItemOf(lane, part), ReplyText.ExplainKey(asked, found), fatal: true);
        }
    }

    private string ItemOf(TransferLane lane, int part)
    {
        if (lane.Step is AttemptStep.CopyRead or AttemptStep.CopyWrite || InBatch(lane))
        {
            return NameOf(lane, lane.Accounts[lane.ChunkStart + part]);
        }

        return NameOf(lane, part == 0 ? lane.Transfer.From : lane.Transfer.To);
    }

    [MethodImpl(Hot)]
    private void Advance(TransferLane lane)
    {
        if (lane.Failure is not null)
        {
            EndFailed(lane);
            return;
        }

        switch (lane.Step)
        {
            case AttemptStep.Read when InBatch(lane):
                AdvanceBatchRead(lane);
                break;
            case AttemptStep.Read:
                Apply(lane);
                break;
            case AttemptStep.Write when InBatch(lane):
                AdvanceBatchWrite(lane);
                break;
            case AttemptStep.Write:
                CommitTransfer(lane);
                break;
            case AttemptStep.CopyRead:
                WriteCopies(lane);
                break;
            case AttemptStep.CopyWrite:
                AdvanceCopy(lane);
                break;
            default:
                ThrowUnreachable(lane);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void StartTransfer(TransferLane lane)
    {
        if (!IsPaced || !Holds(lane, lane.Work.Numbering, lane.Work.IndexOf(lane.Slot)))
        {
            ReadTransfer(lane);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ReadTransfer(TransferLane lane)
    {
        lane.Transfer = lane.Work.At(lane.Slot);
        lane.Sequence = lane.SequenceBase + lane.Work.IndexOf(lane.Slot) + 1;
        PrefetchNextTransfer(lane);
        lane.Step = AttemptStep.Read;
        lane.FromKey = KeyToApply(lane, lane.Transfer.From);
        lane.ToKey = KeyToApply(lane, lane.Transfer.To);
        lane.Pending = 2;
        if (mode == TransferMode.Multi && lane.InPlace)
        {
            Connection.MultiGet([lane.FromKey, lane.ToKey], TagOf(lane, 0));
            return;
        }

        Connection.Get(lane.FromKey, TagOf(lane, 0));
        Connection.Get(lane.ToKey, TagOf(lane, 1));
        if (!lane.InPlace)
        {
            CountFault(lane, reads: 2, writes: 0);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Apply(TransferLane lane)
    {
        ref readonly var transfer = ref lane.Transfer;
        var sequence = lane.Sequence;
        lane.Step = AttemptStep.Apply;
        if (Refuses(lane, transfer, sequence, lane.From, lane.To))
        {
            EndFailed(lane);
            return;
        }

        var from = new AccountState(sequence, lane.From.Balance - transfer.Amount);
        var to = new AccountState(sequence, lane.To.Balance + transfer.Amount);
        lane.Step = AttemptStep.Write;
        if (lane.InPlace)
        {
            WriteInPlace(lane, from, to);
        }
        else
        {
            WriteUnapplied(lane, from, to);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Refuses(
        TransferLane lane, in Transfer transfer, long sequence, in AccountState from, in AccountState to)
    {
        if (lane.InPlace && (from.Sequence >= sequence || to.Sequence >= sequence))
        {
            RefuseApplied(lane, transfer, sequence, from, to);
            return true;
        }

        if (from.Sequence < sequence && from.Balance < transfer.Amount)
        {
            RefuseOverdraft(lane, transfer, sequence, from);
            return true;
        }

        return false;
    }

    private static void RefuseApplied(
        TransferLane lane, in Transfer transfer, long sequence, in AccountState from, in AccountState to)
    {
        var (account, found) = from.Sequence >= sequence ? (transfer.From, from) : (transfer.To, to);
        Fail(
            lane,
            NameOf(lane, account),
            $"sequence {found.Sequence} is already at or past transfer {sequence}",
            fatal: false);
    }

    private static void RefuseOverdraft(
        TransferLane lane, in Transfer transfer, long sequence, in AccountState from) =>
        Fail(
            lane,
            NameOf(lane, transfer.From),
            $"balance {from.Balance} is below the amount {transfer.Amount} of transfer {sequence}, "
                + "which the block excludes",
            fatal: true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteInPlace(TransferLane lane, in AccountState from, in AccountState to)
    {
        if (mode == TransferMode.Strict)
        {
            Connection.Set(lane.FromKey, from, TagOf(lane, 0));
            Connection.Set(lane.ToKey, to, TagOf(lane, 1));
            lane.Pending = 2;
            return;
        }

        lane.Pending = 1;
        if (mode == TransferMode.Multi)
        {
            Connection.MultiSet([lane.FromKey, lane.ToKey], [from, to], TagOf(lane, 0));
        }
        else
        {
            Connection.Exec([lane.FromKey, lane.ToKey], [from, to], [], TagOf(lane, 0));
        }
    }

    /// <summary>Writes to the copies. A side that an earlier attempt has applied is skipped.</summary>
    private void WriteUnapplied(TransferLane lane, in AccountState from, in AccountState to)
    {
        var writes = 0;
        if (lane.From.Sequence < from.Sequence)
        {
            Connection.Set(lane.FromKey, from, TagOf(lane, 0));
            writes++;
        }

        if (lane.To.Sequence < to.Sequence)
        {
            Connection.Set(lane.ToKey, to, TagOf(lane, 1));
            writes++;
        }

        if (writes == 0)
        {
            // The transfer was applied, and timed, by an earlier attempt.
            PassTransfer(lane);
            return;
        }

        CountFault(lane, reads: 0, writes);
        lane.Pending = writes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CommitTransfer(TransferLane lane)
    {
        RecordLatency(lane);
        RecordSchedule(lane);
        PassTransfer(lane);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PassTransfer(TransferLane lane)
    {
        Commit(lane, 1);
        lane.Slot++;
        lane.StartedAt = Now;
        if (lane.Slot < lane.EndSlot || TakeNextBlock(lane, lane.Work.Numbering))
        {
            StartTransfer(lane);
        }
        else
        {
            ReportDone(lane);
        }
    }

    private void ReadChunk(TransferLane lane, AttemptStep step, int start)
    {
        lane.Step = step;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + AccountLane.ChunkSize, lane.AccountCount);
        var keys = ChunkKeys(lane, accepted: true);
        if (step == AttemptStep.Read)
        {
            Connection.MultiGet(keys, TagOf(lane, 0));
        }
        else
        {
            for (var part = 0; part < keys.Length; part++)
            {
                Connection.Get(keys[part], TagOf(lane, part));
            }

            CountFault(lane, reads: keys.Length, writes: 0);
        }

        lane.Pending = keys.Length;
    }

    private void WriteCopies(TransferLane lane)
    {
        lane.Step = AttemptStep.CopyWrite;
        var keys = ChunkKeys(lane, accepted: false);
        for (var part = 0; part < keys.Length; part++)
        {
            Connection.Set(keys[part], lane.States[lane.ChunkStart + part], TagOf(lane, part));
        }

        CountFault(lane, reads: 0, writes: keys.Length);
        lane.Pending = keys.Length;
    }

    private void AdvanceCopy(TransferLane lane)
    {
        if (lane.ChunkEnd < lane.AccountCount)
        {
            ReadChunk(lane, AttemptStep.CopyRead, lane.ChunkEnd);
        }
        else
        {
            lane.StartedAt = Now;
            StartTransfer(lane);
        }
    }

    private ReadOnlySpan<AccountKey> ChunkKeys(TransferLane lane, bool accepted)
    {
        var count = lane.ChunkEnd - lane.ChunkStart;
        for (var i = 0; i < count; i++)
        {
            var account = lane.Accounts[lane.ChunkStart + i];
            chunkKeys[i] = accepted ? AcceptedKey(lane, account) : KeyToApply(lane, account);
        }

        return chunkKeys.AsSpan(0, count);
    }

    private void CollectAccounts(TransferLane lane)
    {
        if (lane.Work.IsDecoded)
        {
            var (first, end) = lane.Work.AccountsOf(lane.UnitCursor);
            lane.Reserve(end - first);
            for (var account = first; account < end; account++)
            {
                lane.Accounts[lane.AccountCount++] = account;
            }

            return;
        }

        if (placeInGroup.Length < lane.Round!.Block.AccountCount)
        {
            placeInGroup = new int[lane.Round.Block.AccountCount];
        }

        lane.Reserve(2 * (lane.EndSlot - lane.FirstSlot));
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            placeInGroup[lane.Work.At(slot).From] = -1;
            placeInGroup[lane.Work.At(slot).To] = -1;
        }

        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            Place(lane, lane.Work.At(slot).From);
            Place(lane, lane.Work.At(slot).To);
        }
    }

    // Groups of a round share no account, so an account's place in its group is the same for every lane of this pump.
    private void Place(TransferLane lane, int account)
    {
        ref var place = ref placeInGroup[account];
        if (place < 0)
        {
            place = lane.AccountCount;
            lane.Accounts[lane.AccountCount++] = account;
        }
    }

    private int PlaceOf(TransferLane lane, int account) =>
        lane.Work.IsDecoded ? account - lane.Accounts[0] : placeInGroup[account];

    // A group's transfers lie scattered over the block: while this one is with the store, the next one comes to the
    // cache.
    private static unsafe void PrefetchNextTransfer(TransferLane lane)
    {
        if (Sse.IsSupported && lane.Slot + 1 < lane.EndSlot)
        {
            Sse.Prefetch0(Unsafe.AsPointer(in lane.Work.At(lane.Slot + 1)));
        }
    }

    private static string NameOf(TransferLane lane, int account) => $"account {lane.Work.NumberOf(account)}";

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AccountKey AcceptedKey(TransferLane lane, int account) =>
        lane.Work.AcceptedKey(account, lane.Accepted);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AccountKey KeyToApply(TransferLane lane, int account) =>
        lane.InPlace ? AcceptedKey(lane, account) : lane.Work.KeyUnder(account, lane.Grant.Epoch);
}
