using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <summary>Which transfers are offered, and how.</summary>
public sealed record TransferOptions
{
    /// <summary>Transfers in a block.</summary>
    public int Transfers { get; init; } = 8000;

    /// <summary>Groups in a block.</summary>
    public int Groups { get; init; } = 80;

    /// <summary>Exponent of the Zipf law that the sizes of the groups follow, 0 to 3; 0 for even groups.</summary>
    public double Skew { get; init; }

    /// <summary>What generated transfers are like; even groups with a skew are those of Zipf's law.</summary>
    public LoadShape Load { get; init; } = LoadShape.Even;

    /// <summary>The contracts; null where all are transfers.</summary>
    public ContractSource? Contract { get; init; }

    public ulong Seed { get; init; } = 1;
    public TransferMode Mode { get; init; }

    /// <summary>Which keys share a slot of a Redis Cluster.</summary>
    public HashTag HashTag { get; init; }

    /// <summary>How many are started per second; null for as many as can be.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>Bytes of each key in a store; null for no more than it needs.</summary>
    public int? KeySize { get; init; }

    /// <summary>Bytes of each value in a store; null for no more than it needs.</summary>
    public int? ValueSize { get; init; }

    /// <summary>The layout of accounts with so many fields after the balance.</summary>
    internal AccountLayout LayoutOf(int more) => new(more, KeySize, ValueSize, HashTag is HashTag.Group);

    /// <summary>Who executes a transaction.</summary>
    public Executor Execute { get; init; }

    /// <summary>Who orders transactions that share an account.</summary>
    public ConflictOrder Conflicts { get; init; }

    /// <summary>The contracts that are executed: a script of the store has transfers as one. Null for the built-in
    /// transfer.</summary>
    internal ContractSource? Executed =>
        Contract ?? (Execute == Executor.Store ? ContractSource.Transfer : null);

    internal TransferPacing Pacing => new(Mode, Rate, Seed) { Executor = Execute, Conflicts = Conflicts };

    /// <summary>A block file to offer instead of generated transfers; null generates.</summary>
    public string? BlockFile { get; init; }

    /// <summary>Where to write the offered block; null writes none.</summary>
    public string? BlockOutput { get; init; }
}
