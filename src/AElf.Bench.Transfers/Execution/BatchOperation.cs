using System.Runtime.CompilerServices;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// The built-in transfer, for a whole group at once: a first attempt reads and writes each account once. A later
/// attempt executes the transfers one by one.
/// </summary>
internal struct BatchOperation() : IAccountOperation<TransferState>
{
    private readonly TransferOperation single = new(TransferMode.Strict);
    private readonly AccountKey[] keys = new AccountKey[AccountLane.ChunkSize];

    // Groups of a round share no account, so an account has the same place in its group for every lane of this pump.
    private int[] places = [];

    public readonly int Kinds => 1;

    public readonly int More => 0;

    public readonly AccountWork NewWork() => single.NewWork();

    public void Open(AccountLane<TransferState> lane)
    {
        single.Open(lane);
        if (lane.InPlace)
        {
            CollectAccounts(lane);
        }
    }

    public readonly NextStep Resume<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection => NextStep.Start;

    public readonly int CountOf(AccountLane<TransferState> lane) => lane.InPlace ? lane.EndSlot - lane.FirstSlot : 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Read<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        if (lane.InPlace)
        {
            ReadChunk(lane, start: 0, connection);
        }
        else
        {
            single.Read(lane, connection);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly AccountKey Receive<TConnection>(
        AccountLane<TransferState> lane, int part, in AccountReply reply, int index, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        if (!lane.InPlace)
        {
            return single.Receive(lane, part, reply, index, connection);
        }

        var place = lane.ChunkStart + part;
        lane.State.States[place] = reply.State;
        return new AccountKey(lane.Accounts[place], lane.Version);
    }

    public readonly bool TakesAnswer(AccountLane<TransferState> lane, long answer) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly NextStep Apply<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        if (!lane.InPlace)
        {
            return single.Apply(lane, connection);
        }

        if (lane.ChunkEnd < lane.AccountCount)
        {
            ReadChunk(lane, lane.ChunkEnd, connection);
            return NextStep.Wait;
        }

        lane.Step = AttemptStep.Apply;
        if (!ApplyGroup(lane))
        {
            return NextStep.Fail;
        }

        lane.Step = AttemptStep.Write;
        WriteChunk(lane, start: 0, connection);
        return NextStep.Wait;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly NextStep Confirm<TConnection>(AccountLane<TransferState> lane, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        if (!lane.InPlace || lane.ChunkEnd == lane.AccountCount)
        {
            return NextStep.Commit;
        }

        WriteChunk(lane, lane.ChunkEnd, connection);
        return NextStep.Wait;
    }

    public readonly string ItemOf(AccountLane<TransferState> lane, int part) => lane.InPlace
        ? $"account {lane.Accounts[lane.ChunkStart + part]}"
        : single.ItemOf(lane, part);

    private readonly void ReadChunk<TConnection>(AccountLane<TransferState> lane, int start, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        lane.OpenChunk(start);
        connection.MultiGet(KeysOf(lane), lane.TagOf(0));
    }

    private readonly void WriteChunk<TConnection>(AccountLane<TransferState> lane, int start, TConnection connection)
        where TConnection : struct, IAccountConnection
    {
        lane.OpenChunk(start);
        connection.MultiSet(KeysOf(lane), lane.State.States.AsSpan(start, lane.Pending), lane.TagOf(0));
        lane.Pending = 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private readonly bool ApplyGroup(AccountLane<TransferState> lane)
    {
        var (work, states, next) = (lane.State.Work, lane.State.States, lane.SequenceBase + 1);
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            ref readonly var transfer = ref work.At(slot);
            var sequence = next + work.IndexOf(slot);
            ref var from = ref states[places[transfer.From]];
            ref var to = ref states[places[transfer.To]];
            if (TransferOperation.Refuses(lane, transfer, sequence, from, to))
            {
                return false;
            }

            from = new AccountState(sequence, from.Balance - transfer.Amount);
            to = new AccountState(sequence, to.Balance + transfer.Amount);
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private readonly ReadOnlySpan<AccountKey> KeysOf(AccountLane lane)
    {
        var accounts = lane.Accounts.AsSpan(lane.ChunkStart, lane.Pending);
        for (var part = 0; part < accounts.Length; part++)
        {
            keys[part] = new AccountKey(accounts[part], lane.Version);
        }

        return keys.AsSpan(0, accounts.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CollectAccounts(AccountLane<TransferState> lane)
    {
        var work = lane.State.Work;
        var max = 2 * (lane.EndSlot - lane.FirstSlot);
        if (lane.Accounts.Length < max || lane.State.States.Length < max)
        {
            (lane.Accounts, lane.State.States) = (new int[max], new AccountState[max]);
        }

        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            Forget(work.At(slot).From);
            Forget(work.At(slot).To);
        }

        lane.AccountCount = 0;
        for (var slot = lane.FirstSlot; slot < lane.EndSlot; slot++)
        {
            Place(lane, work.At(slot).From);
            Place(lane, work.At(slot).To);
        }
    }

    private void Forget(int account)
    {
        VarintReader.Grow(ref places, account + 1);
        places[account] = -1;
    }

    private readonly void Place(AccountLane lane, int account)
    {
        ref var place = ref places[account];
        if (place < 0)
        {
            place = lane.AccountCount;
            lane.Accounts[lane.AccountCount++] = account;
        }
    }
}
