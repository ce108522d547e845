using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>The script hashes of a wallet, each once, and the networks that all of them can be of.</summary>
public sealed record WalletScripts(IReadOnlyList<Hash256> Scripts, AddressNetworks Networks)
{
    /// <summary>The scripts by their hashes, as far as they are known.</summary>
    public IReadOnlyDictionary<Hash256, byte[]> Known { get; init; } = new Dictionary<Hash256, byte[]>();

    /// <summary>Checks that a chain can have transactions of the wallet.</summary>
    /// <exception cref="WalletException">It is of another network.</exception>
    public void EnsureOf(ChainNetwork network)
    {
        if ((Networks & network.Addresses) == AddressNetworks.None)
        {
            throw new WalletException(WalletProblems.OtherNetwork(Networks, network));
        }
    }
}

/// <summary>A wallet that is given and cannot be asked for; the problem says why.</summary>
public sealed class WalletException(Problem problem) : FormatException(problem.ToString())
{
    public Problem Problem { get; } = problem;
}
