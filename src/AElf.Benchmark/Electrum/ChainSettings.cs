using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Benchmark.Electrum;

/// <summary>The settings that say which chain: those of every verb of <c>electrum</c>.</summary>
internal static class ChainSettings
{
    private const string Synthetic = "synthetic";
    private const Programs Verbs = Programs.ElectrumNode | Programs.ElectrumServe;

    private static readonly SyntheticChainOptions Defaults = new();
    private static readonly List<Setting> Rows = [];

    /// <summary>A synthetic chain, or a folder.</summary>
    public static readonly Setting Chain = Add(
        "chain",
        new PlainTextRule("synthetic, or a folder with blk*.dat"),
        Synthetic,
        "synthetic, made by seed and size, or a node's folder with blk*.dat",
        "--chain WHAT");

    /// <summary>The network of a folder's blocks.</summary>
    public static readonly Setting Network = Add(
        "network",
        new ChoiceRule(["main", "regtest", "litecoin-regtest"]),
        "regtest",
        "the network of the blocks in a folder",
        "--network NAME");

    /// <summary>What everything random follows from.</summary>
    public static readonly Setting Seed = Add(
        "seed", new WholeNumberRule(0, ulong.MaxValue), "1", "seed of the synthetic chain", "--seed N");

    /// <summary>The height of the synthetic chain.</summary>
    public static readonly Setting Blocks = Add(
        "blocks",
        new WholeNumberRule((ulong)SyntheticChainOptions.FirstSpend, 1_000_000),
        Text(Defaults.Blocks),
        "height of the synthetic chain",
        "--blocks N");

    /// <summary>The transactions of a block.</summary>
    public static readonly Setting Transactions = Add(
        "transactions",
        new WholeNumberRule(1, 4_000),
        Text(Defaults.TransactionsPerBlock),
        "transactions of a synthetic block, on average",
        "--block-transactions N");

    /// <summary>The wallets of the synthetic chain.</summary>
    public static readonly Setting Wallets = Add(
        "wallets",
        new WholeNumberRule(1, 10_000),
        Text(Defaults.Wallets),
        "wallets of the synthetic chain",
        "--wallets N");

    /// <summary>The addresses of a wallet.</summary>
    public static readonly Setting Addresses = Add(
        "addresses",
        new WholeNumberRule(1, 10_000_000),
        Text(Defaults.WalletAddresses),
        "used addresses of a synthetic wallet",
        "--wallet-addresses N");

    /// <summary>The transactions of a wallet.</summary>
    public static readonly Setting WalletTransactions = Add(
        "walletTransactions",
        new WholeNumberRule(1, 100_000_000),
        Text(Defaults.WalletTransactions),
        "transactions of a synthetic wallet",
        "--wallet-transactions N");

    /// <summary>The heights these are at.</summary>
    public static readonly Setting WalletHeights = Add(
        "walletHeights",
        new WholeNumberRule(1, 1_000_000),
        Text(Defaults.WalletHeights),
        "heights that these transactions are at",
        "--wallet-heights N");

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows;

    /// <summary>The chain that was asked for.</summary>
    public static ChainChoice Read(MergedSettings settings)
    {
        var network = settings[Network] switch
        {
            "main" => ChainNetwork.Main,
            "regtest" => ChainNetwork.BitcoinRegtest,
            _ => ChainNetwork.LitecoinRegtest,
        };
        var made = new SyntheticChainOptions
        {
            Seed = ulong.Parse(settings[Seed]!, CultureInfo.InvariantCulture),
            Blocks = settings.Int(Blocks),
            TransactionsPerBlock = settings.Int(Transactions),
            Wallets = settings.Int(Wallets),
            WalletAddresses = settings.Int(Addresses),
            WalletTransactions = settings.Int(WalletTransactions),
            WalletHeights = settings.Int(WalletHeights),
        };
        return settings[Chain] is { } chain and not Synthetic
            ? new ChainChoice(null, chain, network)
            : new ChainChoice(made, null, ChainNetwork.BitcoinRegtest);
    }

    private static Setting Add(string key, ValueRule rule, string? value, string purpose, string syntax)
    {
        var setting = new Setting($"Chain.{key}", Topic.Workload, rule, value, purpose)
        {
            Syntax = syntax,
            Programs = Verbs,
        };
        Rows.Add(setting);
        return setting;
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Which chain.</summary>
/// <param name="Synthetic">What is made; null for a folder.</param>
/// <param name="Folder">A folder with blk*.dat; null for what is made.</param>
/// <param name="Network">The network of its blocks.</param>
internal sealed record ChainChoice(SyntheticChainOptions? Synthetic, string? Folder, ChainNetwork Network)
{
    /// <summary>Opens it.</summary>
    /// <exception cref="ChainException">A file is damaged, or blocks do not link.</exception>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public IChainSource Open() =>
        Synthetic is { } options ? new SyntheticChainSource(options) : BlockFileChain.Open(Folder!, Network);
}
