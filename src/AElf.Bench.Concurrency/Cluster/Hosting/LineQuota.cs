namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Limits the log lines per minute about events that peers cause. Thread-safe.</summary>
internal sealed class LineQuota(int most, TimeProvider clock)
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Lock gate = new();
    private long? began;
    private int lines;

    /// <summary>Whether another line may be written now.</summary>
    /// <param name="leftOut">
    /// With the first line of a minute: the number of suppressed lines before it; otherwise 0.
    /// </param>
    public bool TryTake(out int leftOut)
    {
        lock (gate)
        {
            leftOut = 0;
            if (began is not { } since || clock.GetElapsedTime(since) >= Minute)
            {
                leftOut = Math.Max(0, lines - most);
                (began, lines) = (clock.GetTimestamp(), 0);
            }

            return ++lines <= most;
        }
    }
}
