namespace AElf.Bench.Harness.Scenarios;

/// <summary>
/// Pauses between looks at what raises no event: a redis-server serves in some milliseconds, and what takes a second,
/// as the start of a program does, is not held up by being asked all the time.
/// </summary>
public static class GrowingPause
{
    private const double Growth = 1.2;
    private static readonly TimeSpan Max = TimeSpan.FromMilliseconds(50);

    /// <summary>The first pause, 5 ms.</summary>
    public static TimeSpan First { get; } = TimeSpan.FromMilliseconds(5);

    /// <summary>The pause behind another, at most 50 ms.</summary>
    public static TimeSpan After(TimeSpan pause) => pause * Growth < Max ? pause * Growth : Max;
}
