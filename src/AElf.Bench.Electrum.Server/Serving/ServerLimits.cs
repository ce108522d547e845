namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>What sessions may take of the server.</summary>
public sealed record ServerLimits
{
    /// <summary>
    /// Bytes of a line that is received. A transaction of 400,000 of weight in hexadecimal digits fits.
    /// </summary>
    public int MaxLine { get; init; } = 1 << 20;

    /// <summary>Requests of a batch.</summary>
    public int MaxBatch { get; init; } = 1_000;

    /// <summary>Scripts a session is subscribed to.</summary>
    public int MaxSubscriptions { get; init; } = 100_000;

    /// <summary>Scripts that all sessions together are subscribed to; each takes about 120 bytes.</summary>
    public int MaxTotalSubscriptions { get; init; } = 1_000_000;

    /// <summary>Transactions of a history that is sent (Fulcrum, <c>max_history</c>).</summary>
    public int MaxHistory { get; init; } = 125_000;

    /// <summary>Sessions at once.</summary>
    public int MaxSessions { get; init; } = 1_000;

    /// <summary>
    /// The cost limit of a session: 1 for each request, each KiB sent, each 16 rows read, and each 64 KiB that the
    /// node reads. A fault in a request costs 10.
    /// </summary>
    public long MaxCost { get; init; } = 10_000_000;

    /// <summary>How much of <see cref="MaxCost"/> comes back each second.</summary>
    public long CostPerSecond { get; init; } = 10_000;

    /// <summary>
    /// Statuses that are kept until their script changes; null keeps them where the engine's server does.
    /// </summary>
    public int? MaxStatuses { get; init; }

    /// <summary>How long a session may take until its first request.</summary>
    public TimeSpan MaxGreeting { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a session may send no request (protocol, <c>server.ping</c>: roughly 10 minutes).</summary>
    public TimeSpan MaxIdle { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Time-out for a session that does not read.</summary>
    public TimeSpan MaxUnread { get; init; } = TimeSpan.FromSeconds(30);
}
