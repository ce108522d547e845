namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>The options of a synthetic chain: equal options give equal bytes.</summary>
/// <remarks>The defaults have the shape of the published test: 621 blocks, 52,000 transactions, 22 MB.</remarks>
public sealed record SyntheticChainOptions
{
    private const int MaxTransactionsPerBlock = 4_000;

    /// <summary>The seed of all random values.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>The planned height, for wallets and times; the chain may grow beyond it.</summary>
    public int Blocks { get; init; } = 620;

    /// <summary>
    /// Mean number of transactions in a block, including those of wallets, after the first spendable coins.
    /// </summary>
    public int TransactionsPerBlock { get; init; } = 100;

    /// <summary>Distribution of inputs and outputs per transaction, except for wallets.</summary>
    public TransactionShapes Shape { get; init; }

    /// <summary>The time of the block at <see cref="Blocks"/>, seconds since 1970.</summary>
    public uint TipTime { get; init; } = 1_767_225_600;

    /// <summary>The number of wallets, each with another key.</summary>
    public int Wallets { get; init; } = 1;

    /// <summary>Number of a wallet's addresses with a transaction at <see cref="Blocks"/>, exactly.</summary>
    public int WalletAddresses { get; init; } = 3_000;

    /// <summary>Distribution of the sizes of several wallets; <see cref="WalletAddresses"/> is the mean.</summary>
    public WalletSizing WalletSizing { get; init; }

    /// <summary>Transactions of a wallet up to <see cref="Blocks"/>.</summary>
    public int WalletTransactions { get; init; } = 3_962;

    /// <summary>Number of different heights of these transactions.</summary>
    public int WalletHeights { get; init; } = 491;

    /// <summary>The first block with coins to spend: the coinbase of block 1 is mature.</summary>
    public static int FirstSpend => Regtest.CoinbaseMaturity + 1;

    /// <summary>Throws if the options are impossible for a chain.</summary>
    /// <exception cref="ArgumentException">The message has the option, its value and the right value.</exception>
    public void Validate()
    {
        Ensure(Blocks >= 0, $"{nameof(Blocks)} is {Blocks}; expected 0 or more");
        Ensure(
            TransactionsPerBlock is >= 1 and <= MaxTransactionsPerBlock,
            $"{TransactionsPerBlock} transactions per block; expected 1 to {MaxTransactionsPerBlock}");
        Ensure(Wallets is >= 0 and <= 10_000, $"{nameof(Wallets)} is {Wallets}; expected 0 to 10000");
        Ensure(
            TipTime > (long)Regtest.GenesisTime + Blocks + 1,
            $"{nameof(TipTime)} is {TipTime}; expected a second for each block after {Regtest.GenesisTime}");
        if (Wallets > 0)
        {
            Ensure(
                WalletAddresses is >= 1 and <= 10_000_000,
                $"{nameof(WalletAddresses)} is {WalletAddresses}; expected 1 to 10000000");
            Ensure(
                WalletTransactions >= 1, $"{nameof(WalletTransactions)} is {WalletTransactions}; expected 1 or more");
            Ensure(WalletHeights >= 1, $"{nameof(WalletHeights)} is {WalletHeights}; expected 1 or more");
            Ensure(
                Blocks >= FirstSpend,
                $"{nameof(Blocks)} is {Blocks}; wallets have no coins before block {FirstSpend}: expected more");
            var room = (Blocks - FirstSpend + 1L) * MaxTransactionsPerBlock;
            Ensure(
                (long)Wallets * WalletTransactions <= room,
                $"{Wallets} wallets of {WalletTransactions} transactions do not fit into {Blocks} blocks; expected at "
                    + $"most {room} transactions, or more blocks");
        }
    }

    private static void Ensure(bool isRight, string message)
    {
        if (!isRight)
        {
            throw new ArgumentException(message);
        }
    }
}
