using AElf.Bench.Concurrency.Cluster;

namespace AElf.Bench.Operations.Health;

/// <summary>The state of a cluster, for <c>GET /status</c>, the live page and <c>top</c>.</summary>
/// <param name="At">When the status was taken.</param>
/// <param name="Address">Where the manager listens, <c>host:port</c>.</param>
/// <param name="Store">The store, in words: type and addresses.</param>
/// <param name="UptimeSeconds">Seconds since the manager started.</param>
/// <param name="Run">The run; null between runs.</param>
/// <param name="Workers">The members, in the order they joined.</param>
/// <param name="Shards">The servers of the store; empty if the store does not list them.</param>
/// <param name="Events">Recent events, oldest first: joins, losses, repeated grants.</param>
public sealed record ClusterStatus(
    DateTimeOffset At,
    string Version,
    string Address,
    string Store,
    double UptimeSeconds,
    RunStatus? Run,
    IReadOnlyList<WorkerStatus> Workers,
    IReadOnlyList<ShardStatus> Shards,
    IReadOnlyList<ClusterEvent> Events)
{
    /// <summary>Workers that the current run has lost, in order of loss.</summary>
    public IReadOnlyList<LostWorker> Lost { get; init; } = [];
}

/// <summary>The current run.</summary>
/// <param name="Phase">The current phase, such as <c>measure</c>.</param>
/// <param name="Round">The round of the phase, from 1.</param>
/// <param name="Rounds">Rounds of the phase; 0 if unknown.</param>
/// <param name="Transfers">Transfers in a block.</param>
/// <param name="Committed">Transfers committed in the block so far.</param>
/// <param name="Groups">Groups in the block.</param>
/// <param name="TransfersPerSecond">The rate in each of the last slices, oldest first.</param>
/// <param name="SliceMs">The length of a slice, milliseconds.</param>
/// <param name="Stuck">Grants without progress, longest first.</param>
public sealed record RunStatus(
    string Id,
    string Phase,
    int Round,
    int Rounds,
    long Transfers,
    long Committed,
    int Groups,
    int GroupsDone,
    IReadOnlyList<double> TransfersPerSecond,
    double SliceMs,
    IReadOnlyList<StuckUnit> Stuck)
{
    /// <summary>What the run waits for, until when, and what to do; null while it makes progress.</summary>
    public string? Waiting { get; init; }
}

/// <summary>A grant without progress.</summary>
/// <param name="Actor">Index of the actor; −1 while the grant waits for an actor.</param>
/// <param name="Item">The current item of the unit, such as an account; null if unknown.</param>
public sealed record StuckUnit(
    int Unit, int Epoch, string Worker, int Actor, string? Item, string Step, double IdleSeconds);

/// <summary>A member of the cluster, as <c>GET /status</c> shows it.</summary>
/// <param name="Server">The host it runs on.</param>
/// <param name="Incarnation">Differs between processes with the same name.</param>
/// <param name="Store">Address of the store that its actors use.</param>
/// <param name="Credits">Maximum of its grants at once.</param>
/// <param name="HeardSecondsAgo">Seconds since its last message.</param>
public sealed record WorkerStatus(
    string Name,
    string Server,
    long Incarnation,
    string Store,
    int Grants,
    int Credits,
    double HeardSecondsAgo,
    IReadOnlyList<ActorStatus> Actors)
{
    /// <summary>Threads that serve its actors, each with a connection; 0 without an open run.</summary>
    public int Dispatchers { get; init; }
}

/// <summary>A worker that has left.</summary>
/// <param name="Server">The host it ran on.</param>
public sealed record LostWorker(DateTimeOffset At, string Name, string Server, string Reason);

/// <summary>The commits and the mailbox of an actor.</summary>
/// <param name="Committed">Transfers committed since its process started.</param>
/// <param name="OldestSeconds">Age of the oldest job waiting.</param>
public sealed record ActorStatus(long Committed, int MailboxDepth, double OldestSeconds)
{
    public static ActorStatus Of(ActorHealth actor) =>
        new(actor.Committed, actor.Waiting, actor.OldestAge.TotalSeconds);
}

/// <summary>A server of the store.</summary>
/// <param name="Endpoint"><c>host:port</c>.</param>
/// <param name="Operations">Reads and writes it has served in the run.</param>
public sealed record ShardStatus(string Endpoint, long Keys, long Operations);

/// <summary>An event of the cluster, or several events of a kind.</summary>
/// <param name="At">Time of the first event.</param>
/// <param name="Kind">Such as <c>joined</c>, <c>lost</c>, <c>failed</c>, <c>again</c>.</param>
public sealed record ClusterEvent(DateTimeOffset At, string Kind, string Text)
{
    /// <summary>Number of occurrences. All groups that are granted again are one event.</summary>
    public int Count { get; init; } = 1;
}
