using System.Text.Json.Serialization;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Execution;

/// <summary>The requests of a run: the two tests of the published evaluation.</summary>
public enum WalletTest
{
    /// <summary>Initial load: the status of every address.</summary>
    Initial,

    /// <summary>Wallet refresh: the history of every address, then every transaction.</summary>
    Refresh,

    /// <summary>A run for each.</summary>
    Both,
}

/// <summary>Which engine answers which wallets, over which chain.</summary>
public sealed record ElectrumOptions
{
    /// <summary>The engine, by the name of the server whose layout it has.</summary>
    public string Engine { get; init; } = "fulcrum";

    public WalletTest Test { get; init; }

    /// <summary>The wallets that ask at once.</summary>
    public int Wallets { get; init; } = 1;

    /// <summary>Requests of a wallet that are sent, and answered, together.</summary>
    public int Batch { get; init; } = 50;

    /// <summary>The synthetic chain, with the wallets in it.</summary>
    public SyntheticChainOptions Chain { get; init; } = new();

    /// <summary>A given chain, or given wallets; null when both are made.</summary>
    public GivenWallets? Given { get; init; }

    /// <summary>Bytes of memory that changes of an index may take before they are committed.</summary>
    public long CommitAfter { get; init; } = IndexEngine.DefaultCommitAfter;

    /// <summary>What reads and calls of a node are charged at.</summary>
    public CostModel Model { get; init; } = CostModel.Nothing;

    /// <summary>The rate at which requests are started, in words; null in a closed loop.</summary>
    public string? Rate { get; init; }

    /// <summary>Where indexes are made; memory also stands for the run's store.</summary>
    public IndexLocation Store { get; init; } = IndexLocation.Memory;
}

/// <summary>Wallets that are given, and not made with their chain.</summary>
/// <param name="Place">A folder with blk*.dat, or a node; null for the synthetic chain.</param>
/// <param name="LoginFile">A file with the login for a node; null for a folder.</param>
/// <param name="Seed">The seed by which scripts are drawn.</param>
public sealed record GivenWallets(string? Place, string? LoginFile, string Network, ulong Seed)
{
    /// <summary>How many scripts are drawn.</summary>
    public int Count { get; init; }

    /// <summary>A key, or a file with scripts; null draws them.</summary>
    public string? Scripts { get; init; }

    /// <summary>Addresses of each chain of a key.</summary>
    public int KeyAddresses { get; init; }

    /// <summary>What another process found, and this one has to find; null in the first.</summary>
    public ChainProof? Proof { get; init; }
}

/// <summary>Shows processes whether they have the same chain and the same wallets.</summary>
/// <param name="Height">The height of the last block.</param>
/// <param name="Tip">The hash of the last block.</param>
/// <param name="Scripts">The SHA-256 of all script hashes, in order.</param>
public sealed record ChainProof(int Height, string Tip, string Scripts);

/// <summary>Serializes what goes to workers.</summary>
[JsonSerializable(typeof(ChainProof))]
internal sealed partial class ElectrumJson : JsonSerializerContext;
