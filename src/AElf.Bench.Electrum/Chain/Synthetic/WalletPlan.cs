namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>
/// A wallet's number of transactions at each height, and its number of used addresses after each transaction.
/// </summary>
internal sealed class WalletPlan
{
    private readonly int transactions;
    private readonly int addresses;
    private readonly int span;
    private readonly int heights;

    /// <summary>The plan of a wallet; transactions and heights are proportional to its addresses.</summary>
    public WalletPlan(SyntheticChainOptions options, int addresses)
    {
        this.addresses = addresses;
        transactions = Scaled(options.WalletTransactions);
        span = options.Blocks - SyntheticChainOptions.FirstSpend + 1;
        heights = Math.Min(Math.Min(Scaled(options.WalletHeights), span), transactions);

        int Scaled(int ofMean) => (int)Math.Max(1, (long)ofMean * addresses / options.WalletAddresses);
    }

    /// <summary>Number of a wallet's transactions at a height; beyond the plan, one in each block.</summary>
    public int TransactionsAt(int height)
    {
        var position = height - SyntheticChainOptions.FirstSpend;
        if (position < 0)
        {
            return 0;
        }

        return position >= span ? 1 : (int)(StartedBefore(position + 1) - StartedBefore(position));
    }

    /// <summary>The number of used addresses after a number of transactions: at least 1, and all at the end.</summary>
    public int AddressesAfter(int count) =>
        (int)(((Math.Min((long)count, transactions) * addresses) + transactions - 1) / transactions);

    // The number of transactions before a position in the span.
    private long StartedBefore(int position) =>
        (long)transactions * (((long)position * heights) / span) / heights;
}
