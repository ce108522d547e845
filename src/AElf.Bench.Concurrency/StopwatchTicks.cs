using System.Diagnostics;

namespace AElf.Bench.Concurrency;

/// <summary>Times as what <see cref="Stopwatch.GetTimestamp"/> counts in.</summary>
internal static class StopwatchTicks
{
    public static long From(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
