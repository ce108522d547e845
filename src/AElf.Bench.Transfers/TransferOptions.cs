using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.Transfers;

/// <summary>The options of the transfers and of their execution.</summary>
public sealed record TransferOptions
{
    /// <summary>Transfers in a block.</summary>
    public int Transfers { get; init; } = 8000;

    /// <summary>Groups in a block.</summary>
    public int Groups { get; init; } = 80;

    /// <summary>Exponent of the Zipf law for the sizes of the groups, 0 to 3; 0 for even groups.</summary>
    public double Skew { get; init; }

    /// <summary>Shape of generated transfers. Even groups with a skew follow Zipf's law.</summary>
    public LoadShape Load { get; init; } = LoadShape.Even;

    /// <summary>The contracts; null if all are transfers.</summary>
    public ContractSource? Contract { get; init; }

    public ulong Seed { get; init; } = 1;
    public TransferMode Mode { get; init; }

    /// <summary>Which keys share a slot of a Redis Cluster.</summary>
    public HashTag HashTag { get; init; }

    /// <summary>Starts per second; null for full speed.</summary>
    public ArrivalRate? Rate { get; init; }

    /// <summary>Bytes of each key in a store; null for the smallest size.</summary>
    public int? KeySize { get; init; }

    /// <summary>Bytes of each value in a store; null for the smallest size.</summary>
    public int? ValueSize { get; init; }

    /// <summary>The layout of accounts with this number of fields after the balance.</summary>
    internal AccountLayout LayoutOf(int more) => new(more, KeySize, ValueSize, HashTag is HashTag.Group);

    /// <summary>Who executes a transaction.</summary>
    public Executor Execute { get; init; }

    /// <summary>Who orders transactions that share an account.</summary>
    public ConflictOrder Conflicts { get; init; }

    /// <summary>
    /// The contracts that are executed: for a script of the store, transfers are a contract too. Null for the built-in
    /// transfer.
    /// </summary>
    internal ContractSource? Executed =>
        Contract ?? (Execute == Executor.Store ? ContractSource.Transfer : null);

    internal TransferPacing Pacing => new(Mode, Rate, Seed) { Executor = Execute, Conflicts = Conflicts };

    /// <summary>A file with the block to offer; null generates a block.</summary>
    public string? BlockFile { get; init; }

    /// <summary>Path for writing the offered block; null writes nothing.</summary>
    public string? BlockOutput { get; init; }
}
