namespace AElf.Bench.Core.Scheduling;

/// <summary>How long what failed waits before it is tried again: doubled each time, from 20 ms to 2 s.</summary>
public static class RetryPause
{
    private const int MaxDoublings = 10;
    private static readonly TimeSpan Min = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Max = TimeSpan.FromSeconds(2);

    /// <summary>The pause after so many attempts.</summary>
    public static TimeSpan After(int attempts)
    {
        var pause = Min * Math.Pow(2, Math.Min(attempts - 1, MaxDoublings));
        return pause < Max ? pause : Max;
    }
}
