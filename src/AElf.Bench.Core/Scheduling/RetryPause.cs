namespace AElf.Bench.Core.Scheduling;

/// <summary>How long what failed waits before it is tried again: doubled each time, from 20 ms on.</summary>
public static class RetryPause
{
    private const int MaxDoublings = 10;
    private static readonly TimeSpan Min = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Max = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MaxOfPeer = TimeSpan.FromMilliseconds(250);

    /// <summary>The pause after a number of attempts, at most 2 s.</summary>
    public static TimeSpan After(int attempts) => After(attempts, Max);

    /// <summary>
    /// The same for connections to a peer that should be found soon after its return: at most 250 ms.
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
