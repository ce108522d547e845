using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Node;

namespace AElf.Bench.Electrum.Sources;

/// <summary>Which chain.</summary>
/// <param name="Synthetic">What is made; null for a chain that is there.</param>
/// <param name="Place">A folder with blk*.dat, or a node; null for what is made.</param>
/// <param name="LoginFile">Who asks a node; null for a folder.</param>
/// <param name="NetworkName">The network of its blocks, one of <see cref="Networks"/>.</param>
public sealed record ChainChoice(
    SyntheticChainOptions? Synthetic, string? Place, string? LoginFile, string NetworkName)
{
    /// <summary>The names of networks.</summary>
    public static IReadOnlyList<string> Networks { get; } = ["main", "regtest", "litecoin-regtest"];

    /// <summary>The network of its blocks.</summary>
    public ChainNetwork Network => NetworkName switch
    {
        "main" => ChainNetwork.Main,
        "regtest" => ChainNetwork.BitcoinRegtest,
        _ => ChainNetwork.LitecoinRegtest,
    };

    /// <summary>What it is, for messages and reports.</summary>
    public string Text => Synthetic is { } made
        ? FormattableString.Invariant($"synthetic, seed {made.Seed}, {made.Blocks} blocks")
        : Place!;

    /// <summary>Whether it is a node's, which goes on.</summary>
    public bool IsNode => LoginFile is not null;

    /// <summary>Opens a node.</summary>
    /// <param name="timeout">How long one answer may take.</param>
    /// <param name="patience">How long it is called again when it cannot be reached.</param>
    /// <exception cref="ChainException">It is of another network, or pruned.</exception>
    /// <exception cref="IOException">It cannot be reached, or refuses the login.</exception>
    public NodeChainSource OpenNode(TimeSpan timeout, TimeSpan patience)
    {
        var address = new NodeAddress(new Uri(Place!), NodeLogin.ReadCookie(LoginFile!));
        return NodeChainSource.Open(address with { Timeout = timeout, Patience = patience }, Network);
    }

    /// <summary>Opens it.</summary>
    /// <exception cref="ChainException">A file is damaged, blocks do not link, or a node is of no use.</exception>
    /// <exception cref="IOException">A file cannot be read, or a node not reached.</exception>
    public IChainSource Open() =>
        Synthetic is { } options ? new SyntheticChainSource(options)
        : LoginFile is null ? BlockFileChain.Open(Place!, Network)
        : NodeChainSource.Open(new NodeAddress(new Uri(Place!), NodeLogin.ReadCookie(LoginFile)), Network);
}

/// <summary>A synthetic chain, a folder, or a node's address, which carries no password.</summary>
public sealed class ChainRule()
    : ValueRule("synthetic, a folder with blk*.dat, or a node's http://HOST:PORT", JsonForm.Text), IRuleOf<string>
{
    private static readonly WebAddressRule Address = new();

    /// <summary>Whether a text that was accepted is a node's address.</summary>
    public static bool IsNode(string text) => text.StartsWith("http://", StringComparison.Ordinal);

    /// <inheritdoc/>
    public override object? Parse(string text) =>
        IsNode(text) ? Address.Normalise(text) : SettingRules.Path.Parse(text);

    /// <inheritdoc/>
    public override string Show(string text) => Address.Show(text);
}
