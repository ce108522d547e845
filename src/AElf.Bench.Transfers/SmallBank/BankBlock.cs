using AElf.Bench.Core.Files;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>The transactions of one round of SmallBank, with the balances the accounts open with.</summary>
internal sealed class BankBlock
{
    private readonly BankTransaction[] transactions;
    private readonly Transfer[] links;
    private uint? checksum;

    /// <summary>Takes ownership of both arrays. A customer has two accounts: savings, then checking.</summary>
    /// <exception cref="ArgumentException">
    /// A customer is out of range or pays himself, an amount is not one of its kind, or a balance is below 0.
    /// </exception>
    public BankBlock(BankTransaction[] transactions, long[] openingBalances)
    {
        Accounts = new Block([], openingBalances);
        for (var i = 0; i < transactions.Length; i++)
        {
            if (WhatIsWrongWith(transactions[i], CustomerCount) is { } wrong)
            {
                throw new ArgumentException($"transaction {i}: {wrong}");
            }
        }

        this.transactions = transactions;
        links = Array.ConvertAll(transactions, each => new Transfer(each.Customer, each.Other, each.Amount));
    }

    /// <summary>The opening accounts, as a block without transfers.</summary>
    public Block Accounts { get; }

    /// <summary>The transactions in block order.</summary>
    public ReadOnlySpan<BankTransaction> Transactions => transactions;

    /// <summary>The two customers of each transaction, in block order, from which groups are made.</summary>
    public ReadOnlySpan<Transfer> Links => links;

    public int Count => transactions.Length;

    /// <summary>Customers, each with two accounts.</summary>
    public int CustomerCount => Accounts.AccountCount / 2;

    /// <summary>CRC-32C over the transactions: customer, other customer, amount, kind, little-endian.</summary>
    public uint Checksum => checksum ??= ChecksumOf(transactions);

    /// <summary>
    /// How often it can be offered before a balance could hold more than it can say: the sum of all balances, each
    /// without its sign, grows by no more than what is paid in, taken out and charged.
    /// </summary>
    public long MaxBlocks
    {
        get
        {
            Int128 opening = 0;
            foreach (var balance in Accounts.OpeningBalances)
            {
                opening += balance;
            }

            Int128 growth = 0;
            foreach (var transaction in transactions)
            {
                growth += Int128.Abs(transaction.Amount) + 1;
            }

            return growth == 0 ? long.MaxValue : (long)(Int128.Max(0, long.MaxValue - opening) / growth);
        }
    }

    /// <summary>The transactions, for lanes to execute where they lie.</summary>
    internal BankTransaction[] TransactionArray => transactions;

    /// <summary>The problem of a transaction, in words; null for a valid one.</summary>
    public static string? WhatIsWrongWith(in BankTransaction transaction, int customers)
    {
        var (kind, customer, other, amount) = transaction;
        return !Enum.IsDefined(kind) ? $"unknown kind {kind}"
            : (uint)customer >= (uint)customers || (uint)other >= (uint)customers
                ? $"it names customer {customer} or {other}; customers run from 0 to {customers - 1}"
            : BankTransaction.HasOther(kind) == (customer == other)
                ? $"{kind} is between customer {customer} and customer {other}"
            : !IsAmountOf(kind, amount) ? $"{kind} moves {amount}"
            : null;
    }

    private static bool IsAmountOf(BankKind kind, long amount) => kind switch
    {
        BankKind.Amalgamate or BankKind.Balance => amount == 0,
        BankKind.TransactSavings => amount is not 0 and not long.MinValue,
        _ => amount > 0,
    };

    private static uint ChecksumOf(ReadOnlySpan<BankTransaction> transactions)
    {
        var crc = Crc32C.Start;
        foreach (var (kind, customer, other, amount) in transactions)
        {
            crc = Crc32C.Append(crc, (uint)customer | ((ulong)(uint)other << 32));
            crc = Crc32C.Append(crc, (ulong)amount);
            crc = Crc32C.Append(crc, (uint)kind);
        }

        return ~crc;
    }
}
