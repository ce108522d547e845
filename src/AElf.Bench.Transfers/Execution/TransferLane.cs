using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Execution;

/// <summary>A job of transfers in flight: which of them it is at and what was read.</summary>
internal sealed class TransferLane : AccountLane
{
    private TransferWork? decoded;

    public TransferWork Work = null!;

    /// <summary>The round, in the process that made it; null in another.</summary>
    public TransferRound? Round;

    /// <summary>The transfer it is at: looked up once, since its line is cold again when the replies come.</summary>
    public Transfer Transfer;

    /// <summary>The key of the paying account, as this attempt reads and writes it.</summary>
    public AccountKey FromKey;

    /// <summary>The key of the receiving account, as this attempt reads and writes it.</summary>
    public AccountKey ToKey;

    /// <summary>The paying account as read.</summary>
    public AccountState From;

    /// <summary>The receiving account as read.</summary>
    public AccountState To;

    /// <summary>The group's accounts in order of first touch; filled for copies and in batch mode.</summary>
    public int[] Accounts = [];

    /// <summary>States, by place in <see cref="Accounts"/>.</summary>
    public AccountState[] States = [];

    /// <summary>How many of <see cref="Accounts"/> are in use.</summary>
    public int AccountCount;

    public override long Position => (BlocksDone * StepsOf(EndSlot - FirstSlot)) + ChunkStart + Slot - FirstSlot;

    /// <summary>The lane's own arrays to decode grants of another process into.</summary>
    public TransferWork Decoded => decoded ??= new TransferWork();

    /// <summary>
    /// More than the positions there are in one block of a group: in batch mode it goes by accounts, of which a
    /// transfer has two.
    /// </summary>
    public static long StepsOf(int transfers) => 3L * transfers;

    /// <summary>Reserves room for a number of accounts, all unused.</summary>
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
