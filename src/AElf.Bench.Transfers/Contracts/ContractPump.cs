using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>
/// Executes contracts in many lanes over one pipelined connection: a state machine, replies in, store operations out.
/// Next: <see cref="WriteOrder"/>, the rule that makes any contract repeatable.
/// </summary>
/// <remarks>
/// Exactly once by the rules of the transfers' pump, and two more. An account is written before those change that it is
/// computed from. Each write says whether the transaction was declined, so that a later attempt that finds one write
/// knows the others. Copies that were read while another process still wrote may not fit together; then the attempt
/// fails, and the next one copies again.
/// </remarks>
internal sealed partial class ContractPump<TConnection> : AccountPump<ContractLane, TConnection>
    where TConnection : struct, IAccountConnection
{
    // A tag names the lane and, in its low bits, which of the lane's operations it is.
    private const int PartBits = 5;
    private const int PartMask = (1 << PartBits) - 1;

    private readonly RunnableContract[] contracts;
    private readonly RowLayout layout;
    private readonly ContractGuards guards;
    private readonly TransferMode mode;
    private readonly StoreScript[] scripts;
    private readonly bool isGrouped;
    private readonly int fieldCount;
    private readonly AccountKey[] keys = new AccountKey[ContractLimits.Roles + 1];
    private readonly AccountState[] states = new AccountState[ContractLimits.Roles];
    private readonly long[] fields;
    private readonly long[] arguments = new long[ContractLimits.Parameters + 3];

    /// <summary>Opens the pump's connection.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public ContractPump(
        int lanes,
        Func<TConnection> connect,
        ContractPlan plan,
        LatencyHistogram latency,
        TimeProvider clock,
        ArrivalPlan? arrivals)
        : base(lanes, connect, latency, clock, arrivals, plan.File.Contracts.Count)
    {
        (contracts, layout) = (plan.Contracts, plan.Layout);
        (guards, fieldCount) = (plan.Guards, plan.File.FieldCount);
        mode = plan.Pacing.Mode;
        (scripts, isGrouped) = (plan.Scripts, plan.Pacing.IsGrouped);
        fields = new long[ContractLimits.Roles * ContractLimits.Fields];
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
        for (var index = 0; index < replies.Length; index++)
        {
            ref readonly var reply = ref replies[index];
            var lane = LaneAt(reply.Tag >> PartBits);
            lane.Pending--;
            Receive(lane, reply.Tag & PartMask, reply, index);
            if (lane.Pending == 0)
            {
                Advance(lane);
            }
        }

        EndRecording();
    }

    protected override void Take(ContractLane lane, in GrantWork work)
    {
        lane.Round = work.Round as ContractRound;
        lane.Work = lane.Round?.Work ?? lane.DecodedFor(layout);
        if (lane.Round is null)
        {
            lane.Work.Decode(work.Encoded.Span);
            if (Connection.Tags is { } tags)
            {
                lane.Work.Place(tags);
            }
        }

        if (lane.Fields.Length == 0)
        {
            lane.Fields = new long[layout.File.MaxRoles * fieldCount];
            lane.CopiedFields = new long[AccountLane.ChunkSize * (fieldCount - 1)];
        }

        OpenArrivals(
            lane, lane.Work.Numbering, work.RoundNumber, lane.Work.IsDecoded ? lane.Work.OpenedMicrosecondsAgo : null);
    }

    protected override int UnitsOf(ContractLane lane) =>
        lane.Round is { } round ? round.Jobs.CountOf(lane.Grant) : lane.Work.GroupCount;

    protected override void StartUnit(ContractLane lane)
    {
        if (lane.Round is { } round)
        {
            lane.Unit = round.Jobs.UnitOf(lane.Grant, lane.UnitCursor);
            lane.Accepted = round.OpeningVersionOf(lane.Unit);
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
        lane.Stage = 0;
        lane.StartedAt = Now;
        lane.IsAhead = lane.InPlace;
        if (lane.InPlace)
        {
            StartTransaction(lane);
            return;
        }

        if (!isGrouped)
        {
            TakeOver(lane);
            return;
        }

        CollectAccounts(lane);
        if (lane.Accounts.Count == 0)
        {
            StartTransaction(lane);
        }
        else
        {
            ReadChunk(lane, start: 0);
        }
    }

    protected override void Begin(ContractLane lane) => ReadTransaction(lane);

    private static int TagOf(ContractLane lane, int part) => (lane.Number << PartBits) | part;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AccountKey KeyToApply(ContractLane lane, long account) => new(
        (int)account,
        account >= ContractBlock.Unwritten ? lane.Work.UnwrittenVersion
            : lane.InPlace ? lane.Accepted
            : lane.Grant.Epoch);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Receive(ContractLane lane, int part, in AccountReply reply, int index)
    {
        if (reply.Kind == ReplyKind.Value && lane.Step == AttemptStep.Read)
        {
            lane.Marks[part] = reply.State.Sequence;
            lane.Fields[part * fieldCount] = reply.State.Balance;
            if (fieldCount > 1)
            {
                Connection.FieldsOf(index).CopyTo(lane.Fields.AsSpan((part * fieldCount) + 1));
            }

            if (lane.Keys[part] != reply.Key)
            {
                FailKey(lane, lane.Keys[part], reply.Key);
            }
        }
        else if (reply.Kind != ReplyKind.Stored || lane.Step is not (AttemptStep.Write or AttemptStep.CopyWrite))
        {
            ReceiveOther(lane, part, reply, index);
        }
    }

    /// <summary>Receives the copy of an account, or what ends the attempt.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReceiveOther(ContractLane lane, int part, in AccountReply reply, int index)
    {
        if (reply.Kind == ReplyKind.Number)
        {
            lane.Answer = reply.State.Sequence;
            return;
        }

        var isCopy = isGrouped && lane.Step is AttemptStep.CopyRead or AttemptStep.CopyWrite;
        var account = isCopy ? lane.Accounts[lane.ChunkStart + part] : lane.Keys[part].Account;
        if (reply.Kind != ReplyKind.Value || lane.Step != AttemptStep.CopyRead)
        {
            Fail(
                lane,
                isGrouped ? $"account {account}" : $"job {lane.Unit}",
                ReplyText.Explain(reply.Kind, Connection),
                reply.Kind is ReplyKind.Missing or ReplyKind.Corrupt);
            return;
        }

        lane.Copies[part] = reply.State;
        Connection.FieldsOf(index).CopyTo(lane.CopiedFields.AsSpan(part * (fieldCount - 1)));
        if (new AccountKey(account, lane.Accepted) is var asked && asked != reply.Key)
        {
            FailKey(lane, asked, reply.Key);
        }
    }

    private static void FailKey(ContractLane lane, AccountKey asked, AccountKey found) =>
        Fail(lane, $"account {asked.Account}", ReplyText.ExplainKey(asked, found), fatal: true);

    [MethodImpl(Hot)]
    private void Advance(ContractLane lane)
    {
        if (lane.Failure is not null)
        {
            EndFailed(lane);
            return;
        }

        switch (lane.Step)
        {
            case AttemptStep.Read:
                Apply(lane);
                break;
            case AttemptStep.Write when scripts.Length > 0:
                TakeAnswer(lane);
                break;
            case AttemptStep.CopyWrite when !isGrouped:
                SkipApplied(lane);
                break;
            case AttemptStep.Write when lane.Left != 0:
                WriteNext(lane);
                break;
            case AttemptStep.Write:
                CommitTransaction(lane);
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
    private void StartTransaction(ContractLane lane)
    {
        if (!IsPaced || !Holds(lane, lane.Work.Numbering, lane.Work.IndexOf(lane.Slot)))
        {
            ReadTransaction(lane);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ReadTransaction(ContractLane lane)
    {
        lane.Row = lane.Work.RowOf(lane.Slot);
        lane.Sequence = lane.SequenceBase + lane.Work.IndexOf(lane.Slot) + 1;
        lane.Stage = 0;
        lane.Step = AttemptStep.Read;
        PrefetchNextRow(lane);
        var row = lane.Work.Rows;
        lane.Contract = contracts[(int)row[lane.Row]];
        var roles = lane.Contract.Roles;
        lane.Pending = roles;
        for (var place = 0; place < roles; place++)
        {
            lane.Keys[place] = KeyToApply(lane, row[lane.Row + RowLayout.FirstRole + place]);
        }

        if (scripts.Length > 0)
        {
            Evaluate(lane);
            return;
        }

        if (mode == TransferMode.Multi && lane.InPlace)
        {
            Connection.MultiGet(lane.Keys.AsSpan(0, roles), TagOf(lane, 0));
            return;
        }

        for (var place = 0; place < roles; place++)
        {
            Connection.Get(lane.Keys[place], TagOf(lane, place));
        }

        CountFault(lane, roles, writes: 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Apply(ContractLane lane)
    {
        lane.Step = AttemptStep.Apply;
        var contract = lane.Contract;
        if (PassedBy(lane) is not 0 and var passed)
        {
            if (!ApplyPassed(lane, contract, passed))
            {
                EndFailed(lane);
                return;
            }
        }
        else
        {
            var reason = contract.Code(lane.Fields, lane.Work.Rows, lane.Row + layout.FirstParameter);
            lane.Mark = Mark.Of(lane.Sequence, reason);
            lane.Left = contract.Written;
        }

        lane.IsAhead |= lane.Left != 0;
        if (lane.Left != 0)
        {
            WriteNext(lane);
        }
        else if (contract.Written == 0 && lane.IsAhead)
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
    private static int PassedBy(ContractLane lane)
    {
        var passed = 0;
        var first = lane.Sequence << Mark.OutcomeBits;
        for (var place = 0; place < lane.Contract.Roles; place++)
        {
            passed |= lane.Marks[place] >= first ? 1 << place : 0;
        }

        return passed;
    }

    /// <summary>Finishes a transaction that an earlier attempt has written in part.</summary>
    /// <returns>False when the copies do not say enough: they were read while they changed.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ApplyPassed(ContractLane lane, RunnableContract contract, int passed)
    {
        lane.Left = contract.Written & ~passed;
        if (lane.Left == 0 && !lane.InPlace)
        {
            return true;
        }

        var found = lane.Marks.AsSpan(0, contract.Roles).IndexOfAnyInRange(
            lane.Sequence << Mark.OutcomeBits, Mark.Of(lane.Sequence, reason: -1));
        if (lane.InPlace || (found < 0 && guards.Outcome))
        {
            return RefusePassed(lane, int.TrailingZeroCount(passed));
        }

        var isDeclined = found >= 0 && guards.Outcome
            ? Mark.IsDeclined(lane.Marks[found])
            : contract.Code(lane.Fields, lane.Work.Rows, lane.Row + layout.FirstParameter) != Contract.Accepted;
        lane.Mark = Mark.Of(lane.Sequence, isDeclined ? -1 : Contract.Accepted);
        if (isDeclined || !guards.Outcome)
        {
            return true;
        }

        foreach (var place in WriteOrder.Places(lane.Left))
        {
            if ((contract.Contract.Order.Sources[place] & passed) != 0)
            {
                return RefusePassed(lane, int.TrailingZeroCount(contract.Contract.Order.Sources[place] & passed));
            }
        }

        contract.CodeOfAccepted(lane.Fields, lane.Work.Rows, lane.Row + layout.FirstParameter);
        return true;
    }

    private static bool RefusePassed(ContractLane lane, int place)
    {
        Fail(
            lane,
            $"account {lane.Keys[place].Account}",
            $"sequence {Mark.SequenceOf(lane.Marks[place])} is already at or past transaction {lane.Sequence}"
                + (lane.InPlace ? "" : ", and another account that is computed from it is not: they were copied while "
                    + "they changed"),
            fatal: false);
        return false;
    }

    /// <summary>Writes the accounts of the next stage that has some left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteNext(ContractLane lane)
    {
        lane.Step = AttemptStep.Write;
        // One transaction needs no order: whoever finds one of its writes finds them all.
        var places = mode == TransferMode.Exec && lane.InPlace ? lane.Left : 0;
        while (places == 0)
        {
            places = lane.Contract.Stages[lane.Stage++] & lane.Left;
        }

        lane.Left &= ~places;
        if (mode != TransferMode.Strict && lane.InPlace)
        {
            WriteTogether(lane, places);
            return;
        }

        lane.Pending = int.PopCount(places);
        CountFault(lane, reads: 0, lane.Pending);
        for (; places != 0; places &= places - 1)
        {
            var place = int.TrailingZeroCount(places);
            var state = new AccountState(lane.Mark, lane.Fields[place * fieldCount]);
            if (fieldCount == 1)
            {
                Connection.Set(lane.Keys[place], state, TagOf(lane, place));
            }
            else
            {
                Connection.SetFields(
                    lane.Keys[place],
                    state,
                    lane.Fields.AsSpan((place * fieldCount) + 1, fieldCount - 1),
                    TagOf(lane, place));
            }
        }
    }

    private void WriteTogether(ContractLane lane, int places)
    {
        lane.Pending = 1;
        var count = 0;
        foreach (var place in WriteOrder.Places(places))
        {
            keys[count] = lane.Keys[place];
            states[count] = new AccountState(lane.Mark, lane.Fields[place * fieldCount]);
            lane.Fields.AsSpan((place * fieldCount) + 1, fieldCount - 1)
                .CopyTo(fields.AsSpan(count * (fieldCount - 1)));
            count++;
        }

        var tag = TagOf(lane, 0);
        var written = keys.AsSpan(0, count);
        var more = fields.AsSpan(0, count * (fieldCount - 1));
        if (mode == TransferMode.Exec)
        {
            Connection.Exec(written, states.AsSpan(0, count), more, tag);
        }
        else if (fieldCount == 1)
        {
            Connection.MultiSet(written, states.AsSpan(0, count), tag);
        }
        else
        {
            Connection.MultiSetFields(written, states.AsSpan(0, count), more, tag);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CommitTransaction(ContractLane lane)
    {
        RecordLatencyOf(lane, (int)lane.Work.Rows[lane.Row]);
        RecordSchedule(lane);
        PassTransaction(lane);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PassTransaction(ContractLane lane)
    {
        var isNext = Pass(lane);
        lane.StartedAt = Now;
        if (isNext)
        {
            StartTransaction(lane);
        }
        else
        {
            ReportDone(lane);
        }
    }

    /// <summary>Counts the transaction as done.</summary>
    /// <returns>Whether another one follows.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Pass(ContractLane lane)
    {
        Commit(lane, 1);
        lane.Slot++;
        return lane.Slot < lane.EndSlot || TakeNextBlock(lane, lane.Work.Numbering);
    }

    private void CollectAccounts(ContractLane lane)
    {
        var met = new HashSet<int>();
        lane.Accounts.Clear();
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            var row = lane.Work.Rows.AsSpan(lane.Work.RowOf(slot), layout.Stride);
            foreach (var account in row.Slice(RowLayout.FirstRole, contracts[(int)row[0]].Roles))
            {
                if (account < ContractBlock.Unwritten && met.Add((int)account))
                {
                    lane.Accounts.Add((int)account);
                }
            }
        }
    }

    private void ReadChunk(ContractLane lane, int start)
    {
        lane.Step = AttemptStep.CopyRead;
        lane.ChunkStart = start;
        lane.ChunkEnd = Math.Min(start + AccountLane.ChunkSize, lane.Accounts.Count);
        lane.Pending = lane.ChunkEnd - start;
        CountFault(lane, reads: lane.Pending, writes: 0);
        for (var part = 0; part < lane.Pending; part++)
        {
            Connection.Get(new AccountKey(lane.Accounts[start + part], lane.Accepted), TagOf(lane, part));
        }
    }

    private void WriteCopies(ContractLane lane)
    {
        lane.Step = AttemptStep.CopyWrite;
        lane.Pending = lane.ChunkEnd - lane.ChunkStart;
        CountFault(lane, reads: 0, writes: lane.Pending);
        for (var part = 0; part < lane.Pending; part++)
        {
            var key = new AccountKey(lane.Accounts[lane.ChunkStart + part], lane.Grant.Epoch);
            if (fieldCount == 1)
            {
                Connection.Set(key, lane.Copies[part], TagOf(lane, part));
            }
            else
            {
                var more = lane.CopiedFields.AsSpan(part * (fieldCount - 1), fieldCount - 1);
                Connection.SetFields(key, lane.Copies[part], more, TagOf(lane, part));
            }
        }
    }

    private void AdvanceCopy(ContractLane lane)
    {
        if (lane.ChunkEnd < lane.Accounts.Count)
        {
            ReadChunk(lane, lane.ChunkEnd);
        }
        else
        {
            lane.StartedAt = Now;
            StartTransaction(lane);
        }
    }

    // A group's rows lie scattered over the block: while this one is with the store, the next one comes to the cache.
    private static unsafe void PrefetchNextRow(ContractLane lane)
    {
        if (Sse.IsSupported && lane.Slot + 1 < lane.EndSlot)
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref lane.Work.Rows[lane.Work.RowOf(lane.Slot + 1)]));
        }
    }
}
