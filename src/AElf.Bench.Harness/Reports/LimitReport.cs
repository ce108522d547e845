namespace AElf.Bench.Harness.Reports;

/// <summary>How near each possible limit of a run came to its bound.</summary>
/// <param name="Name">
/// The limit, such as <c>shard 127.0.0.1:6379</c>; null when nothing measured is at its bound.
/// </param>
/// <param name="Bounds">Everything measured: the limit first, the others from the nearest to the farthest.</param>
public sealed record LimitReport(string? Name, IReadOnlyList<BoundReport> Bounds);

/// <summary>How near something came to its bound.</summary>
/// <param name="Name">Name of the possible limit.</param>
/// <param name="Share">Reached share of the bound, 0 to 1; a little above 1 is noise.</param>
/// <param name="Text">What the share is of, to be read behind it.</param>
public sealed record BoundReport(string Name, double Share, string Text);

/// <summary>The control arms of a run.</summary>
/// <param name="NullStoreTps">TPS of the harness over a store inside its process; null in memory.</param>
/// <param name="NullActorTps">
/// TPS of the harness with actors that do nothing, in a cluster through manager, wire and workers; null when unknown.
/// </param>
/// <param name="RoundTripUs">
/// Median time in microseconds from a read to its answer with nothing else in flight; null in memory.
/// </param>
public sealed record ControlReport(double? NullStoreTps, double? NullActorTps, double? RoundTripUs)
{
    /// <summary>The process of <see cref="NullStoreTps"/>, one of the constants below; null when unknown.</summary>
    public string? NullStoreIn { get; init; }

    /// <summary>Where <see cref="NullActorTps"/> was measured, one of the constants below; null when unknown.</summary>
    public string? NullActorIn { get; init; }

    /// <summary>Why the cluster could not be measured by itself; null when it was measured, or not to be.</summary>
    public string? NullActorUnavailable { get; init; }

    /// <summary>In the process of the benchmark alone.</summary>
    internal const string Benchmark = "benchmark";

    /// <summary>In the process of the manager alone, with as many actors as its workers have.</summary>
    internal const string Manager = "manager";

    /// <summary>From the manager through its workers and back.</summary>
    internal const string Cluster = "cluster";
}
