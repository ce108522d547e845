using System.Runtime.CompilerServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A job of account groups in flight, with its current group and its progress in that group.</summary>
internal abstract class AccountLane : Lane
{
    /// <summary>Accounts in one MGET or MSET, and copies in flight at once in one lane.</summary>
    public const int ChunkSize = 32;

    // A tag contains the lane's number and, in its low bits, the number of the operation in the lane.
    private const int PartBits = 5;
    private const int PartMask = (1 << PartBits) - 1;

    // An upper bound of the steps of a transaction: each step writes one of its accounts.
    private const long StepsOfTransaction = 16;

    public AccountWork Work { get; set; } = null!;

    /// <summary>The round, in the process that made it; null in other processes.</summary>
    public AccountRound? Round { get; set; }

    /// <summary>The lane's own arrays, for decoded grants of another process.</summary>
    public AccountWork? Decoded { get; set; }

    /// <summary>The accepted version of the group's accounts.</summary>
    public int Accepted { get; set; }

    /// <summary>The version that the attempt reads and writes.</summary>
    public int Version { get; set; }

    /// <summary>Blocks of the round that the attempt has completed.</summary>
    public int BlocksDone { get; set; }

    /// <summary>The number of the last transaction before the current block.</summary>
    public long SequenceBase { get; set; }

    /// <summary>The slot of the current transaction.</summary>
    public int Slot { get; set; }

    public int FirstSlot { get; set; }

    /// <summary>One past the group's last slot.</summary>
    public int EndSlot { get; set; }

    /// <summary>The number of the current transaction, rising over all rounds of the run.</summary>
    public long Sequence { get; set; }

    /// <summary>The kind of the current transaction.</summary>
    public int Kind { get; set; }

    /// <summary>The next stage of the transaction's writes.</summary>
    public int Stage { get; set; }

    /// <summary>Start of the transaction, or in batch mode of the group, in ticks of the pump's clock.</summary>
    public long StartedAt { get; set; }

    /// <summary>The group's accounts in order of first touch; filled for copies and in batch mode.</summary>
    public int[] Accounts { get; set; } = [];

    /// <summary>Number of used elements of <see cref="Accounts"/>.</summary>
    public int AccountCount { get; set; }

    /// <summary>First of the group's accounts in the current chunk.</summary>
    public int ChunkStart { get; set; }

    /// <summary>One past the last of the group's accounts in the current chunk.</summary>
    public int ChunkEnd { get; set; }

    /// <summary>The states of the chunk's copies.</summary>
    public AccountState[] Copies { get; set; } = [];

    /// <summary>The fields of the chunk's copies after their balance, side by side.</summary>
    public long[] CopiedFields { get; set; } = [];

    public override long Position => (BlocksDone * StepsOf(EndSlot - FirstSlot)) + ChunkStart
        + (StepsOfTransaction * (Slot - (long)FirstSlot)) + Stage;

    /// <summary>The place of a lane's current transaction in its group.</summary>
    /// <returns>The group's size or more, for an attempt that copies accounts.</returns>
    public static long PlaceAt(long position, int transactions) =>
        position % StepsOf(transactions) / StepsOfTransaction;

    public static int LaneOf(int tag) => tag >> PartBits;

    public static int PartOf(int tag) => tag & PartMask;

    /// <summary>The tag of an operation.</summary>
    /// <param name="part">The number of the operation in the lane.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TagOf(int part) => (Number << PartBits) | part;

    /// <summary>Goes to the first transaction of a group.</summary>
    /// <param name="place">The group's number or place, for <see cref="AccountWork.SlotsOf"/>.</param>
    public void OpenGroup(int place)
    {
        (FirstSlot, EndSlot) = Work.SlotsOf(place);
        Version = InPlace ? Accepted : Grant.Epoch;
        (BlocksDone, SequenceBase, Slot) = (0, Work.Numbering.Base, FirstSlot);
        (Stage, ChunkStart, ChunkEnd) = (0, 0, 0);
    }

    /// <summary>Finds the group's accounts.</summary>
    public void CollectAccounts()
    {
        Accounts = [.. Work.AccountsOf(FirstSlot, EndSlot).Distinct()];
        AccountCount = Accounts.Length;
    }

    /// <summary>Goes to the chunk that begins at one of the group's accounts.</summary>
    public void OpenChunk(int start)
    {
        ChunkStart = start;
        ChunkEnd = Math.Min(start + ChunkSize, AccountCount);
        Pending = ChunkEnd - start;
    }

    /// <summary>Counts transactions as done.</summary>
    /// <returns>Whether more transactions follow, in the group or in its next block.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Pass(int count)
    {
        Commit(count);
        Slot += count;
        return Slot < EndSlot || TakeNextBlock();
    }

    private bool TakeNextBlock()
    {
        var numbering = Work.Numbering;
        if (BlocksDone + 1 == numbering.Blocks)
        {
            return false;
        }

        BlocksDone++;
        SequenceBase += numbering.BlockLength;
        Slot = FirstSlot;
        return true;
    }

    // Steps of the transactions, and one for each copied account.
    private static long StepsOf(int transactions) => 2 * StepsOfTransaction * transactions;
}

/// <summary>A lane of one kind of transactions.</summary>
/// <typeparam name="TState">The data that a lane keeps of its transaction.</typeparam>
internal sealed class AccountLane<TState> : AccountLane
    where TState : struct
{
    public TState State = new();
}
