using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Core.Stores;

/// <summary>What one server says about itself.</summary>
/// <param name="Endpoint"><c>host:port</c>, or <c>memory</c>.</param>
/// <param name="Incarnation">Changes when the server process restarts (Redis: <c>run_id</c>), so that counters of two
/// lives are never subtracted.</param>
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
    /// Why <see cref="Operations"/> cannot be relied on: the server lists no commands, or counts several as one. Null
    /// when it can.
    /// </summary>
    public string? OperationsUnavailable { get; init; }

    /// <summary>Memory the server uses for its data and itself; null when it does not say.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>Keys that the server removed by itself or flushed, since its start.</summary>
    public KeyRemovals Removed { get; init; }

    /// <summary>INFO commands the server has served: more at each reading, unless its counters were set back.</summary>
    public long Inquiries { get; init; }

    /// <summary>How long the server runs, in whole seconds; null when it does not say.</summary>
    public TimeSpan? Uptime { get; init; }

    /// <summary>How the server is set up; null when it does not say.</summary>
    public ServerSetup? Setup { get; init; }

    /// <summary>
    /// CPU time of the thread that executes commands; that of the whole server where it does not say.
    /// </summary>
    public double MainThreadSeconds { get; init; } = CpuSeconds;

    /// <summary>The server's process, as itself sees it; null when it does not say.</summary>
    public int? ProcessId { get; init; }
}

/// <summary>How a server is set up, beside its version and persistence; what it does not tell is null.</summary>
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

    /// <summary>The policy by which the server may evict keys; null when it evicts none, or does not say.</summary>
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

/// <summary>Keys that a server removed without being told which.</summary>
/// <param name="Evicted">Keys removed for want of memory.</param>
/// <param name="Expired">Keys whose time was over.</param>
/// <param name="Flushes">Commands that removed all keys.</param>
public readonly record struct KeyRemovals(long Evicted, long Expired, long Flushes)
{
    public bool Any => this != default;

    public static KeyRemovals operator -(KeyRemovals left, KeyRemovals right) => new(
        Math.Max(0, left.Evicted - right.Evicted),
        Math.Max(0, left.Expired - right.Expired),
        Math.Max(0, left.Flushes - right.Flushes));
}
