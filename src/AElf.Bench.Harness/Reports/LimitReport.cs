namespace AElf.Bench.Harness.Reports;

/// <summary>What limits a run: how near each thing that could came to its bound.</summary>
/// <param name="Name">
/// What is at its bound, such as <c>shard 127.0.0.1:6379</c>; null when nothing that was measured is.
/// </param>
/// <param name="Bounds">All that was measured, the limit first and the others from the nearest to the farthest.</param>
public sealed record LimitReport(string? Name, IReadOnlyList<BoundReport> Bounds);

/// <summary>How near something came to its bound.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Share">How much of the bound was reached, 0 to 1; a little above 1 is noise.</param>
/// <param name="Text">What the share is of, to be read behind it.</param>
public sealed record BoundReport(string Name, double Share, string Text);

/// <summary>The control arms of a run.</summary>
/// <param name="NullStoreTps">What the harness commits over a store inside its process; null in memory.</param>
/// <param name="NullActorTps">
/// What it hands out and takes back when actors do nothing, in a cluster through manager, wire and workers; null when
/// unknown.
/// </param>
/// <param name="RoundTripUs">
/// Microseconds, the median, from a read to its answer with nothing else in flight; null in memory.
/// </param>
public sealed record ControlReport(double? NullStoreTps, double? NullActorTps, double? RoundTripUs)
{
    /// <summary>The process of <see cref="NullStoreTps"/>, one of the constants below; null when unknown.</summary>
    public string? NullStoreIn { get; init; }

    /// <summary>Where <see cref="NullActorTps"/> was measured, one of the constants below; null when unknown.</summary>
    public string? NullActorIn { get; init; }

    /// <summary>Why the cluster could not be measured by itself; null when it was, or was not to be.</summary>
    public string? NullActorUnavailable { get; init; }

    /// <summary>In the process of the benchmark alone.</summary>
    internal const string Benchmark = "benchmark";

    /// <summary>In the process of the manager alone, with as many actors as its workers have.</summary>
    internal const string Manager = "manager";

    /// <summary>From the manager through its workers and back.</summary>
    internal const string Cluster = "cluster";
}
