using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A lane's data of a transfer.</summary>
internal struct TransferState()
{
    public TransferWork Work = null!;

    /// <summary>
    /// The current transfer. It is stored here, since its cache line in the block is cold when the replies arrive.
    /// </summary>
    public Transfer Transfer;

    /// <summary>The key of the paying account, as this attempt reads and writes it.</summary>
    public AccountKey FromKey;

    /// <summary>The key of the receiving account, as this attempt reads and writes it.</summary>
    public AccountKey ToKey;

    /// <summary>The paying account as read.</summary>
    public AccountState From;

    /// <summary>The receiving account as read.</summary>
    public AccountState To;

    /// <summary>In batch mode, the states of the group's accounts.</summary>
    public AccountState[] States = [];
}

/// <summary>The built-in transfer, one at a time.</summary>
/// <remarks>
/// A first attempt refuses a transfer that an account already contains. A later attempt applies a side only if its
/// sequence is lower.
/// </remarks>
internal readonly struct TransferOperation(TransferMode mode) : IAccountOperation<TransferState>
{
    public int Kinds => 1;

    public int More => 0;

    public AccountWork NewWork() => new TransferWork();

    public void Open(AccountLane<TransferState> lane) => lane.State.Work = (TransferWork)lane.Work;

    public NextStep Resume<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection => NextStep.Start;

    public int CountOf(AccountLane<TransferState> lane) => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Read<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        state.Transfer = state.Work.At(lane.Slot);
        lane.Sequence = lane.SequenceBase + state.Work.IndexOf(lane.Slot) + 1;
        PrefetchNext(lane);
        state.FromKey = new AccountKey(state.Transfer.From, lane.Version);
        state.ToKey = new AccountKey(state.Transfer.To, lane.Version);
        lane.Pending = 2;
        if (mode == TransferMode.Multi && lane.InPlace)
        {
            connection.MultiGet([state.FromKey, state.ToKey], lane.TagOf(0));
            return;
        }

        connection.Get(state.FromKey, lane.TagOf(0));
        connection.Get(state.ToKey, lane.TagOf(1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AccountKey Receive<TConnection>(
        AccountLane<TransferState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        (part == 0 ? ref state.From : ref state.To) = reply.State;
        return part == 0 ? state.FromKey : state.ToKey;
    }

    public bool TakesAnswer(AccountLane<TransferState> lane, long answer) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NextStep Apply<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        var sequence = lane.Sequence;
        lane.Step = AttemptStep.Apply;
        if (Refuses(lane, state.Transfer, sequence, state.From, state.To))
        {
            return NextStep.Fail;
        }

        var from = new AccountState(sequence, state.From.Balance - state.Transfer.Amount);
        var to = new AccountState(sequence, state.To.Balance + state.Transfer.Amount);
        lane.Step = AttemptStep.Write;
        if (!lane.InPlace)
        {
            return WriteUnapplied(lane, from, to, connection);
        }

        WriteInPlace(lane, from, to, connection);
        return NextStep.Wait;
    }

    public NextStep Confirm<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection => NextStep.Commit;

    public string ItemOf(AccountLane<TransferState> lane, int part) =>
        $"account {(part == 0 ? lane.State.Transfer.From : lane.State.Transfer.To)}";

    /// <summary>Whether a transfer cannot be applied to its accounts. Then the attempt has failed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Refuses(
        AccountLane lane, in Transfer transfer, long sequence, in AccountState from, in AccountState to)
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RefuseApplied(
        AccountLane lane, in Transfer transfer, long sequence, in AccountState from, in AccountState to)
    {
        var (account, found) = from.Sequence >= sequence ? (transfer.From, from) : (transfer.To, to);
        lane.Fail(
            $"account {account}",
            $"sequence {found.Sequence} is already at or past transfer {sequence}",
            fatal: false);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RefuseOverdraft(
        AccountLane lane, in Transfer transfer, long sequence, in AccountState from) =>
        lane.Fail(
            $"account {transfer.From}",
            $"balance {from.Balance} is below the amount {transfer.Amount} of transfer {sequence}, "
                + "although the block can be paid",
            fatal: true);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteInPlace<TConnection>(
        AccountLane<TransferState> lane, AccountState from, AccountState to, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        if (mode == TransferMode.Strict)
        {
            connection.Set(state.FromKey, from, lane.TagOf(0));
            connection.Set(state.ToKey, to, lane.TagOf(1));
            lane.Pending = 2;
            return;
        }

        lane.Pending = 1;
        if (mode == TransferMode.Multi)
        {
            connection.MultiSet([state.FromKey, state.ToKey], [from, to], lane.TagOf(0));
        }
        else
        {
            connection.Exec([state.FromKey, state.ToKey], [from, to], [], lane.TagOf(0));
        }
    }

    /// <summary>Writes to the copies. A side that an earlier attempt has applied is skipped.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NextStep WriteUnapplied<TConnection>(
        AccountLane<TransferState> lane, AccountState from, AccountState to, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        ref var state = ref lane.State;
        if (state.From.Sequence < from.Sequence)
        {
            connection.Set(state.FromKey, from, lane.TagOf(0));
            lane.Pending++;
        }

        if (state.To.Sequence < to.Sequence)
        {
            connection.Set(state.ToKey, to, lane.TagOf(1));
            lane.Pending++;
        }

        return lane.Pending == 0 ? NextStep.Pass : NextStep.Wait;
    }

    // The transfers of a group are scattered over the block. While the store executes this one, the next one is
    // prefetched.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe void PrefetchNext(AccountLane<TransferState> lane)
    {
        if (Sse.IsSupported && lane.Slot + 1 < lane.EndSlot)
        {
            Sse.Prefetch0(Unsafe.AsPointer(in lane.State.Work.At(lane.Slot + 1)));
        }
    }
}
