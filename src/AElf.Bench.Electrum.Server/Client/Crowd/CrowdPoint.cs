using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>A server under a number of wallets.</summary>
/// <param name="Scripts">Scripts of all wallets.</param>
/// <param name="Elapsed">From the first start to the last end.</param>
/// <param name="Loads">Latencies of initial loads, with connecting and greeting.</param>
/// <param name="Refreshes">Latencies of refreshes.</param>
/// <param name="Pings">Latencies of <c>server.ping</c> on a connection that does nothing else.</param>
/// <param name="Notifications">
/// Times from a block to the notification of each wallet; from the first wallet's where it is not known when the block
/// was made.
/// </param>
public sealed record CrowdPoint(
    int Wallets,
    int Scripts,
    TimeSpan Elapsed,
    LatencyHistogram Loads,
    LatencyHistogram Refreshes,
    LatencyHistogram Pings,
    LatencyHistogram Notifications)
{
    /// <summary>Times in which the server gave no answer to any wallet.</summary>
    public IReadOnlyList<Stall> Stalls { get; init; } = [];

    /// <summary>Tests of the rate that were not started, because the time was over.</summary>
    public long NotStarted { get; init; }

    /// <summary>Whether it was cancelled before its time was over.</summary>
    public bool IsCut { get; init; }

    /// <summary>Tests that ended.</summary>
    public long Tests => Loads.Count + Refreshes.Count;

    /// <summary>This process' share of all processors.</summary>
    public double ClientCpu { get; init; }

    /// <summary>Tests that ended per second.</summary>
    public double PerSecond => Tests / Elapsed.TotalSeconds;
}
