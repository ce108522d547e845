using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>A job of contracts in flight: its current transaction and the read accounts.</summary>
internal sealed class ContractLane : AccountLane
{
    private ContractWork? decoded;

    public ContractWork Work = null!;

    /// <summary>The round, in the process that made it; null in another.</summary>
    public ContractRound? Round;

    /// <summary>The contract of the current transaction.</summary>
    public RunnableContract Contract = null!;

    /// <summary>Where the row of the current transaction begins.</summary>
    public int Row;

    /// <summary>The keys of the transaction's accounts, as this attempt reads and writes them.</summary>
    public readonly AccountKey[] Keys = new AccountKey[ContractLimits.Roles];

    /// <summary>The marks of the accounts as read.</summary>
    public readonly long[] Marks = new long[ContractLimits.Roles];

    /// <summary>The fields of the accounts: as read, then as they are to be written.</summary>
    public long[] Fields = [];

    /// <summary>What the transaction leaves at the accounts it writes.</summary>
    public long Mark;

    /// <summary>What the script answered.</summary>
    public long Answer;

    /// <summary>The accounts that are still to be written, as bits.</summary>
    public int Left;

    /// <summary>The next stage of writes.</summary>
    public int Stage;

    /// <summary>
    /// Whether no earlier attempt has applied, and timed, the transaction. One that writes nothing leaves no trace, so
    /// that it goes by the transactions around it.
    /// </summary>
    public bool IsAhead;

    /// <summary>The accounts to copy, in order of first touch.</summary>
    public readonly List<int> Accounts = [];

    /// <summary>The states of the current copies.</summary>
    public readonly AccountState[] Copies = new AccountState[ChunkSize];

    /// <summary>The fields of the current copies after their balance, side by side.</summary>
    public long[] CopiedFields = [];

    public override long Position => (BlocksDone * StepsOf(EndSlot - FirstSlot)) + ChunkStart
        + (StepsOfTransaction * (Slot - (long)FirstSlot)) + Stage;

    /// <summary>The positions of one transaction: its reads, and at most a stage for each account.</summary>
    public const long StepsOfTransaction = ContractLimits.Roles + 1;

    /// <summary>The lane's own arrays to decode grants of another process into.</summary>
    public ContractWork DecodedFor(RowLayout layout) => decoded ??= new ContractWork(layout);

    /// <summary>
    /// The positions there are in one block of a group: those of its transactions, and one for each account copied.
    /// </summary>
    public static long StepsOf(int transactions) => (StepsOfTransaction + ContractLimits.Roles) * transactions;
}
