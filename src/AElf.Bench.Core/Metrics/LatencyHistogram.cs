using System.Numerics;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// Counts latencies from 1 ns to 1 hour within 1 % of their value, in buckets fixed from the start, so that histograms of many threads add up.
/// The log-linear buckets are those of HdrHistogram (Gil Tene). One thread records; hand over a histogram before another reads it.
/// </summary>
public sealed class LatencyHistogram
{
    /// <summary>Shorter latencies are counted as this, in nanoseconds.</summary>
    public const long ShortestNanoseconds = 1;

    /// <summary>Longer latencies are counted as this, in nanoseconds: one hour.</summary>
    public const long LongestNanoseconds = 3_600_000_000_000;

    // Each power of two is cut into 2^7 equal buckets: a bucket is at most 1/128 = 0.78 % of its values wide.
    private const int SubBits = 7;
    private const ulong ExactBelow = 1UL << (SubBits + 1);

    private readonly long[] _buckets = new long[IndexOf(LongestNanoseconds) + 1];

    /// <summary>Latencies recorded.</summary>
    public long Count { get; private set; }

    /// <summary>The longest latency recorded, in nanoseconds, exact; 0 when empty.</summary>
    public long Max { get; private set; }

    /// <summary>Records one latency, in nanoseconds.</summary>
    public void Record(long nanoseconds)
    {
        var value = Math.Min(Math.Max(nanoseconds, ShortestNanoseconds), LongestNanoseconds);
        _buckets[IndexOf(value)]++;
        Count++;
        Max = Math.Max(Max, value);
    }

    /// <summary>Adds what <paramref name="other"/> recorded, as if it had been recorded here.</summary>
    public void Add(LatencyHistogram other)
    {
        for (var index = 0; index < _buckets.Length; index++)
        {
            _buckets[index] += other._buckets[index];
        }

        Count += other.Count;
        Max = Math.Max(Max, other.Max);
    }

    /// <summary>The latency, in nanoseconds, that <paramref name="percentile"/> per cent of the latencies do not exceed; 0 when empty.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The percentile is not from 0 to 100.</exception>
    public long ValueAtPercentile(double percentile)
    {
        if (percentile is not (>= 0 and <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "A percentile is from 0 to 100.");
        }

        var rank = RankOf(percentile, Count);
        var index = 0;
        for (var seen = _buckets[0]; seen < rank; seen += _buckets[index])
        {
            index++;
        }

        return Math.Min(LastValueOf(index), Max);
    }

    /// <summary>Forgets everything recorded.</summary>
    public void Reset()
    {
        Array.Clear(_buckets);
        Count = 0;
        Max = 0;
    }

    /// <summary>The place, from 1, of a percentile in a sorted list: the nearest rank.</summary>
    internal static long RankOf(double percentile, long count) =>
        // 99.9 % of 1000 must be 999, not 1000 by the last bit of a double.
        Math.Min(count, Math.Max(1, (long)Math.Ceiling(Math.BitDecrement(percentile) * count / 100)));

    private static int IndexOf(long value)
    {
        var shift = BitOperations.Log2((ulong)value | (ExactBelow - 1)) - SubBits;
        return (shift << SubBits) + (int)(value >> shift);
    }

    private static long LastValueOf(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        return ((index - ((long)shift << SubBits) + 1) << shift) - 1;
    }
}
