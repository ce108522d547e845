using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>The distinct script hashes of a wallet, and their common networks.</summary>
public sealed record WalletScripts(IReadOnlyList<Hash256> Scripts, AddressNetworks Networks)
{
    /// <summary>The scripts that this wallet knows, by script hash.</summary>
    public IReadOnlyDictionary<Hash256, byte[]> Known { get; init; } = new Dictionary<Hash256, byte[]>();

    /// <summary>Checks that a chain can have transactions of the wallet.</summary>
    /// <exception cref="WalletException">The wallet belongs to another network.</exception>
    public void EnsureOf(ChainNetwork network)
    {
        if ((Networks & network.Addresses) == AddressNetworks.None)
        {
            throw new WalletException(WalletProblems.OtherNetwork(Networks, network));
        }
    }
}

/// <summary>A given wallet cannot be used; the problem says why.</summary>
public sealed class WalletException(Problem problem) : FormatException(problem.ToString())
{
    public Problem Problem { get; } = problem;
}
