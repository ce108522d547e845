using System.Text.Json.Serialization;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;

namespace AElf.Bench.Electrum.Execution;

/// <summary>What a wallet asks in a run: the two tests of the published evaluation.</summary>
public enum WalletTest
{
    /// <summary>Initial load: the status of every address.</summary>
    Initial,

    /// <summary>Wallet refresh: the history of every address, then every transaction.</summary>
    Refresh,
}

/// <summary>Which engine answers which wallets, over which chain.</summary>
public sealed record ElectrumOptions
{
    /// <summary>The engine, by the name of the server whose layout it has.</summary>
    public string Engine { get; init; } = "fulcrum";

    /// <summary>What the wallets ask.</summary>
    public WalletTest Test { get; init; }

    /// <summary>Requests of a wallet that are sent, and answered, together.</summary>
    public int Batch { get; init; } = 50;

    /// <summary>The chain, with the wallets in it.</summary>
    public SyntheticChainOptions Chain { get; init; } = new();

    /// <summary>Bytes of memory that changes of an index may take before they are committed.</summary>
    public long CommitAfter { get; init; } = IndexEngine.DefaultCommitAfter;

    /// <summary>How many requests are started per second, in words; null in a closed loop.</summary>
    public string? Rate { get; init; }

    /// <summary>Where indexes are made; memory also stands for the run's store.</summary>
    public IndexLocation Store { get; init; } = IndexLocation.Memory;
}

/// <summary>The options as they go to workers.</summary>
[JsonSerializable(typeof(ElectrumOptions))]
internal sealed partial class ElectrumJson : JsonSerializerContext;
