using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Harness.Reports;

/// <summary>The raw facts of a run, as the formulas of figures read them.</summary>
/// <param name="Raw">Counts and times.</param>
/// <param name="Median">Median of a figure of rounds over the counted ones; null without a proved round.</param>
public sealed record RunFacts(RawRun Raw, Func<Func<RawRound, double>, double?> Median)
{
    private const double Mebibyte = 1024 * 1024;

    /// <summary>Latencies of users; null when nothing was timed.</summary>
    public LatencyHistogram? Latency { get; init; }

    /// <summary>Committed in the counted rounds without a time; null when nothing was timed.</summary>
    public long? Untimed { get; init; }

    public long Faults { get; init; }

    public long BlockWeight { get; init; }

    /// <summary>What the store alone does per second; null when it was not measured.</summary>
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

    /// <summary>Divided by the transfers committed; 0 without any.</summary>
    public double Each(double value) => Committed == 0 ? 0 : value / Committed;

    /// <summary>Divided by the length of all windows; 0 without any.</summary>
    public double OfWindow(double nanoseconds) => WindowNs > 0 ? nanoseconds / WindowNs : 0;

    /// <summary>A percentile of the users' latencies, µs; null when nothing was timed.</summary>
    public double? Percentile(double percent) => Latency?.ValueAtPercentile(percent) / 1e3;

    /// <summary>CPU of the store's servers, ns; null when one of them is unknown.</summary>
    public double? StoreCpuNs => Raw is { CountersUnavailable: null, Shards.Count: > 0 }
        ? Raw.Shards.Aggregate((double?)0, (sum, shard) => sum + (shard.CpuSeconds * 1e9))
        : null;

    /// <summary>Memory of the store's servers, MiB; null when one of them is unknown.</summary>
    public double? StoreMemoryMb => Raw.Shards.Count == 0 ? null
        : Raw.Shards.Aggregate((double?)0, (sum, shard) => sum + (shard.MemoryBytes / Mebibyte));
}
