using AElf.Bench.Core.Generation;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>
/// Draws blocks of SmallBank in groups of given sizes. A group has a customer for every ten transactions, at least two.
/// A new customer enters by a payment or an amalgamation with one of the group, so that each group stays connected.
/// </summary>
internal static class BankGenerator
{
    /// <summary>The largest amount that is taken out or paid to another.</summary>
    public const int MaxAmount = 100;

    // More comes in than goes out, or the accounts that amalgamations empty would soon decline all there is.
    private const int MaxDeposit = 10 * MaxAmount;

    // As BenchBase opens its accounts (SmallBankConstants): from 10,000 to 50,000.
    private const int MinBalance = 10_000;
    private const int MaxBalance = 50_000;
    private const int TransactionsOfCustomer = 10;

    /// <summary>Equal arguments give equal blocks.</summary>
    /// <param name="sizes">Transactions of each group.</param>
    /// <param name="shares">How often each kind comes.</param>
    public static BankBlock Generate(ReadOnlySpan<int> sizes, BankShares shares, ulong seed)
    {
        var random = new SeededRandom(seed);
        var groups = new Group[sizes.Length];
        var groupOf = new List<int>();
        var customers = 0;
        for (var group = 0; group < sizes.Length; group++)
        {
            var count = Math.Max(2, (sizes[group] + TransactionsOfCustomer - 1) / TransactionsOfCustomer);
            groups[group] = new Group(customers, count);
            customers += count;
            groupOf.AddRange(Enumerable.Repeat(group, sizes[group]));
        }

        var order = groupOf.ToArray();
        random.Shuffle(order);
        var numbers = Enumerable.Range(0, customers).ToArray();
        random.Shuffle(numbers);
        var kinds = Kinds(shares);
        var transactions = new BankTransaction[order.Length];
        for (var i = 0; i < transactions.Length; i++)
        {
            transactions[i] = Draw(ref groups[order[i]], kinds[random.Next(kinds.Length)], numbers, random);
        }

        var balances = new long[2 * customers];
        for (var account = 0; account < balances.Length; account++)
        {
            balances[account] = MinBalance + random.Next(MaxBalance - MinBalance + 1);
        }

        return new BankBlock(transactions, balances);
    }

    private static BankKind[] Kinds(BankShares shares) =>
        [.. shares.Weights.SelectMany((weight, kind) => Enumerable.Repeat((BankKind)kind, weight))];

    private static BankTransaction Draw(ref Group group, BankKind kind, int[] numbers, SeededRandom random)
    {
        var customer = random.Next(group.Known);
        var amount = kind switch
        {
            BankKind.Amalgamate or BankKind.Balance => 0,
            BankKind.TransactSavings when random.Next(2) == 0 => -1 - random.Next(MaxAmount),
            BankKind.TransactSavings or BankKind.DepositChecking => 1 + random.Next(MaxDeposit),
            _ => 1 + random.Next(MaxAmount),
        };
        if (!BankTransaction.HasOther(kind))
        {
            return new BankTransaction(kind, numbers[group.First + customer], numbers[group.First + customer], amount);
        }

        var other = random.Next(group.Count - 1);
        other += other >= customer ? 1 : 0;
        if (other >= group.Known)
        {
            other = group.Known++;
        }

        if (random.Next(2) == 0)
        {
            (customer, other) = (other, customer);
        }

        return new BankTransaction(kind, numbers[group.First + customer], numbers[group.First + other], amount);
    }

    /// <summary>A group's customers, and how many have entered it.</summary>
    private record struct Group(int First, int Count)
    {
        public int Known { get; set; } = 1;
    }
}
