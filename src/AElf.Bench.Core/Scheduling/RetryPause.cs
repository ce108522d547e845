namespace AElf.Bench.Core.Scheduling;

/// <summary>The pause before a retry: 20 ms, doubled after each further attempt.</summary>
public static class RetryPause
{
    private const int MaxDoublings = 10;
    private static readonly TimeSpan Min = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Max = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MaxOfPeer = TimeSpan.FromMilliseconds(250);

    /// <summary>The pause after a number of attempts, at most 2 s.</summary>
    public static TimeSpan After(int attempts) => After(attempts, Max);

    /// <summary>
    /// The pause before connecting to a peer again, at most 250 ms, to find the peer soon after its return.
    /// </summary>
    public static TimeSpan AfterConnecting(int attempts) => After(attempts, MaxOfPeer);

    /// <summary>The sum of the pauses after a number of attempts.</summary>
    public static TimeSpan Sum(int attempts) =>
        Enumerable.Range(1, attempts).Aggregate(TimeSpan.Zero, (sum, attempt) => sum + After(attempt));

    private static TimeSpan After(int attempts, TimeSpan max)
    {
        var pause = Min * Math.Pow(2, Math.Min(attempts - 1, MaxDoublings));
        return pause < max ? pause : max;
    }
}
