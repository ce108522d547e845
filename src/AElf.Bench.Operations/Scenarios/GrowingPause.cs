namespace AElf.Bench.Operations.Scenarios;

/// <summary>
/// Growing pauses between polls of what raises no event: a redis-server serves within milliseconds, and the start of a
/// program, which takes a second, is not held up by constant polls.
/// </summary>
public static class GrowingPause
{
    private const double Growth = 1.2;
    private static readonly TimeSpan Max = TimeSpan.FromMilliseconds(50);

    public static TimeSpan First { get; } = TimeSpan.FromMilliseconds(5);

    /// <summary>The pause after another, at most 50 ms.</summary>
    public static TimeSpan After(TimeSpan pause) => pause * Growth < Max ? pause * Growth : Max;
}
