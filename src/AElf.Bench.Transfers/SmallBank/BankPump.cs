using System.Runtime.CompilerServices;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// Executes SmallBank in many lanes over one pipelined connection: a state machine, replies in, store operations out.
/// </summary>
/// <remarks>
/// Exactly once by the rules of the transfers' pump, and one more, since a balance may be computed from another
/// account: it is only computed from accounts that the transaction has not passed. In place the order of
/// <see cref="BankStep"/> sees to that; copies that were read while another process still wrote may not fit together,
/// and then the attempt fails, and the next one copies again.
/// </remarks>
internal sealed class BankPump<TConnection> : AccountPump<BankLane, TConnection>
    where TConnection : struct, IAccountConnection
{
    // A tag names the lane and, in its low bits, which of the lane's operations it is.
    private const int PartBits = 5;
    private const int PartMask = (1 << PartBits) - 1;

    /// <summary>Opens the pump's connection.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public BankPump(int lanes, Func<TConnection> connect, LatencyHistogram latency, TimeProvider clock)
        : base(lanes, connect, latency, clock)
    {
    }

    [MethodImpl(Hot)]
    public override void Exchange()
    {
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

    protected override void Take(BankLane lane, in GrantWork work)
    {
        lane.Round = work.Round as BankRound;
        lane.Work = lane.Round?.Work ?? lane.Decoded;
        if (lane.Round is null)
        {
            lane.Work.Decode(work.Encoded.Span);
        }
    }

    protected override int UnitsOf(BankLane lane) =>
        lane.Round is { } round ? round.Jobs.CountOf(lane.Grant) : lane.Work.GroupCount;

    protected override void StartUnit(BankLane lane)
    {
        if (lane.Round is { } round)
        {
            lane.Unit = round.Jobs.UnitOf(lane.Grant, lane.UnitCursor);
            lane.Accepted = round.AcceptedVersionOf(lane.Unit);
            (lane.FirstSlot, lane.EndSlot) = lane.Work.SlotsOf(lane.Unit);
        }
        else
        {
            (lane.Unit, lane.Accepted) = lane.Work.GroupAt(lane.UnitCursor);
            (lane.FirstSlot, lane.EndSlot) = lane.Work.SlotsOf(lane.UnitCursor);
        }

        lane.BlocksDone = 0;
        lane.SequenceBase = lane.Work.Numbering.Base;
        lane.Slot = lane.FirstSlot;
        lane.ChunkStart = 0;
        lane.StartedAt = Now;
        lane.IsAhead = lane.InPlace;
        if (lane.InPlace)
        {
            ReadTransaction(lane);
        }
        else
        {
            CollectAccounts(lane);
            ReadChunk(lane, start: 0);
        }
    }

    private static int TagOf(BankLane lane, int part) => (lane.Number << PartBits) | part;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AccountKey AcceptedKey(BankLane lane, int account) => new(account, lane.Accepted);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AccountKey KeyToApply(BankLane lane, int account) =>
        new(account, lane.InPlace ? lane.Accepted : lane.Grant.Epoch);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Receive(BankLane lane, int part, in AccountReply reply)
    {
        switch (reply.Kind)
        {
            case ReplyKind.Value when lane.Step == AttemptStep.CopyRead:
                lane.States[part] = reply.State;
                Check(lane, AcceptedKey(lane, lane.Accounts[lane.ChunkStart + part]), reply.Key);
                break;
            case ReplyKind.Value when lane.Step == AttemptStep.Read:
                lane.Read[part] = reply.State;
                Check(lane, lane.Keys[part], reply.Key);
                break;
            case ReplyKind.Stored when lane.Step is AttemptStep.Write or AttemptStep.CopyWrite:
                break;
            default:
                FailReply(lane, part, reply.Kind);
                break;
        }
    }

    private void FailReply(BankLane lane, int part, ReplyKind kind) => Fail(
        lane,
        ItemOf(lane, part),
        ReplyText.Explain(kind, Connection),
        kind is ReplyKind.Missing or ReplyKind.Corrupt);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Check(BankLane lane, AccountKey asked, AccountKey found)
    {
        if (asked != found)
        {
            FailKey(lane, asked, found);
        }
    }

    private static void FailKey(BankLane lane, AccountKey asked, AccountKey found) =>
        Fail(lane, $"account {asked.Account}", ReplyText.ExplainKey(asked, found), fatal: true);

    private static string ItemOf(BankLane lane, int part) =>
        lane.Step is AttemptStep.CopyRead or AttemptStep.CopyWrite
            ? $"account {lane.Accounts[lane.ChunkStart + part]}"
            : $"account {lane.Keys[part].Account}";

    [MethodImpl(Hot)]
    private void Advance(BankLane lane)
    {
        if (lane.Failure is not null)
        {
            EndFailed(lane);
            return;
        }

        switch (lane.Step)
        {
            case AttemptStep.CopyRead:
                WriteCopies(lane);
                break;
            case AttemptStep.CopyWrite:
                AdvanceCopy(lane);
                break;
            case AttemptStep.Read:
                Apply(lane);
                break;
            case AttemptStep.Write when lane.WritesLeft != 0:
                Write(lane, lane.WritesLeft, then: 0);
                break;
            case AttemptStep.Write:
                CommitTransaction(lane);
                break;
            default:
                ThrowUnreachable(lane);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ReadTransaction(BankLane lane)
    {
        var transaction = lane.Work.At(lane.Slot);
        lane.Transaction = transaction;
        lane.Sequence = lane.SequenceBase + lane.Work.IndexOf(lane.Slot) + 1;
        lane.Step = AttemptStep.Read;
        var reads = BankStep.Of(transaction.Kind).Reads;
        for (var place = 0; place < reads; place++)
        {
            lane.Keys[place] = KeyToApply(lane, BankStep.AccountAt(transaction, place));
            Connection.Get(lane.Keys[place], TagOf(lane, place));
        }

        CountFault(lane, reads, writes: 0);
        lane.Pending = reads;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Apply(BankLane lane)
    {
        lane.Step = AttemptStep.Apply;
        var transaction = lane.Transaction;
        var step = BankStep.Of(transaction.Kind);
        var passed = PassedBy(lane, step.Reads);
        if (Refuses(lane, step, passed))
        {
            EndFailed(lane);
            return;
        }

        Span<long> read = stackalloc long[BankTransaction.MaxAccounts];
        for (var place = 0; place < step.Reads; place++)
        {
            read[place] = lane.Read[place].Balance;
        }

        var (first, second) = (step.First & ~passed, step.Second & ~passed);
        for (var place = 0; place < step.Reads; place++)
        {
            if (((first | second) & (1 << place)) != 0)
            {
                lane.Balances[place] = BankStep.BalanceAfter(transaction, place, read);
            }
        }

        lane.IsAhead |= (first | second) != 0;
        if (first != 0)
        {
            Write(lane, first, then: second);
        }
        else if (second != 0)
        {
            Write(lane, second, then: 0);
        }
        else if (step.Writes == 0 && lane.IsAhead)
        {
            CommitTransaction(lane);
        }
        else
        {
            // The copy already held all of it: the transaction was applied, and timed, by an earlier attempt.
            PassTransaction(lane);
        }
    }

    /// <summary>The accounts read that are at or past the transaction, as bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PassedBy(BankLane lane, int reads)
    {
        var passed = 0;
        for (var place = 0; place < reads; place++)
        {
            passed |= lane.Read[place].Sequence >= lane.Sequence ? 1 << place : 0;
        }

        return passed;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Refuses(BankLane lane, BankStep step, int passed)
    {
        // Only copies may be past a transaction, and then nothing may be left to compute from them.
        if (passed == 0 || (!lane.InPlace && (step.First & ~passed) == 0))
        {
            return false;
        }

        RefusePassed(lane, int.TrailingZeroCount(passed));
        return true;
    }

    private static void RefusePassed(BankLane lane, int place) => Fail(
        lane,
        $"account {lane.Keys[place].Account}",
        $"sequence {lane.Read[place].Sequence} is already at or past transaction {lane.Sequence}"
            + (lane.InPlace ? "" : ", and another account that is computed from it is not: they were copied while "
                + "they changed"),
        fatal: false);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Write(BankLane lane, int places, int then)
    {
        lane.Step = AttemptStep.Write;
        lane.WritesLeft = then;
        lane.Pending = int.PopCount(places);
        CountFault(lane, reads: 0, lane.Pending);
        for (; places != 0; places &= places - 1)
        {
            var place = int.TrailingZeroCount(places);
            Connection.Set(
                lane.Keys[place], new AccountState(lane.Sequence, lane.Balances[place]), TagOf(lane, place));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CommitTransaction(BankLane lane)
    {
        RecordLatency(lane);
        PassTransaction(lane);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PassTransaction(BankLane lane)
    {
        Commit(lane, 1);
        lane.Slot++;
        lane.StartedAt = Now;
        if (lane.Slot < lane.EndSlot || TakeNextBlock(lane, lane.Work.Numbering))
        {
            ReadTransaction(lane);
        }
        else
        {
            ReportDone(lane);
        }
    }

    private static void CollectAccounts(BankLane lane)
    {
        var met = new HashSet<int>();
        lane.Accounts.Clear();
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            var (_, customer, other, _) = lane.Work.At(slot);
            foreach (var each in (ReadOnlySpan<int>)[customer, other])
            {
                if (met.Add(each))
                {
                    lane.Accounts.Add(BankTransaction.SavingsOf(each));
                    lane.Accounts.Add(BankTransaction.CheckingOf(each));
                }
            }
        }
    }

    private void ReadChunk(BankLane lane, int start)
    {
        lane.Step = AttemptStep.CopyRead;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + AccountLane.ChunkSize, lane.Accounts.Count);
        lane.Pending = lane.ChunkEnd - start;
        CountFault(lane, reads: lane.Pending, writes: 0);
        for (var part = 0; part < lane.Pending; part++)
        {
            Connection.Get(AcceptedKey(lane, lane.Accounts[start + part]), TagOf(lane, part));
        }
    }

    private void WriteCopies(BankLane lane)
    {
        lane.Step = AttemptStep.CopyWrite;
        lane.Pending = lane.ChunkEnd - lane.ChunkStart;
        CountFault(lane, reads: 0, writes: lane.Pending);
        for (var part = 0; part < lane.Pending; part++)
        {
            Connection.Set(
                KeyToApply(lane, lane.Accounts[lane.ChunkStart + part]), lane.States[part], TagOf(lane, part));
        }
    }

    private void AdvanceCopy(BankLane lane)
    {
        if (lane.ChunkEnd < lane.Accounts.Count)
        {
            ReadChunk(lane, lane.ChunkEnd);
        }
        else
        {
            lane.StartedAt = Now;
            ReadTransaction(lane);
        }
    }
}
