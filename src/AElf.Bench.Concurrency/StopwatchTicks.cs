using System.Diagnostics;

namespace AElf.Bench.Concurrency;

/// <summary>Waits on a monitor, at least for the requested time.</summary>
internal static class MonitorWait
{
    /// <summary>
    /// Waits for a pulse or until the time is over. The time is rounded up to whole milliseconds: the monitor drops
    /// fractions, and a caller that repeats the wait until an event is due would spin through the last millisecond.
    /// </summary>
    /// <param name="gate">The monitor, locked by the caller.</param>
    /// <param name="atMost">Zero or more, or <see cref="Timeout.InfiniteTimeSpan"/>.</param>
    public static void AtMost(object gate, TimeSpan atMost) =>
        Monitor.Wait(gate, (int)Math.Ceiling(atMost.TotalMilliseconds));
}

/// <summary>Converts times to ticks of <see cref="Stopwatch.GetTimestamp"/>.</summary>
internal static class StopwatchTicks
{
    public static long From(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
