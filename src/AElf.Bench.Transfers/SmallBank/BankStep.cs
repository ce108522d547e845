using System.Diagnostics;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// The steps of a pump for a kind of transaction: the number of accounts to read, and those to write, as bits by
/// position among those read.
/// </summary>
/// <remarks>
/// What is computed from another account is written first, and acknowledged before that other account changes: whoever
/// finds the first write missing still finds all that it is computed from, and whoever finds it done needs nothing but
/// the account itself for the second. A declined transaction writes the balances as they were, under its own number, so
/// that it can be seen to have been executed.
/// </remarks>
/// <param name="Reads">Accounts read, all in one exchange.</param>
/// <param name="First">The accounts written first.</param>
/// <param name="Second">The accounts written when those are acknowledged.</param>
internal readonly record struct BankStep(int Reads, int First, int Second)
{
    public int Writes => int.PopCount(First | Second);

    public static BankStep Of(BankKind kind) => kind switch
    {
        BankKind.Amalgamate => new(Reads: 3, First: 0b100, Second: 0b011),
        BankKind.Balance => new(Reads: 2, First: 0, Second: 0),
        BankKind.DepositChecking or BankKind.TransactSavings => new(Reads: 1, First: 0b1, Second: 0),
        BankKind.SendPayment => new(Reads: 2, First: 0b10, Second: 0b01),
        BankKind.WriteCheck => new(Reads: 2, First: 0b10, Second: 0),
        _ => throw new UnreachableException($"unknown transaction {kind}"),
    };

    /// <summary>The account that a transaction reads at a place.</summary>
    public static int AccountAt(in BankTransaction transaction, int place) => (transaction.Kind, place) switch
    {
        (BankKind.DepositChecking or BankKind.SendPayment, 0) => BankTransaction.CheckingOf(transaction.Customer),
        (_, 0) => BankTransaction.SavingsOf(transaction.Customer),
        (BankKind.SendPayment, 1) => BankTransaction.CheckingOf(transaction.Other),
        (_, 1) => BankTransaction.CheckingOf(transaction.Customer),
        _ => BankTransaction.CheckingOf(transaction.Other),
    };

    /// <summary>The balance that a transaction writes at a place.</summary>
    /// <param name="place">The place of an account it writes.</param>
    /// <param name="read">The balances read.</param>
    public static long BalanceAfter(in BankTransaction transaction, int place, ReadOnlySpan<long> read)
    {
        var amount = transaction.Amount;
        return (transaction.Kind, place) switch
        {
            (BankKind.Amalgamate, 2) => read[2] + read[0] + read[1],
            (BankKind.Amalgamate, _) => 0,
            (BankKind.DepositChecking, _) => read[0] + amount,
            (BankKind.SendPayment, 0) => read[0] < amount ? read[0] : read[0] - amount,
            (BankKind.SendPayment, _) => read[0] < amount ? read[1] : read[1] + amount,
            (BankKind.TransactSavings, _) => read[0] + amount < 0 ? read[0] : read[0] + amount,
            _ => read[0] + read[1] < amount ? read[1] - amount - 1 : read[1] - amount,
        };
    }
}
