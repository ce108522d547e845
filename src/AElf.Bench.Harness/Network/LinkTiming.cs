using System.Diagnostics;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.Harness.Network;

/// <summary>When what enters one direction of a link leaves it. Times are those of <see cref="Stopwatch.GetTimestamp"/>.</summary>
internal sealed class LinkTiming(RelayOptions options, SeededRandom random)
{
    private readonly long delay = Ticks(options.Delay);
    private readonly long jitter = Ticks(options.Jitter);
    private long freeAt;

    /// <summary>When bytes that enter at <paramref name="now"/> leave: after those before them have been sent, and the delay.</summary>
    public long LeavesAt(long now, int bytes)
    {
        if (options.BytesPerSecond is { } rate)
        {
            freeAt = Math.Max(now, freeAt) + (long)(bytes * (double)Stopwatch.Frequency / rate);
            now = freeAt;
        }

        return now + delay + (jitter > 0 ? (long)Math.BigMul(random.NextBits(), (ulong)jitter + 1, out _) : 0);
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
