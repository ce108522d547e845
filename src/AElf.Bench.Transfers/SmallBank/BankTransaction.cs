namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// The transactions of SmallBank (Alomari, Cahill, Fekete, Röhm: The Cost of Serializability on Platforms That Use
/// Snapshot Isolation, ICDE 2008, section III), with the payment that H-Store and BenchBase added to them; in the order
/// in which BenchBase gives their shares.
/// </summary>
public enum BankKind : byte
{
    /// <summary>Moves all that a customer has in both accounts to the checking account of another.</summary>
    Amalgamate,

    /// <summary>Reads both accounts of a customer, and writes nothing.</summary>
    Balance,

    /// <summary>Puts money into a checking account.</summary>
    DepositChecking,

    /// <summary>Moves money from one checking account to another; declined where the first has less.</summary>
    SendPayment,

    /// <summary>
    /// Puts money into a savings account or, with an amount below 0, takes it out; declined where too little is there.
    /// </summary>
    TransactSavings,

    /// <summary>
    /// Takes a cheque from a checking account, and a penalty of 1 with it when both accounts together have less.
    /// </summary>
    WriteCheck,
}

/// <summary>A transaction of SmallBank.</summary>
/// <param name="Customer">The customer, from 0 to the block's customer count − 1.</param>
/// <param name="Other">
/// The second customer; of a transaction of one customer, <paramref name="Customer"/> again.
/// </param>
/// <param name="Amount">
/// The units moved: at least 1, but below 0 where savings are taken out; 0 where the transaction has no amount.
/// </param>
internal readonly record struct BankTransaction(BankKind Kind, int Customer, int Other, long Amount)
{
    /// <summary>Most accounts that one transaction reads or writes.</summary>
    public const int MaxAccounts = 3;

    /// <summary>Whether transactions of a kind have a second customer.</summary>
    public static bool HasOther(BankKind kind) => kind is BankKind.Amalgamate or BankKind.SendPayment;

    /// <summary>The account number of a customer's savings.</summary>
    public static int SavingsOf(int customer) => 2 * customer;

    /// <summary>The account number of a customer's checking account.</summary>
    public static int CheckingOf(int customer) => (2 * customer) + 1;
}
