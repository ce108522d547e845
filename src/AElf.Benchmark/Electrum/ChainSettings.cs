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
    private const Programs Verbs = Programs.ElectrumNode | Programs.ElectrumServe | Programs.ElectrumClient;

    private static readonly SyntheticChainOptions Defaults = new();
    private static readonly List<Setting> Rows = [];

    /// <summary>A synthetic chain, a folder, or a node.</summary>
    public static readonly Setting Chain = Add(
        "chain",
        new ChainRule(),
        Synthetic,
        "synthetic, made by seed and size, a node's folder with blk*.dat, or a node at http://HOST:PORT",
        "--chain WHAT");

    /// <summary>The network of a folder's blocks.</summary>
    public static readonly Setting Network = Add(
        "network",
        new ChoiceRule(["main", "regtest", "litecoin-regtest"]),
        "regtest",
        "the network of the blocks of a folder or a node",
        "--network NAME");

    /// <summary>Who asks a node.</summary>
    public static readonly Setting Login = Add(
        "login",
        SettingRules.Path,
        null,
        "a node's .cookie, or a file with USER:PASSWORD in one line",
        "--chain-login FILE");

    /// <summary>What everything random follows from.</summary>
    public static readonly Setting Seed = Add(
        "seed", new WholeNumberRule(0, ulong.MaxValue), "1", "seed of the synthetic chain", "--seed N");

    /// <summary>The height of the synthetic chain.</summary>
    public static readonly Setting Blocks = Add(
        "blocks",
        new WholeNumberRule((ulong)SyntheticChainOptions.FirstSpend, 1_000_000),
        Text(Defaults.Blocks),
        "height of the synthetic chain",
        "--chain-height N");

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

    /// <summary>Whether the command line says anything of a chain.</summary>
    public static bool IsGiven(MergedSettings settings) => Rows.Exists(settings.IsTyped);

    /// <summary>What several of them say together that is wrong.</summary>
    public static IEnumerable<ValidationError> Check(MergedSettings settings)
    {
        if (ChainRule.IsNode(settings[Chain]!) != settings[Login] is not null)
        {
            yield return ValidationError.Error(
                Login.Option!,
                settings[Login] is null ? "the node's .cookie is missing" : "there is no node to log in to",
                "expected it with --chain http://HOST:PORT, and only with it");
        }

        if (settings[Chain] is Synthetic && ErrorIn(Made(settings)) is { } error)
        {
            yield return ValidationError.Error(Chain.Option!, "no chain can be made so", error);
        }
    }

    /// <summary>The chain that was asked for.</summary>
    public static ChainChoice Read(MergedSettings settings)
    {
        var network = settings[Network] switch
        {
            "main" => ChainNetwork.Main,
            "regtest" => ChainNetwork.BitcoinRegtest,
            _ => ChainNetwork.LitecoinRegtest,
        };
        return settings[Chain] is { } chain and not Synthetic
            ? new ChainChoice(null, chain, settings[Login], network)
            : new ChainChoice(Made(settings), null, null, ChainNetwork.BitcoinRegtest);
    }

    private static SyntheticChainOptions Made(MergedSettings settings) => new()
    {
        Seed = ulong.Parse(settings[Seed]!, CultureInfo.InvariantCulture),
        Blocks = settings.Int(Blocks),
        TransactionsPerBlock = settings.Int(Transactions),
        Wallets = settings.Int(Wallets),
        WalletAddresses = settings.Int(Addresses),
        WalletTransactions = settings.Int(WalletTransactions),
        WalletHeights = settings.Int(WalletHeights),
    };

    private static string? ErrorIn(SyntheticChainOptions options)
    {
        try
        {
            options.Validate();
            return null;
        }
        catch (ArgumentException exception)
        {
            return exception.Message;
        }
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
