using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Harness.Reports;

/// <summary>The raw facts of a run, as input of the formulas.</summary>
/// <param name="Raw">Counts and times.</param>
/// <param name="Median">Computes the median of a figure over the counted rounds; null without an audited round.</param>
public sealed record RunFacts(RawRun Raw, Func<Func<RawRound, double>, double?> Median)
{
    private const double Mebibyte = 1024 * 1024;

    /// <summary>Latencies of users; null if nothing was timed.</summary>
    public LatencyHistogram? Latency { get; init; }

    /// <summary>Commits in the counted rounds without a time; null if nothing was timed.</summary>
    public long? Untimed { get; init; }

    public long Faults { get; init; }

    public long BlockWeight { get; init; }

    /// <summary>Rate of the store alone per second; null if not measured.</summary>
    public double? BareStoreTps { get; init; }

    public long Committed => Sum(round => round.Committed);

    public double WindowNs => Sum(round => round.WindowNs);

    /// <summary>Processor time of this process and its workers.</summary>
    public double CpuNs => OwnCpuNs + Raw.Workers.Sum(worker => (double)worker.CpuNs);

    public double OwnCpuNs => Sum(round => round.CpuNs);

    public long Sum(Func<RawRound, long> count)
    {
        long sum = 0;
        foreach (var round in Raw.Rounds)
        {
            sum = checked(sum + count(round));
        }

        return sum;
    }

    /// <summary>The value per committed transfer; 0 without transfers.</summary>
    public double Each(double value) => Committed == 0 ? 0 : value / Committed;

    /// <summary>The value as a share of all windows' length; 0 without windows.</summary>
    public double OfWindow(double nanoseconds) => WindowNs > 0 ? nanoseconds / WindowNs : 0;

    /// <summary>A percentile of the users' latencies, µs; null if nothing was timed.</summary>
    public double? Percentile(double percent) => Latency?.ValueAtPercentile(percent) / 1e3;

    /// <summary>CPU of the store's servers, ns; null if one of them is unknown.</summary>
    public double? StoreCpuNs => Raw is { CountersUnavailable: null, Shards.Count: > 0 }
        ? Raw.Shards.Aggregate((double?)0, (sum, shard) => sum + (shard.CpuSeconds * 1e9))
        : null;

    /// <summary>Memory of the store's servers, MiB; null if one of them is unknown.</summary>
    public double? StoreMemoryMb => Raw.Shards.Count == 0 ? null
        : Raw.Shards.Aggregate((double?)0, (sum, shard) => sum + (shard.MemoryBytes / Mebibyte));
}
