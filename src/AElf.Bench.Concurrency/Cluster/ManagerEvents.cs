using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>What a manager is told about its run and its workers.</summary>
public sealed record ManagerOptions
{
    /// <summary>The run, as in its keys.</summary>
    public required string Run { get; init; }

    /// <summary>All that decides what the run does, as text: a log with another text is refused.</summary>
    public string Configuration { get; init; } = string.Empty;

    /// <summary>The store's address, or those of the proxies before it, <c>host:port</c>: workers must name one of them.</summary>
    public required IReadOnlyList<string> StoreAddresses { get; init; }

    /// <summary>What workers add to each round trip to the store.</summary>
    public TimeSpan AddedRoundTrip { get; init; }

    /// <summary>Mode, lanes, routing, mailbox capacity and most attempts; actors are the workers' affair.</summary>
    public ActorOptions Actors { get; init; } = new();

    /// <summary>Heartbeat interval and acceptable pause.</summary>
    public ActorSystemOptions System { get; init; } = new();

    /// <summary>The seed of routing choices.</summary>
    public ulong Seed { get; init; }

    /// <summary>Workers that must have joined before the first grant.</summary>
    public int WorkersToStart { get; init; } = 1;

    /// <summary>How long a block waits without any worker before the run is failed.</summary>
    public TimeSpan WorkerWait { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Heartbeats in a row without progress after which a grant is ended. Together longer than a store operation may take.</summary>
    public int MaxIdleHeartbeats { get; init; } = 15;

    /// <summary>Most transfers in one <see cref="Message.BlockChunk"/>.</summary>
    public int ChunkTransfers { get; init; } = 4096;
}

/// <summary>What a manager's timer is for.</summary>
public enum TimerKind
{
    /// <summary>A worker's silence; the subject is its incarnation.</summary>
    Deadline,

    /// <summary>The pause before a group is granted again; the subject is the group.</summary>
    Pause,

    /// <summary>A block without workers; no subject.</summary>
    NoWorkers,
}

/// <summary>Names a timer. Setting one that is set replaces it.</summary>
/// <param name="Kind">What for.</param>
/// <param name="Subject">Of what.</param>
public readonly record struct ManagerTimer(TimerKind Kind, long Subject);

/// <summary>What happens to a manager.</summary>
public abstract record ManagerEvent
{
    private ManagerEvent()
    {
    }

    /// <summary>A message came.</summary>
    /// <param name="Connection">Numbers connections in the order they were made.</param>
    /// <param name="Message">The message.</param>
    public sealed record Received(long Connection, Message Message) : ManagerEvent;

    /// <summary>A connection ended.</summary>
    /// <param name="Connection">Its number.</param>
    /// <param name="Reason">Why, as a clause after the worker's name.</param>
    public sealed record Disconnected(long Connection, string Reason) : ManagerEvent;

    /// <summary>A timer ran out.</summary>
    /// <param name="Timer">Its name.</param>
    public sealed record TimerFired(ManagerTimer Timer) : ManagerEvent;

    /// <summary>Records are durable.</summary>
    /// <param name="Position">The highest position that is, with all below it.</param>
    public sealed record Synced(long Position) : ManagerEvent;

    /// <summary>A block is to be executed; the one before is done. After a restart all blocks are handed over again, from the first.</summary>
    /// <param name="Plan">The block. The manager sets its versions as attempts are accepted.</param>
    public sealed record Execute(RoundPlan Plan) : ManagerEvent;

    /// <summary>No block will follow, or the run is given up. A run of which no block was handed over stays open in its log.</summary>
    /// <param name="Failure">Why it is given up; null after the last block.</param>
    public sealed record Close(string? Failure) : ManagerEvent;
}

/// <summary>What a manager wants done, in this order.</summary>
public abstract record ManagerEffect
{
    private ManagerEffect()
    {
    }

    /// <summary>Send a message; nothing happens when the connection is gone.</summary>
    /// <param name="Connection">The connection.</param>
    /// <param name="Message">The message.</param>
    public sealed record Send(long Connection, Message Message) : ManagerEffect;

    /// <summary>End a connection. <see cref="ManagerEvent.Disconnected"/> need not follow.</summary>
    /// <param name="Connection">The connection.</param>
    public sealed record Disconnect(long Connection) : ManagerEffect;

    /// <summary>Append a record to the log, make it durable soon, then say <see cref="ManagerEvent.Synced"/>.</summary>
    /// <param name="Position">The record's place in the log, the first being 0.</param>
    /// <param name="Record">The record.</param>
    public sealed record Append(long Position, LogRecord Record) : ManagerEffect;

    /// <summary>Set a timer, in place of one of the same name.</summary>
    /// <param name="Timer">Its name.</param>
    /// <param name="After">From now.</param>
    public sealed record SetTimer(ManagerTimer Timer, TimeSpan After) : ManagerEffect;

    /// <summary>Stop a timer, if it is set.</summary>
    /// <param name="Timer">Its name.</param>
    public sealed record CancelTimer(ManagerTimer Timer) : ManagerEffect;

    /// <summary>A worker joined.</summary>
    /// <param name="Worker">The worker.</param>
    public sealed record Joined(ClusterMember Worker) : ManagerEffect;

    /// <summary>A worker is no member any more.</summary>
    /// <param name="Worker">The worker.</param>
    /// <param name="Reason">Why.</param>
    public sealed record Lost(ClusterMember Worker, string Reason) : ManagerEffect;

    /// <summary>A grant was given after another attempt of its group was over.</summary>
    /// <param name="Work">The group and its new epoch.</param>
    public sealed record Reassigned(Grant Work) : ManagerEffect;

    /// <summary>An attempt that counted failed.</summary>
    /// <param name="Worker">The worker's name.</param>
    /// <param name="Failure">What it met.</param>
    public sealed record AttemptFailed(string Worker, AttemptFailure Failure) : ManagerEffect;

    /// <summary>All groups of the block are done, durably; the next may be handed over.</summary>
    /// <param name="Block">The block's number.</param>
    public sealed record BlockDone(long Block) : ManagerEffect;

    /// <summary>The run has failed and stays so.</summary>
    /// <param name="Reason">Names group, epoch, account and step where there are any.</param>
    /// <param name="StoreLostData">Whether the store lost or spoilt an account.</param>
    public sealed record RunFailed(string Reason, bool StoreLostData) : ManagerEffect;
}
