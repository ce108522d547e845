using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Execution;

/// <summary>Who executes a transaction.</summary>
public enum Executor
{
    /// <summary>An actor reads the accounts, computes, and writes them.</summary>
    Client,

    /// <summary>The server of the store, by a script.</summary>
    Store,
}

/// <summary>Who orders transactions that share an account.</summary>
public enum ConflictOrder
{
    /// <summary>They are in one group, which is executed in order.</summary>
    Group,

    /// <summary>The server of the store, in the order of arrival.</summary>
    Store,
}

/// <summary>How pumps send transfers to the store.</summary>
/// <param name="Mode">Store operations of first attempts.</param>
/// <param name="Rate">Starts per second; null in a closed loop, which runs at full speed.</param>
/// <param name="Seed">The seed of the schedule.</param>
public sealed record TransferPacing(TransferMode Mode, ArrivalRate? Rate = null, ulong Seed = 0)
{
    public Executor Executor { get; init; }

    public ConflictOrder Conflicts { get; init; }

    /// <summary>Whether transactions that share an account are in one group.</summary>
    public bool IsGrouped => Conflicts == ConflictOrder.Group;

    /// <summary>How transactions of contracts are executed.</summary>
    internal string ContractsInWords => (Executor, Mode) switch
    {
        (Executor.Store, _) => $"one script of the store for each{(IsGrouped ? "" : ", in any order")}",
        (_, TransferMode.Multi) => "one read of all accounts, then one write for each step",
        (_, TransferMode.Exec) => "each account is read, then all are written in one transaction",
        _ => "each account is read, then each is written as early as possible",
    };

    /// <summary>The commands that pumps send in addition to GET, SET and DEL.</summary>
    internal StoreCommands Commands => (Executor, Mode) switch
    {
        (Executor.Store, _) => StoreCommands.Scripts,
        (_, TransferMode.Strict) => StoreCommands.None,
        (_, TransferMode.Exec) => StoreCommands.Exec,
        _ => StoreCommands.SeveralKeys,
    };

    /// <summary>Refuses a store that cannot execute the operations of the pumps.</summary>
    /// <param name="sharesSlots">Whether all accounts of a group can have one slot of a Redis Cluster.</param>
    /// <exception cref="FormatException">The store cannot execute them.</exception>
    internal void EnsureServedBy(StoreDescription store, bool sharesSlots = true)
    {
        var (option, needed) = Commands switch
        {
            StoreCommands.Scripts => ("--execute store", "Lua scripts (EVALSHA)"),
            StoreCommands.Exec => ("--mode exec", "MULTI and EXEC"),
            _ => (null, ""),
        };
        var problem = store switch
        {
            _ when option is null => null,
            { Type: "inmemory" or "ssdb" or "twemproxy" } =>
                $"{option} needs {needed}, which {store.Type} does not have: use --database redis",
            { Client: "stackexchange" } => $"{option} needs --client pipelined: stackexchange does not support it",
            { Type: "redis-cluster" or "redis-shards" } when !sharesSlots => $"{option} needs all accounts of a "
                + "transaction at one server, and an account that no transaction writes belongs to no group: use "
                + "--execute client",
            _ => null,
        };
        if (problem is not null)
        {
            throw new FormatException(problem);
        }
    }
}

/// <summary>The store operations of a transfer.</summary>
public enum TransferMode
{
    /// <summary>Two GET, then two SET, for each transfer.</summary>
    Strict,

    /// <summary>One MGET, then one MSET, for each transfer.</summary>
    Multi,

    /// <summary>Two GET, then MULTI, two SET and EXEC, for each transfer.</summary>
    Exec,

    /// <summary>Each account of a group read once and written once.</summary>
    Batch,
}

/// <summary>Which keys share a slot of a Redis Cluster.</summary>
public enum HashTag
{
    /// <summary>Keys have no tag; they share a slot only by chance.</summary>
    None,

    /// <summary>All keys of a group's accounts.</summary>
    Group,
}
