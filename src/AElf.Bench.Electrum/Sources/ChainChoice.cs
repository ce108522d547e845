using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;
using AElf.Bench.Electrum.Chain.Synthetic;

namespace AElf.Bench.Electrum.Sources;

/// <summary>The requested chain: a synthetic chain, a folder, or a node.</summary>
/// <param name="Synthetic">The options of a synthetic chain; null for an existing chain.</param>
/// <param name="Place">A folder with blk*.dat, or a node; null for a synthetic chain.</param>
/// <param name="LoginFile">A file with the login for a node; null for a folder.</param>
public sealed record ChainChoice(
    SyntheticChainOptions? Synthetic, string? Place, string? LoginFile, ChainNetwork Network)
{
    /// <summary>Accepts a synthetic chain, a folder, or a node's address without a password.</summary>
    public static readonly TextRule<string> Rule = new(
        $"synthetic, a folder with blk*.dat, or a node's http://{AddressListRule.AddressForm}",
        text => IsNodeAddress(text) ? SettingRules.WebAddress.Normalise(text) : SettingRules.Path.Parse(text),
        mayHoldLogin: true);

    /// <summary>Whether an accepted text is a node's address.</summary>
    public static bool IsNodeAddress(string text) => text.StartsWith("http://", StringComparison.Ordinal);

    /// <summary>The chain in words, for messages and reports.</summary>
    public string Text => Synthetic is { } made
        ? FormattableString.Invariant($"synthetic, seed {made.Seed}, {made.Blocks} blocks")
        : Place!;

    /// <summary>Whether the chain comes from a node, and so can grow.</summary>
    public bool IsNode => LoginFile is not null;

    /// <summary>Opens a node.</summary>
    /// <param name="timeout">Maximum time of one answer.</param>
    /// <param name="retryTimeout">How long to retry while the node is unreachable.</param>
    /// <exception cref="ChainException">The node has another network, or is pruned.</exception>
    /// <exception cref="IOException">The node cannot be reached, or refuses the login.</exception>
    public NodeChainSource OpenNode(TimeSpan timeout, TimeSpan retryTimeout)
    {
        var address = new NodeAddress(new Uri(Place!), NodeLogin.ReadCookie(LoginFile!));
        return NodeChainSource.Open(address with { Timeout = timeout, RetryTimeout = retryTimeout }, Network);
    }

    /// <summary>Opens the chain.</summary>
    /// <param name="nodeTimeout">Time-out of the node; null for the default.</param>
    /// <exception cref="ChainException">A file is damaged, blocks do not link, or the node cannot be used.</exception>
    /// <exception cref="IOException">A file cannot be read, or a node cannot be reached.</exception>
    public IChainSource Open(TimeSpan? nodeTimeout = null) => this switch
    {
        { Synthetic: { } options } => new SyntheticChainSource(options),
        { LoginFile: null } => BlockFileChain.Open(Place!, Network),
        _ => OpenNode(
            Shortest(NodeAddress.UsualTimeout, nodeTimeout), Shortest(NodeAddress.UsualRetryTimeout, nodeTimeout)),
    };

    private static TimeSpan Shortest(TimeSpan usual, TimeSpan? given) => given < usual ? given.Value : usual;
}
