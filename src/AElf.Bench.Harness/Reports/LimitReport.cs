namespace AElf.Bench.Harness.Reports;

/// <summary>The possible limits of a run, each with the reached share of its bound.</summary>
/// <param name="Name">
/// The limit, such as <c>shard 127.0.0.1:6379</c>; null if no measured resource is at its bound.
/// </param>
/// <param name="Bounds">All measured resources: the limit first, the others by falling share.</param>
public sealed record LimitReport(string? Name, IReadOnlyList<BoundReport> Bounds);

/// <summary>The reached share of the bound of a resource.</summary>
/// <param name="Name">Name of the possible limit.</param>
/// <param name="Share">Reached share of the bound, 0 to 1; slightly above 1 is noise.</param>
/// <param name="Text">The whole of the share, in words that follow the share.</param>
public sealed record BoundReport(string Name, double Share, string Text);

/// <summary>The control arms of a run.</summary>
/// <param name="NullStoreTps">TPS of the harness over a store inside its process; null in memory.</param>
/// <param name="NullActorTps">
/// TPS of the harness with null actors, in a cluster through manager, wire and workers; null if unknown.
/// </param>
/// <param name="RoundTripUs">
/// Median time in microseconds from a read to its answer, with one operation in flight; null in memory.
/// </param>
public sealed record ControlReport(double? NullStoreTps, double? NullActorTps, double? RoundTripUs)
{
    /// <summary>The process of <see cref="NullStoreTps"/>, one of the constants below; null if unknown.</summary>
    public string? NullStoreIn { get; init; }

    /// <summary>
    /// The place of the measurement of <see cref="NullActorTps"/>, one of the constants below; null if unknown.
    /// </summary>
    public string? NullActorIn { get; init; }

    /// <summary>
    /// Why the cluster alone could not be measured; null if it was measured, or if this was not requested.
    /// </summary>
    public string? NullActorUnavailable { get; init; }

    /// <summary>In the benchmark's process.</summary>
    internal const string Benchmark = "benchmark";

    /// <summary>In the manager's process, with as many actors as its workers have.</summary>
    internal const string Manager = "manager";

    /// <summary>From the manager through its workers and back.</summary>
    internal const string Cluster = "cluster";
}
