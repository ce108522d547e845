using System.Diagnostics;

namespace AElf.Bench.Concurrency;

/// <summary>Waits on a monitor for at least as long as was asked.</summary>
internal static class MonitorWait
{
    /// <summary>
    /// Waits for a pulse or until the time is over, rounded up to whole milliseconds: the monitor cuts a fraction off,
    /// and a caller that asks again until something is due would spin through its last millisecond.
    /// </summary>
    /// <param name="gate">The monitor, which the caller has locked.</param>
    /// <param name="atMost">Zero or more, or <see cref="Timeout.InfiniteTimeSpan"/>.</param>
    public static void AtMost(object gate, TimeSpan atMost) =>
        Monitor.Wait(gate, (int)Math.Ceiling(atMost.TotalMilliseconds));
}

/// <summary>Times as what <see cref="Stopwatch.GetTimestamp"/> counts in.</summary>
internal static class StopwatchTicks
{
    public static long From(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
