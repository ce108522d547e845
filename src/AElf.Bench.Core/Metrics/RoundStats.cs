using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Metrics;

/// <summary>The measurements of a process with actors in a round.</summary>
public sealed record RoundStats
{
    /// <summary>Operations queued, whether they were answered or not.</summary>
    public OperationCounts Operations { get; init; }

    /// <summary>Operations queued by attempts after the first; part of <see cref="Operations"/>.</summary>
    public OperationCounts FaultOperations { get; init; }

    /// <summary>Committed items, as the workload counts them.</summary>
    public long Committed { get; init; }

    /// <summary>Managed bytes the dispatchers' threads allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Processor time of the process.</summary>
    public TimeSpan Cpu { get; init; }

    /// <summary>How long the process compiled methods, on all its threads.</summary>
    public TimeSpan Compiling { get; init; }

    /// <summary>Time without jobs in flight, summed over the actors.</summary>
    public TimeSpan Idle { get; init; }

    public int Dispatchers { get; init; }

    /// <summary>From the first operation queued to the last write acknowledged, for each item.</summary>
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Null in a closed loop.</summary>
    public ArrivalStats? Arrivals { get; init; }

    /// <summary>Lost connections to the store.</summary>
    public IReadOnlyList<StoreFaultCount> Faults { get; init; } = [];

    /// <summary>
    /// A copy without latencies, for operations that the ledger counts but whose times belong to no round.
    /// </summary>
    public RoundStats WithoutTimes() => this with { Latency = new LatencyHistogram(), Arrivals = null };

    /// <summary>The sum of two periods, with the larger number of dispatchers.</summary>
    public static RoundStats operator +(RoundStats left, RoundStats right)
    {
        var latency = new LatencyHistogram();
        latency.Add(left.Latency);
        latency.Add(right.Latency);
        return new RoundStats
        {
            Operations = left.Operations + right.Operations,
            FaultOperations = left.FaultOperations + right.FaultOperations,
            Committed = left.Committed + right.Committed,
            AllocatedBytes = left.AllocatedBytes + right.AllocatedBytes,
            Cpu = left.Cpu + right.Cpu,
            Compiling = left.Compiling + right.Compiling,
            Idle = left.Idle + right.Idle,
            Dispatchers = Math.Max(left.Dispatchers, right.Dispatchers),
            Latency = latency,
            Arrivals = ArrivalStats.Merge([left.Arrivals, right.Arrivals]),
            Faults = [.. left.Faults, .. right.Faults],
        };
    }
}

/// <summary>A fault between a process and the store.</summary>
/// <param name="Kind">Such as <c>timeout</c> or <c>closed</c>.</param>
/// <param name="What">Actor and message.</param>
/// <param name="Count">How often it occurred.</param>
public sealed record StoreFaultCount(string Kind, string What, int Count);
