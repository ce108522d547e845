namespace AElf.Bench.Concurrency;

/// <summary>How long what failed waits before it is tried again: doubled each time, from 20 ms to 2 s.</summary>
public static class RetryPause
{
    private const int MostDoublings = 10;
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    /// <summary>The pause after so many attempts.</summary>
    public static TimeSpan After(int attempts)
    {
        var pause = Shortest * Math.Pow(2, Math.Min(attempts - 1, MostDoublings));
        return pause < Longest ? pause : Longest;
    }
}
