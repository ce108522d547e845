using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Execution;

/// <summary>The requests of a run: the two tests of the published evaluation.</summary>
public enum WalletTest
{
    /// <summary>Initial load: the status of every address.</summary>
    Initial,

    /// <summary>Wallet refresh: the history of every address, then every transaction.</summary>
    Refresh,

    /// <summary>One run for each test.</summary>
    Both,
}

/// <summary>The engine, the wallets and the chain of a run.</summary>
public sealed record ElectrumOptions
{
    /// <summary>The engine, named after the server with its layout.</summary>
    public string Engine { get; init; } = "fulcrum";

    public WalletTest Test { get; init; }

    /// <summary>Number of concurrent wallets.</summary>
    public int Wallets { get; init; } = 1;

    /// <summary>Requests of a wallet in one batch.</summary>
    public int Batch { get; init; } = 50;

    /// <summary>The synthetic chain, with the wallets in it.</summary>
    public SyntheticChainOptions Chain { get; init; } = new();

    /// <summary>A given chain, or given wallets; null if both are generated.</summary>
    public GivenWallets? Given { get; init; }

    /// <summary>Maximum bytes of memory for uncommitted changes of an index.</summary>
    public long CommitAfter { get; init; } = IndexEngine.DefaultCommitAfter;

    /// <summary>The model for reads and node calls.</summary>
    public CostModel Model { get; init; } = CostModel.Nothing;

    /// <summary>The rate at which requests start; null in a closed loop.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>The place of the chain, and of new indexes if the run has no store.</summary>
    public IndexLocation Store { get; init; } = IndexLocation.Memory;
}

/// <summary>A given chain or given wallets, which are not generated.</summary>
/// <param name="Seed">The seed for drawing scripts.</param>
public sealed record GivenWallets(ChainChoice Chain, ulong Seed)
{
    /// <summary>Number of scripts to draw.</summary>
    public long Count { get; init; }

    /// <summary>A key, or a file with scripts; null draws them.</summary>
    public string? Scripts { get; init; }

    /// <summary>Addresses of each chain of a key.</summary>
    public int KeyAddresses { get; init; }

    /// <summary>The proof from another process, which this process must reproduce; null in the first process.</summary>
    public ChainProof? Proof { get; init; }
}

/// <summary>Proves that processes have the same chain and the same wallets.</summary>
/// <param name="Height">The height of the last block.</param>
/// <param name="Tip">The hash of the last block.</param>
/// <param name="Scripts">The SHA-256 of all script hashes, in order.</param>
public sealed record ChainProof(int Height, string Tip, string Scripts);

/// <summary>The JSON shapes of data for workers.</summary>
[JsonSerializable(typeof(ChainProof))]
internal sealed partial class ElectrumJson : JsonSerializerContext;
