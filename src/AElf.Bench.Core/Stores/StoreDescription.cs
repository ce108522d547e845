namespace AElf.Bench.Core.Stores;

/// <summary>Describes a store, for reports and messages.</summary>
public sealed record StoreDescription
{
    /// <summary><c>inmemory</c>, <c>redis</c>, <c>ssdb</c>, <c>twemproxy</c> or <c>redis-cluster</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The client driver: <c>memory</c>, <c>pipelined</c> or <c>stackexchange</c>.</summary>
    public required string Client { get; init; }

    /// <summary>The address that the actors connect to, <c>host:port</c>; null in memory.</summary>
    public string? Endpoint { get; init; }

    /// <summary>The servers that hold the data, <c>host:port</c>; empty when unknown or in memory.</summary>
    public IReadOnlyList<string> Shards { get; init; } = [];

    /// <summary>Proxies between the actors and the shards.</summary>
    public int Proxies { get; init; }

    /// <summary>
    /// Options by which the verb <c>cleanup</c> selects the database, logs in and uses TLS, as words; empty for none.
    /// </summary>
    public IReadOnlyList<string> CleanupOptions { get; init; } = [];

    /// <summary>Whether the servers require a password.</summary>
    public bool WantsPassword { get; init; }

    /// <summary>Why <see cref="IStoreControl.ReadCounters"/> returns nothing; null if it returns counters.</summary>
    public string? CountersUnavailable { get; init; }

    /// <summary>Whether operations cross a socket, so that the bare store can be measured.</summary>
    public bool OverSocket => Endpoint is not null;
}
