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
    public const int FirstSpend = Regtest.CoinbaseMaturity + 1;

    /// <summary>
    /// Why a chain with the options is impossible: the option, its value and the right value; null if it is possible.
    /// </summary>
    internal string? Problem => this switch
    {
        { Blocks: < 0 } => $"{nameof(Blocks)} is {Blocks}; expected 0 or more",
        { TransactionsPerBlock: < 1 or > MaxTransactionsPerBlock } =>
            $"{TransactionsPerBlock} transactions per block; expected 1 to {MaxTransactionsPerBlock}",
        { Wallets: < 0 or > 10_000 } => $"{nameof(Wallets)} is {Wallets}; expected 0 to 10000",
        _ when TipTime <= (long)Regtest.GenesisTime + Blocks + 1 =>
            $"{nameof(TipTime)} is {TipTime}; expected a second for each block after {Regtest.GenesisTime}",
        { Wallets: 0 } => null,
        { WalletAddresses: < 1 or > 10_000_000 } =>
            $"{nameof(WalletAddresses)} is {WalletAddresses}; expected 1 to 10000000",
        { WalletTransactions: < 1 } => $"{nameof(WalletTransactions)} is {WalletTransactions}; expected 1 or more",
        { WalletHeights: < 1 } => $"{nameof(WalletHeights)} is {WalletHeights}; expected 1 or more",
        { Blocks: < FirstSpend } =>
            $"{nameof(Blocks)} is {Blocks}; wallets have no coins before block {FirstSpend}: expected more",
        _ when (long)Wallets * WalletTransactions > Room =>
            $"{Wallets} wallets of {WalletTransactions} transactions do not fit into {Blocks} blocks; expected at "
                + $"most {Room} transactions, or more blocks",
        _ when SizesOfWallets[0] is > int.MaxValue and var largest =>
            $"the largest of {Wallets} wallets has {largest} addresses; expected at most {int.MaxValue}",
        _ => null,
    };

    /// <summary>The number of addresses of each wallet, the largest first.</summary>
    internal IReadOnlyList<long> SizesOfWallets => WalletSizes.Of(WalletSizing, Wallets, WalletAddresses);

    private long Room => (Blocks - FirstSpend + 1L) * MaxTransactionsPerBlock;
}
