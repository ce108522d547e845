using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Blocks of SmallBank of any shape, whose customers have much, little or nothing.</summary>
internal static class RandomBankBlocks
{
    private static readonly int Kinds = Enum.GetValues<BankKind>().Length;

    /// <summary>Draws a block of at least one transaction and two customers.</summary>
    public static BankBlock Draw(SeededRandom random, int maxTransactions, int maxCustomers)
    {
        var customers = 2 + random.Next(maxCustomers - 1);
        var transactions = new BankTransaction[1 + random.Next(maxTransactions)];
        for (var i = 0; i < transactions.Length; i++)
        {
            var (kind, customer) = ((BankKind)random.Next(Kinds), random.Next(customers));
            var other = BankTransaction.HasOther(kind)
                ? (customer + 1 + random.Next(customers - 1)) % customers
                : customer;
            var amount = kind switch
            {
                BankKind.Amalgamate or BankKind.Balance => 0,
                BankKind.TransactSavings when random.Next(2) == 0 => -1 - random.Next(9),
                _ => 1 + random.Next(9),
            };
            transactions[i] = new BankTransaction(kind, customer, other, amount);
        }

        var balances = new long[2 * customers];
        for (var account = 0; account < balances.Length; account++)
        {
            balances[account] = random.Next(3) == 0 ? 0 : random.Next(40);
        }

        return new BankBlock(transactions, balances);
    }
}
