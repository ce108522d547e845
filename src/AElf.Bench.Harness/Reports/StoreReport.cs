using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The properties of the store that are known before a run. A failed run publishes them too. A verification does not
/// recompute them.
/// </summary>
public record StoreFacts
{
    /// <summary><c>inmemory</c>, <c>redis</c>, <c>ssdb</c>, <c>twemproxy</c> or <c>redis-cluster</c>.</summary>
    [JsonPropertyOrder(-1)]
    public required string Type { get; init; }

    /// <summary>The driver: <c>memory</c>, <c>pipelined</c> or <c>stackexchange</c>.</summary>
    [JsonPropertyOrder(-1)]
    public required string Client { get; init; }

    /// <summary>Address that the actors use; null in memory.</summary>
    [JsonPropertyOrder(-1)]
    public string? Endpoint { get; init; }

    /// <summary>Number of the database in the server.</summary>
    [JsonPropertyOrder(-1)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Database { get; init; }

    /// <summary>Proxies between the actors and the servers.</summary>
    [JsonPropertyOrder(-1)]
    public int Proxies { get; init; }

    /// <summary>
    /// Milliseconds added to each round trip between the actors and <see cref="Endpoint"/>; 0 for none.
    /// </summary>
    [JsonPropertyOrder(-1)]
    public double AddedRoundTripMs { get; init; }

    /// <summary>Whether only a store behind a socket has the properties of such stores.</summary>
    internal bool IsConsistent => Endpoint is not null || (Database == 0 && Proxies == 0 && AddedRoundTripMs == 0);

    /// <summary>Unusual properties of the connection to the store, in words; empty for none.</summary>
    internal IReadOnlyList<string> Peculiarities =>
    [
        .. Words(Database > 0, $"database {Database}"),
        .. Words(AddedRoundTripMs > 0, $"{AddedRoundTripMs:0.###} ms round trip added"),
    ];

    internal static StoreFacts Of(StoreDescription store, StoreOptions options) => new()
    {
        Type = store.Type,
        Client = store.Client,
        Endpoint = store.Endpoint,
        Database = options.Database,
        Proxies = store.Proxies,
        AddedRoundTripMs = options.AddedRoundTrip.TotalMilliseconds,
    };

    private static string[] Words(bool applies, FormattableString words) =>
        applies ? [FormattableString.Invariant(words)] : [];
}

/// <summary>The store and its operation ledger.</summary>
public sealed record StoreReport : StoreFacts
{
    [JsonConstructor]
    public StoreReport()
    {
    }

    [SetsRequiredMembers]
    internal StoreReport(StoreFacts facts, Reconciliation reconciliation)
        : base(facts) => Reconciliation = reconciliation;

    public IReadOnlyList<ShardReport> Shards { get; init; } = [];

    /// <summary>Operations that the actors queued in the measured rounds; null for a failed run.</summary>
    public OperationReport? ClientOps { get; init; }

    /// <summary>Operations served in that time, from the servers' counters; null if unknown.</summary>
    public OperationReport? ServerOps { get; init; }

    /// <summary>
    /// The declared fault operations: the part of <see cref="ClientOps"/> that belongs to attempts after the first.
    /// </summary>
    public OperationReport? FaultOps { get; init; }

    public required Reconciliation Reconciliation { get; init; }
}

/// <summary>One of the store's servers.</summary>
/// <param name="Endpoint"><c>host:port</c>.</param>
/// <param name="Version">Name and version of the server.</param>
/// <param name="Persistence">For example <c>none</c>, <c>rdb</c>, <c>aof everysec</c>, or <c>unknown</c>.</param>
/// <param name="Keys">Number of keys after seeding, to compare shards; −1 if unknown.</param>
/// <param name="Ops">Operations served in the measured rounds; null if unknown.</param>
/// <param name="CpuShare">
/// Share of one core that the command thread used in the measured rounds, 0 to 1; that of the whole server if the
/// thread's time is unknown; null if both are unknown.
/// </param>
public sealed record ShardReport(
    string Endpoint, string Version, string Persistence, long Keys, OperationReport? Ops, double? CpuShare)
{
    /// <summary>Memory of the server after the measured rounds, MiB, from its report; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? MemoryMb { get; init; }

    /// <summary>The policy by which the server may evict keys; null for a server without eviction.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? EvictionPolicy { get; init; }

    /// <summary>The server's setup, from its own report; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ServerSetup? Setup { get; init; }
}
