using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>A job of SmallBank in flight: its current transaction and the read accounts.</summary>
internal sealed class BankLane : AccountLane
{
    private BankWork? decoded;

    public BankWork Work { get; set; } = null!;

    /// <summary>The round, in the process that made it; null in another.</summary>
    public BankRound? Round { get; set; }

    public BankTransaction Transaction { get; set; }

    /// <summary>The keys of the transaction's accounts, as this attempt reads and writes them.</summary>
    public AccountKey[] Keys { get; } = new AccountKey[BankTransaction.MaxAccounts];

    /// <summary>The states of <see cref="Keys"/> as read.</summary>
    public AccountState[] Read { get; } = new AccountState[BankTransaction.MaxAccounts];

    /// <summary>The balances to write under <see cref="Keys"/>.</summary>
    public long[] Balances { get; } = new long[BankTransaction.MaxAccounts];

    /// <summary>The accounts to write after the current writes, as bits.</summary>
    public int WritesLeft { get; set; }

    /// <summary>
    /// Whether no earlier attempt has applied, and timed, the transaction; a <see cref="BankKind.Balance"/> leaves no
    /// trace, so that it goes by the transactions around it.
    /// </summary>
    public bool IsAhead { get; set; }

    /// <summary>The accounts to copy, in order of first touch.</summary>
    public List<int> Accounts { get; } = [];

    /// <summary>The states of the current copies.</summary>
    public AccountState[] States { get; } = new AccountState[ChunkSize];

    public override long Position => (BlocksDone * StepsOf(EndSlot - FirstSlot)) + ChunkStart
        + (2L * (Slot - FirstSlot)) + (Step == AttemptStep.Write && WritesLeft == 0 ? 1 : 0);

    /// <summary>The lane's own arrays to decode grants of another process into.</summary>
    public BankWork Decoded => decoded ??= new BankWork();

    /// <summary>
    /// The positions there are in one block of a group: two for each transaction, and one for each account that is
    /// copied, of which a transaction names at most four.
    /// </summary>
    public static long StepsOf(int transactions) => 6L * transactions;
}
