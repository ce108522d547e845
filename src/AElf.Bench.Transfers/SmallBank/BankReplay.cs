using System.Diagnostics;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// The model: a block of SmallBank applied transaction by transaction, again and again, with no store and no
/// parallelism, with its own implementation of the rules, to check that of the pump.
/// </summary>
internal static class BankReplay
{
    /// <summary>Every account's state after the block was offered so often.</summary>
    /// <exception cref="OverflowException">A balance overflows: the block cannot be offered so often.</exception>
    public static AccountState[] Run(BankBlock block, long blocks)
    {
        var accounts = new AccountState[block.Accounts.AccountCount];
        for (var account = 0; account < accounts.Length; account++)
        {
            accounts[account] = new AccountState(0, block.Accounts.OpeningBalances[account]);
        }

        long sequence = 0;
        for (long offered = 0; offered < blocks; offered++)
        {
            foreach (ref readonly var transaction in block.Transactions)
            {
                sequence++;
                Apply(accounts, transaction, sequence);
            }
        }

        return accounts;
    }

    private static void Apply(AccountState[] accounts, in BankTransaction transaction, long sequence)
    {
        var (kind, customer, other, amount) = transaction;
        ref var savings = ref accounts[BankTransaction.SavingsOf(customer)];
        ref var checking = ref accounts[BankTransaction.CheckingOf(customer)];
        ref var receiving = ref accounts[BankTransaction.CheckingOf(other)];
        switch (kind)
        {
            case BankKind.Amalgamate:
                Add(ref receiving, checked(savings.Balance + checking.Balance), sequence);
                Add(ref savings, -savings.Balance, sequence);
                Add(ref checking, -checking.Balance, sequence);
                break;
            case BankKind.Balance:
                break;
            case BankKind.DepositChecking:
                Add(ref checking, amount, sequence);
                break;
            case BankKind.SendPayment:
                var paid = checking.Balance >= amount ? amount : 0;
                Add(ref checking, -paid, sequence);
                Add(ref receiving, paid, sequence);
                break;
            case BankKind.TransactSavings:
                Add(ref savings, savings.Balance + amount >= 0 ? amount : 0, sequence);
                break;
            case BankKind.WriteCheck:
                var penalty = savings.Balance + checking.Balance < amount ? 1 : 0;
                Add(ref checking, -amount - penalty, sequence);
                break;
            default:
                throw new UnreachableException($"unknown transaction {kind}");
        }
    }

    private static void Add(ref AccountState account, long amount, long sequence) =>
        account = new AccountState(sequence, checked(account.Balance + amount));
}
