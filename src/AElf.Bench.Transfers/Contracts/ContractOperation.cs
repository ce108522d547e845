using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>A lane's data of a transaction: its contract and the read accounts.</summary>
internal struct ContractState()
{
    public ContractWork Work = null!;

    /// <summary>The contract of the current transaction.</summary>
    public RunnableContract Contract = null!;

    /// <summary>The start of the row of the current transaction.</summary>
    public int Row;

    /// <summary>The keys of the transaction's accounts, as this attempt reads and writes them.</summary>
    public readonly AccountKey[] Keys = new AccountKey[ContractLimits.Roles];

    /// <summary>The marks of the accounts as read.</summary>
    public readonly long[] Marks = new long[ContractLimits.Roles];

    /// <summary>The fields of the accounts: the values read, then the values to write.</summary>
    public long[] Fields = [];

    /// <summary>The mark that the transaction writes to its accounts.</summary>
    public long Mark;

    /// <summary>The answer of the script.</summary>
    public long Answer;

    /// <summary>The accounts that are still to be written, as bits.</summary>
    public int Left;

    /// <summary>
    /// Whether no earlier attempt has applied and timed the transaction. A transaction that writes nothing leaves no
    /// mark, so the transactions around it decide.
    /// </summary>
    public bool IsAhead;
}

/// <summary>
/// Executes any contract with its compiled code. Next: <see cref="WriteOrder"/>, the rule by which an attempt can be
/// repeated.
/// </summary>
/// <remarks>
/// Each transaction is applied exactly once, by the rules of the pump and two more rules. An account is written before
/// its source accounts change. Each write stores whether the transaction was declined, so a later attempt learns this
/// from any one write. Copies may be inconsistent if another process still wrote; then the attempt fails, and the next
/// attempt copies again.
/// </remarks>
internal readonly struct ContractOperation(ContractPlan plan) : IAccountOperation<ContractState>
{
    private readonly RunnableContract[] contracts = plan.Contracts;
    private readonly RowLayout layout = plan.Layout;
    private readonly ContractGuards guards = plan.Guards;
    private readonly TransferMode mode = plan.Pacing.Mode;
    private readonly int fieldCount = plan.File.FieldCount;
    private readonly AccountKey[] keys = new AccountKey[ContractLimits.Roles];
    private readonly AccountState[] states = new AccountState[ContractLimits.Roles];
    private readonly long[] fields = new long[ContractLimits.Roles * ContractLimits.Fields];

    public int Kinds => contracts.Length;

    public int More => fieldCount - 1;

    public AccountWork NewWork() => new ContractWork(layout);

    public void Open(AccountLane<ContractState> lane)
    {
        ref var state = ref lane.State;
        state.Work = (ContractWork)lane.Work;
        state.IsAhead = lane.InPlace;
        if (state.Fields.Length == 0)
        {
            state.Fields = new long[layout.File.MaxRoles * fieldCount];
        }
    }

    public NextStep Resume<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection => NextStep.Start;

    public int CountOf(AccountLane<ContractState> lane) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Read<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        var asked = FindKeys(lane);
        lane.Pending = asked.Length;
        if (mode == TransferMode.Multi && lane.InPlace)
        {
            connection.MultiGet(asked, lane.TagOf(0));
            return;
        }

        for (var place = 0; place < asked.Length; place++)
        {
            connection.Get(asked[place], lane.TagOf(place));
        }
    }

    /// <summary>Goes to the row of the lane's slot, and finds the keys of its accounts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<AccountKey> FindKeys(AccountLane<ContractState> lane)
    {
        ref var state = ref lane.State;
        var rows = state.Work.Rows;
        state.Row = state.Work.RowOf(lane.Slot);
        lane.Sequence = lane.SequenceBase + state.Work.IndexOf(lane.Slot) + 1;
        lane.Stage = 0;
        PrefetchNext(lane);
        lane.Kind = (int)rows[state.Row];
        state.Contract = contracts[lane.Kind];
        var found = state.Keys.AsSpan(0, state.Contract.Roles);
        for (var place = 0; place < found.Length; place++)
        {
            var account = rows[state.Row + RowLayout.FirstRole + place];
            found[place] = new AccountKey(
                (int)account, account >= ContractBlock.Unwritten ? state.Work.UnwrittenVersion : lane.Version);
        }

        return found;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AccountKey Receive<TConnection>(
        AccountLane<ContractState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        state.Marks[part] = reply.State.Sequence;
        state.Fields[part * fieldCount] = reply.State.Balance;
        if (fieldCount > 1)
        {
            connection.FieldsOf(index).CopyTo(state.Fields.AsSpan((part * fieldCount) + 1));
        }

        return state.Keys[part];
    }

    public bool TakesAnswer(AccountLane<ContractState> lane, long answer) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NextStep Apply<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        lane.Step = AttemptStep.Apply;
        var contract = state.Contract;
        if (PassedBy(lane) is not 0 and var passed)
        {
            if (!ApplyPassed(lane, contract, passed))
            {
                return NextStep.Fail;
            }
        }
        else
        {
            var reason = contract.Code(state.Fields, state.Work.Rows, state.Row + layout.FirstParameter);
            state.Mark = Mark.Of(lane.Sequence, reason);
            state.Left = contract.Written;
        }

        state.IsAhead |= state.Left != 0;
        if (state.Left == 0)
        {
            // If the copies contain all writes, an earlier attempt has applied and timed the transaction.
            return contract.Written == 0 && state.IsAhead ? NextStep.Commit : NextStep.Pass;
        }

        WriteNext(lane, connection);
        return NextStep.Wait;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NextStep Confirm<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        if (lane.State.Left == 0)
        {
            return NextStep.Commit;
        }

        WriteNext(lane, connection);
        return NextStep.Wait;
    }

    public string ItemOf(AccountLane<ContractState> lane, int part) => $"account {lane.State.Keys[part].Account}";

    /// <summary>The read accounts that contain this or a later transaction, as bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PassedBy(AccountLane<ContractState> lane)
    {
        var passed = 0;
        var first = lane.Sequence << Mark.OutcomeBits;
        for (var place = 0; place < lane.State.Contract.Roles; place++)
        {
            passed |= lane.State.Marks[place] >= first ? 1 << place : 0;
        }

        return passed;
    }

    /// <summary>Finishes a transaction that an earlier attempt has written in part.</summary>
    /// <returns>False if the copies are inconsistent: they were read while the accounts changed.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ApplyPassed(AccountLane<ContractState> lane, RunnableContract contract, int passed)
    {
        ref var state = ref lane.State;
        state.Left = contract.Written & ~passed;
        if (state.Left == 0 && !lane.InPlace)
        {
            return true;
        }

        var found = state.Marks.AsSpan(0, contract.Roles).IndexOfAnyInRange(
            lane.Sequence << Mark.OutcomeBits, Mark.Of(lane.Sequence, reason: -1));
        if (lane.InPlace || (found < 0 && guards.Outcome))
        {
            return RefusePassed(lane, int.TrailingZeroCount(passed));
        }

        var firstParameter = state.Row + layout.FirstParameter;
        var isDeclined = found >= 0 && guards.Outcome
            ? Mark.IsDeclined(state.Marks[found])
            : contract.Code(state.Fields, state.Work.Rows, firstParameter) != Contract.Accepted;
        state.Mark = Mark.Of(lane.Sequence, isDeclined ? -1 : Contract.Accepted);
        if (isDeclined || !guards.Outcome)
        {
            return true;
        }

        foreach (var place in WriteOrder.Places(state.Left))
        {
            if ((contract.Contract.Order.Sources[place] & passed) != 0)
            {
                return RefusePassed(lane, int.TrailingZeroCount(contract.Contract.Order.Sources[place] & passed));
            }
        }

        contract.CodeOfAccepted(state.Fields, state.Work.Rows, firstParameter);
        return true;
    }

    private static bool RefusePassed(AccountLane<ContractState> lane, int place)
    {
        lane.Fail(
            $"account {lane.State.Keys[place].Account}",
            $"sequence {Mark.SequenceOf(lane.State.Marks[place])} is already at or past transaction {lane.Sequence}"
                + (lane.InPlace ? "" : ", but an account that is computed from it is not: the accounts changed while "
                    + "they were copied"),
            fatal: false);
        return false;
    }

    /// <summary>Writes the accounts of the next stage with unwritten accounts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteNext<TConnection>(AccountLane<ContractState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        lane.Step = AttemptStep.Write;
        // One store transaction needs no order: its writes are visible together.
        var places = mode == TransferMode.Exec && lane.InPlace ? state.Left : 0;
        while (places == 0)
        {
            places = state.Contract.Stages[lane.Stage++] & state.Left;
        }

        state.Left &= ~places;
        if (mode != TransferMode.Strict && lane.InPlace)
        {
            WriteTogether(lane, places, connection);
            return;
        }

        lane.Pending = int.PopCount(places);
        for (; places != 0; places &= places - 1)
        {
            var place = int.TrailingZeroCount(places);
            var written = new AccountState(state.Mark, state.Fields[place * fieldCount]);
            if (fieldCount == 1)
            {
                connection.Set(state.Keys[place], written, lane.TagOf(place));
            }
            else
            {
                connection.SetFields(
                    state.Keys[place],
                    written,
                    state.Fields.AsSpan((place * fieldCount) + 1, fieldCount - 1),
                    lane.TagOf(place));
            }
        }
    }

    private void WriteTogether<TConnection>(AccountLane<ContractState> lane, int places, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        lane.Pending = 1;
        var count = 0;
        foreach (var place in WriteOrder.Places(places))
        {
            keys[count] = state.Keys[place];
            states[count] = new AccountState(state.Mark, state.Fields[place * fieldCount]);
            state.Fields.AsSpan((place * fieldCount) + 1, fieldCount - 1)
                .CopyTo(fields.AsSpan(count * (fieldCount - 1)));
            count++;
        }

        var written = keys.AsSpan(0, count);
        var more = fields.AsSpan(0, count * (fieldCount - 1));
        if (mode == TransferMode.Exec)
        {
            connection.Exec(written, states.AsSpan(0, count), more, lane.TagOf(0));
        }
        else if (fieldCount == 1)
        {
            connection.MultiSet(written, states.AsSpan(0, count), lane.TagOf(0));
        }
        else
        {
            connection.MultiSetFields(written, states.AsSpan(0, count), more, lane.TagOf(0));
        }
    }

    // The rows of a group are scattered over the block. While the store executes this row, the next one is prefetched.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void PrefetchNext(AccountLane<ContractState> lane)
    {
        if (Sse.IsSupported && lane.Slot + 1 < lane.EndSlot)
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref lane.State.Work.Rows[lane.State.Work.RowOf(lane.Slot + 1)]));
        }
    }
}
