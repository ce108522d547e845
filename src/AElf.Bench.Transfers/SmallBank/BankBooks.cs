namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// Deposits and withdrawals of the bank, which determine the sum of all balances. Counted per customer, independently
/// of the replay of accounts.
/// </summary>
internal sealed class BankBooks
{
    private readonly (long Savings, long Checking)[] customers;

    private BankBooks(BankBlock block)
    {
        customers = new (long, long)[block.CustomerCount];
        for (var customer = 0; customer < customers.Length; customer++)
        {
            customers[customer] = (
                block.Accounts.OpeningBalances[BankTransaction.SavingsOf(customer)],
                block.Accounts.OpeningBalances[BankTransaction.CheckingOf(customer)]);
        }
    }

    /// <summary>Units paid into checking accounts.</summary>
    public Int128 Deposits { get; private set; }

    /// <summary>Units paid into savings, less those taken out.</summary>
    public Int128 Savings { get; private set; }

    /// <summary>Units paid out on cheques.</summary>
    public Int128 Cheques { get; private set; }

    /// <summary>Units charged for cheques that were not covered, 1 for each.</summary>
    public long Penalties { get; private set; }

    public long Entered { get; private set; }

    /// <summary>Payments and withdrawals that were not covered, and moved nothing.</summary>
    public long Declined { get; private set; }

    /// <summary>By how much all balances together have grown.</summary>
    public Int128 Change => Deposits + Savings - Cheques - Penalties;

    /// <summary>The books after the block was offered so often.</summary>
    public static BankBooks Keep(BankBlock block, long blocks)
    {
        var books = new BankBooks(block);
        for (long offered = 0; offered < blocks; offered++)
        {
            foreach (ref readonly var transaction in block.Transactions)
            {
                books.Enter(transaction);
            }
        }

        return books;
    }

    private void Enter(in BankTransaction transaction)
    {
        Entered++;
        var amount = transaction.Amount;
        ref var customer = ref customers[transaction.Customer];
        ref var other = ref customers[transaction.Other];
        switch (transaction.Kind)
        {
            case BankKind.Amalgamate:
                other.Checking += customer.Savings + customer.Checking;
                customer = default;
                break;
            case BankKind.DepositChecking:
                Deposits += amount;
                customer.Checking += amount;
                break;
            case BankKind.SendPayment when customer.Checking >= amount:
                customer.Checking -= amount;
                other.Checking += amount;
                break;
            case BankKind.TransactSavings when customer.Savings + amount >= 0:
                Savings += amount;
                customer.Savings += amount;
                break;
            case BankKind.SendPayment or BankKind.TransactSavings:
                Declined++;
                break;
            case BankKind.WriteCheck:
                var penalty = customer.Savings + customer.Checking < amount ? 1 : 0;
                Cheques += amount;
                Penalties += penalty;
                customer.Checking -= amount + penalty;
                break;
            default:
                // A question changes nothing.
                break;
        }
    }
}
