using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Core.Stores;

/// <summary>The data that a server reports about itself.</summary>
/// <param name="Endpoint"><c>host:port</c>, or <c>memory</c>.</param>
/// <param name="Incarnation">
/// Changes when the server process restarts (Redis: <c>run_id</c>), so that counters from before and after a restart
/// are never subtracted.
/// </param>
/// <param name="Operations">Commands served, from the server's own counters. Keys written are −1 where the server does
/// not count them.</param>
/// <param name="Keys">Keys held; −1 when unknown.</param>
/// <param name="CpuSeconds">CPU time the server used, user and system; NaN when unknown.</param>
/// <param name="Version">The server's name and version.</param>
/// <param name="Persistence">Such as <c>none</c>, <c>rdb</c>, <c>aof everysec</c>, or <c>unknown</c>.</param>
public sealed record ShardCounters(
    string Endpoint,
    string Incarnation,
    OperationCounts Operations,
    long Keys,
    double CpuSeconds,
    string Version,
    string Persistence)
{
    /// <summary>
    /// Why <see cref="Operations"/> is unreliable: the server lists no commands, or counts several as one. Null if it
    /// is reliable.
    /// </summary>
    public string? OperationsUnavailable { get; init; }

    /// <summary>Memory that the server uses for its data and itself; null if unknown.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>Keys that the server removed by itself or flushed, since its start.</summary>
    public KeyRemovals Removed { get; init; }

    /// <summary>
    /// INFO commands that the server has served. They rise with each reading, unless the counters were reset.
    /// </summary>
    public long Inquiries { get; init; }

    /// <summary>How long the server runs, in whole seconds; null if unknown.</summary>
    public TimeSpan? Uptime { get; init; }

    /// <summary>The server's configuration; null if unknown.</summary>
    public ServerSetup? Setup { get; init; }

    /// <summary>CPU time of the thread that executes commands; that of the whole server if it is unknown.</summary>
    public double MainThreadSeconds { get; init; } = CpuSeconds;

    /// <summary>The id of the server's process, in its own namespace; null if unknown.</summary>
    public int? ProcessId { get; init; }
}

/// <summary>A server's configuration, besides version and persistence. Unknown values are null.</summary>
public sealed record ServerSetup
{
    /// <summary>Threads that read requests and write replies, the main thread included.</summary>
    public int? IoThreads { get; init; }

    /// <summary>Replicas connected to it.</summary>
    public int? Replicas { get; init; }

    /// <summary>Limit of its memory in MiB; 0 for none.</summary>
    public double? MaxMemoryMb { get; init; }

    /// <summary>The policy for keys at that limit.</summary>
    public string? MaxMemoryPolicy { get; init; }

    /// <summary>
    /// The policy by which the server may evict keys; null if it evicts none, or if the policy is unknown.
    /// </summary>
    [JsonIgnore]
    public string? EvictionPolicy =>
        MaxMemoryMb > 0 && MaxMemoryPolicy is not "noeviction" ? MaxMemoryPolicy : null;

    public override string ToString() => string.Join(
        ", ",
        IoThreads is { } threads ? NumberFormat.Counted(threads, "I/O thread") : "I/O threads unknown",
        Replicas is { } replicas ? NumberFormat.Counted(replicas, "replica") : "replicas unknown",
        MaxMemoryMb switch
        {
            null => "memory limit unknown",
            0 => "no memory limit",
            { } limit => $"at most {NumberFormat.Number(limit)} MiB ({MaxMemoryPolicy ?? "policy unknown"})",
        });
}

/// <summary>Keys that a server removed by eviction, expiry or flush.</summary>
/// <param name="Evicted">Keys removed because memory was full.</param>
/// <param name="Expired">Keys whose time to live had ended.</param>
/// <param name="Flushes">Commands that removed all keys.</param>
public readonly record struct KeyRemovals(long Evicted, long Expired, long Flushes)
{
    public bool Any => this != default;

    public static KeyRemovals operator -(KeyRemovals left, KeyRemovals right) => new(
        Math.Max(0, left.Evicted - right.Evicted),
        Math.Max(0, left.Expired - right.Expired),
        Math.Max(0, left.Flushes - right.Flushes));
}
