using AElf.Bench.Core.Execution;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>The state of one job in flight: which group and transfer it is at and what it waits for.</summary>
internal sealed class Lane(int number)
{
    /// <summary>The lane's place in its pump.</summary>
    public readonly int Number = number;

    /// <summary>What the lane works on.</summary>
    public Grant Grant;

    /// <summary>The group's place in the job.</summary>
    public int GroupCursor;

    /// <summary>The group being attempted.</summary>
    public int Group;

    /// <summary>The transfer's place in the group.</summary>
    public int TransferCursor;

    /// <summary>What the lane waits for.</summary>
    public AttemptStep Step;

    /// <summary>Replies the lane waits for.</summary>
    public int Pending;

    /// <summary>The paying account as read.</summary>
    public AccountState From;

    /// <summary>The receiving account as read.</summary>
    public AccountState To;

    /// <summary>The paying account's key, as this attempt reads and writes it.</summary>
    public AccountKey FromKey;

    /// <summary>The receiving account's key.</summary>
    public AccountKey ToKey;

    /// <summary>When the transfer, or in batch mode the group, was started.</summary>
    public long StartedAt;

    /// <summary>The first thing that went wrong in the attempt; null while all is well.</summary>
    public AttemptFailure? Failure;

    /// <summary>The group's accounts in order of first touch; filled for copies and in batch mode.</summary>
    public int[] Accounts = [];

    /// <summary>The states of <see cref="Accounts"/>.</summary>
    public AccountState[] States = [];

    /// <summary>How many of <see cref="Accounts"/> are in use.</summary>
    public int AccountCount;

    /// <summary>First of <see cref="Accounts"/> in the chunk under way.</summary>
    public int ChunkStart;

    /// <summary>One past the last of <see cref="Accounts"/> in the chunk under way.</summary>
    public int ChunkEnd;

    /// <summary>Makes room for so many accounts.</summary>
    public void Reserve(int accounts)
    {
        if (Accounts.Length < accounts)
        {
            Accounts = new int[accounts];
            States = new AccountState[accounts];
        }

        AccountCount = 0;
    }
}
