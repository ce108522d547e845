using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Sources;

/// <summary>The settings of the chain and its wallets, for the workload and its verbs.</summary>
public static class ChainSettings
{
    private const string Synthetic = "synthetic";

    private static readonly SyntheticChainOptions Defaults = new();
    private static readonly SettingGroup Rows =
        new("Workload", Topic.Workload, Programs.Runs | Programs.Verb)
        { Submission = Submission.Always, InScenario = "workload." };

    public static readonly Setting<string> Chain = new(
        Rows, "Chain", ChainChoice.Rule, Synthetic,
        "synthetic (generated), a node's folder with blk*.dat, or a node at http://HOST:PORT",
        "--chain WHAT");

    public static readonly Setting<string> Network = new(
        Rows, "Network", ChoiceRule.Of([.. ChainNetwork.All.Select(each => each.Word)]), "regtest",
        "network of the folder or node", "--network NAME");

    /// <summary>The file with user and password for a node.</summary>
    public static readonly Setting<string?> Login = new(
        Rows, "ChainLogin", SettingRules.Path, null, "a node's .cookie, or a file with USER:PASSWORD in one line",
        "--chain-login FILE")
    { Submission = Submission.Never };

    /// <summary>The height of the synthetic chain.</summary>
    public static readonly Setting<int> Height = new(
        Rows, "ChainHeight", new WholeNumberRule(SyntheticChainOptions.FirstSpend, 1_000_000), Defaults.Blocks,
        "height of the synthetic chain", "--chain-height N");

    public static readonly Setting<int> BlockTransactions = new(
        Rows, "BlockTransactions", new WholeNumberRule(1, 4_000), Defaults.TransactionsPerBlock,
        "average number of transactions in a synthetic block", "--block-transactions N");

    public static readonly Setting<TransactionShapes> Shape = new(
        Rows, "Shape", ChoiceRule.Of<TransactionShapes>(), TransactionShapes.Usual,
        "inputs and outputs of synthetic transactions: usual, or as in the main network's block 437303",
        "--shape NAME");

    public static readonly Setting<int> Wallet = new(
        Rows, "Wallet", new WholeNumberRule(1, 10_000_000), Defaults.WalletAddresses,
        "used addresses of a wallet", "--wallet N");

    public static readonly Setting<int> Wallets = new(
        Rows, "Wallets", new WholeNumberRule(1, 10_000), Defaults.Wallets,
        "wallets that send requests at once", "--wallets N");

    public static readonly Setting<WalletSizing> WalletSizes = new(
        Rows, "WalletSizes", ChoiceRule.Of<WalletSizing>(), WalletSizing.Equal,
        "sizes of several wallets: equal, or zipf (a few large ones) with a mean of --wallet", "--wallet-sizes NAME");

    /// <summary>Transactions for each address.</summary>
    public static readonly Setting<decimal?> Depth = new(
        Rows, "Depth",
        new DecimalNumberRule(1, 1_000, "a number from 1 to 1000 with at most three decimals, such as 1.5"), null,
        "transactions per address of a synthetic wallet (default 1.32, as in the published test)",
        "--depth X");

    public static readonly Setting<int?> WalletTransactions = new(
        Rows, "WalletTransactions", new WholeNumberRule(1, 100_000_000), null,
        "transactions of a synthetic wallet, in place of --depth", "--wallet-transactions N");

    /// <summary>Number of different heights of a wallet's transactions.</summary>
    public static readonly Setting<int?> WalletHeights = new(
        Rows, "WalletHeights", new WholeNumberRule(1, 1_000_000), null,
        "number of blocks with transactions of a synthetic wallet (default one per 8 transactions)",
        "--wallet-heights N");

    public static readonly Setting<string?> Scripts = new(
        Rows, "Scripts",
        new PlainTextRule("a key, a descriptor, an address, a script hash, or a file") { MayNameInput = true }, null,
        "the wallet: a zpub or p2tr:xpub, a descriptor, an address, a script hash, or a file with one of these per "
            + "line, or of Electrum or Sparrow (default that of the synthetic chain, else random scripts with "
            + "transactions)",
        "--scripts WHAT");

    public static readonly Setting<int> KeyAddresses = new(
        Rows, "KeyAddresses", new WholeNumberRule(1, 1_000_000), 1500, "addresses of each of the two chains of a key",
        "--key-addresses N");

    /// <summary>The seed of all random values. A run has a separate setting.</summary>
    public static readonly Setting<ulong> Seed = new(
        Rows, "ChainSeed", new LargeNumberRule(0, ulong.MaxValue), 1,
        "seed of the synthetic chain and of random choices", "--seed N")
    { Programs = Programs.Verb, Submission = Submission.Never, ScenarioKey = null };

    // These settings apply only to a synthetic chain.
    private static readonly Setting[] Sizes =
        [Height, BlockTransactions, Shape, Depth, WalletTransactions, WalletHeights];

    /// <summary>All settings, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>The settings of a run, which has a separate setting for the seed.</summary>
    public static IReadOnlyList<Setting> OfRuns { get; } = [.. Rows.All.Except([Seed])];

    /// <summary>The settings of a server or node, which serve a chain to any wallet.</summary>
    public static IReadOnlyList<Setting> OfServers { get; } = [.. Rows.All.Except([Scripts, KeyAddresses])];

    /// <summary>
    /// Whether the command line sets a property of the chain; the number of wallets does not count.
    /// </summary>
    public static bool IsGiven(ResolvedSettings settings) =>
        OfServers.Any(row => row != Wallets && settings.IsTyped(row));

    /// <summary>The problems of combinations of settings.</summary>
    public static IEnumerable<ValidationError> Check(ResolvedSettings settings)
    {
        if (Rows.All.Any(settings.IsRejected))
        {
            return [];
        }

        var (isGiven, isNode) = (settings.Get(Chain) is not Synthetic, ChainChoice.IsNodeAddress(settings.Get(Chain)));
        var areBoth = settings.Get(Depth) is not null && settings.Get(WalletTransactions) is not null;
        var isSubmitted = isNode && settings.Source(Chain) == SettingSource.Submission;
        return new RuleList(settings)
        {
            {
                // A login is never sent to other machines, and this command cannot name their login files.
                isSubmitted, Chain,
                "a cluster cannot use a node", "use a folder with blk*.dat that manager and workers have"
            },
            {
                !isSubmitted && isNode && settings.Get(Login) is null, Login,
                "the node's .cookie is missing", "give its file, such as ~/.bitcoin/regtest/.cookie"
            },
            {
                !isSubmitted && !isNode && settings.Get(Login) is not null, Login,
                "applies only to a node", $"leave it out, or use {Chain.Option} http://HOST:PORT"
            },
            {
                isGiven ? Sizes : [], "applies only to a synthetic chain", $"leave it out, or {Chain.Option}"
            },
            {
                !isGiven && areBoth, WalletTransactions,
                $"{Depth.Option} sets the same", "leave out one of the two"
            },
            isGiven || areBoth || Made(settings, seed: 0).Problem is not { } error
                ? []
                : [ValidationError.Error("the chain", error, "use other sizes")],
            // The submitting process has checked the wallet; a file name refers to its machine.
            settings.Get(Scripts) is { } scripts && (settings.IsTyped(Scripts) || WalletText.IsPrivate(scripts))
                && WalletText.ProblemOf(scripts) is { } problem
                ? [ValidationError.Of(problem with { Setting = Scripts })]
                : [],
        };
    }

    /// <summary>The requested chain.</summary>
    /// <param name="seed">The seed of all random values.</param>
    public static ChainChoice Read(ResolvedSettings settings, ulong seed) =>
        settings.Get(Chain) is not Synthetic and var chain
            ? new ChainChoice(null, chain, settings.Get(Login), ChainNetwork.Of(settings.Get(Network)))
            : new ChainChoice(Made(settings, seed), null, null, ChainNetwork.BitcoinRegtest);

    /// <summary>The requested chain of a verb.</summary>
    public static ChainChoice Read(ResolvedSettings settings) => Read(settings, settings.Get(Seed));

    // By default, wallets of all sizes have equal numbers of transactions and heights per address.
    private static SyntheticChainOptions Made(ResolvedSettings settings, ulong seed)
    {
        var (addresses, height) = (settings.Get(Wallet), settings.Get(Height));
        var transactions = settings.Get(WalletTransactions)
            ?? (settings.Get(Depth) is { } depth
                ? (int)Math.Min(int.MaxValue, Math.Round(addresses * depth))
                : (int)Math.Max(1, (long)addresses * Defaults.WalletTransactions / Defaults.WalletAddresses));
        var heights = settings.Get(WalletHeights)
            ?? (long)transactions * Defaults.WalletHeights / Defaults.WalletTransactions;
        return Defaults with
        {
            Seed = seed,
            Blocks = height,
            TransactionsPerBlock = settings.Get(BlockTransactions),
            Shape = settings.Get(Shape),
            Wallets = settings.Get(Wallets),
            WalletAddresses = addresses,
            WalletSizing = settings.Get(WalletSizes),
            WalletTransactions = transactions,
            WalletHeights = (int)Math.Clamp(heights, 1, height - SyntheticChainOptions.FirstSpend + 1),
        };
    }
}
