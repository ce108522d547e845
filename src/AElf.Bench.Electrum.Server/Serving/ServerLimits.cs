namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The limits of sessions.</summary>
public sealed record ServerLimits
{
    /// <summary>
    /// Maximum bytes of a received line. A transaction of weight 400,000 fits, in hexadecimal digits.
    /// </summary>
    public int MaxLine { get; init; } = 1 << 20;

    /// <summary>Maximum of requests in a batch.</summary>
    public int MaxBatch { get; init; } = 1_000;

    /// <summary>Maximum of subscribed scripts of a session.</summary>
    public int MaxSubscriptions { get; init; } = 100_000;

    /// <summary>Maximum of subscribed scripts of all sessions; each takes about 120 bytes.</summary>
    public int MaxTotalSubscriptions { get; init; } = 1_000_000;

    /// <summary>Maximum of transactions in a sent history (Fulcrum, <c>max_history</c>).</summary>
    public int MaxHistory { get; init; } = 125_000;

    /// <summary>Maximum of concurrent sessions.</summary>
    public int MaxSessions { get; init; } = 1_000;

    /// <summary>
    /// The cost limit of a session: 1 for each request, each KiB sent, each 16 rows read, and each 64 KiB that the
    /// node reads. A fault in a request costs 10.
    /// </summary>
    public long MaxCost { get; init; } = 10_000_000;

    /// <summary>Cost that a session regains per second.</summary>
    public long CostPerSecond { get; init; } = 10_000;

    /// <summary>Maximum of cached statuses; null caches them if the engine's server does.</summary>
    public int? MaxStatuses { get; init; }

    /// <summary>Maximum time of a session until its first request.</summary>
    public TimeSpan MaxGreeting { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Maximum time without requests (protocol, <c>server.ping</c>: roughly 10 minutes).</summary>
    public TimeSpan MaxIdle { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Time-out for a session that does not read.</summary>
    public TimeSpan MaxUnread { get; init; } = TimeSpan.FromSeconds(30);
}
