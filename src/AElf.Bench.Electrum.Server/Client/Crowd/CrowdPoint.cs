using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>The measurement of a server with a number of wallets.</summary>
/// <param name="Scripts">Scripts of all wallets.</param>
/// <param name="Elapsed">Time from the first start to the last end.</param>
/// <param name="Loads">Latencies of initial loads, including connecting and greeting.</param>
/// <param name="Refreshes">Latencies of refreshes.</param>
/// <param name="Pings">Latencies of <c>server.ping</c> on a connection for pings only.</param>
/// <param name="Notifications">
/// Times from a block to the notification of each wallet. If the time of the block is unknown, times from the first
/// notification.
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
    /// <summary>Periods in which the server answered no wallet.</summary>
    public IReadOnlyList<Stall> Stalls { get; init; } = [];

    /// <summary>Scheduled tests that were not started before the end.</summary>
    public long NotStarted { get; init; }

    /// <summary>Whether it was cancelled before its end.</summary>
    public bool IsCut { get; init; }

    /// <summary>Number of completed tests.</summary>
    public long Tests => Loads.Count + Refreshes.Count;

    /// <summary>Share of this process in all CPU time of the machine.</summary>
    public double ClientCpu { get; init; }

    /// <summary>Completed tests per second.</summary>
    public double PerSecond => Tests / Elapsed.TotalSeconds;
}
