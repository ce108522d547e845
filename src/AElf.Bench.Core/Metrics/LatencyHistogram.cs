using System.Numerics;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// Counts latencies from 1 ns to 1 hour within 1 % of their value, in buckets fixed from the start, so that histograms
/// of many threads add up. The log-linear buckets are those of HdrHistogram (Gil Tene). One thread records; hand over a
/// histogram before another reads it.
/// </summary>
public sealed class LatencyHistogram
{
    /// <summary>Shorter latencies are counted as this, in nanoseconds.</summary>
    public const long MinNanoseconds = 1;

    /// <summary>Longer latencies are counted as this, in nanoseconds: one hour.</summary>
    public const long MaxNanoseconds = 3_600_000_000_000;

    // Each power of two is cut into 2^7 equal buckets: a bucket is at most 1/128 = 0.78 % of its values wide.
    private const int SubBits = 7;
    private const ulong ExactBelow = 1UL << (SubBits + 1);

    private readonly long[] buckets = new long[IndexOf(MaxNanoseconds) + 1];
    private List<LatencyHistogram>? kinds;

    public long Count { get; private set; }

    /// <summary>The longest latency recorded, in nanoseconds, exact; 0 when empty.</summary>
    public long Max { get; private set; }

    /// <summary>
    /// The shortest latency recorded, in nanoseconds, at most 0.8 % below the exact value; 0 when empty.
    /// </summary>
    public long Min => Count == 0 ? 0 : FirstValueOf(Array.FindIndex(buckets, static count => count > 0));

    /// <summary>
    /// The arithmetic mean, in nanoseconds, each latency taken for the middle of its bucket, so at most 0.4 % from the
    /// exact value; 0 when empty.
    /// </summary>
    public double Mean => MeanOf(nanoseconds => nanoseconds);

    /// <summary>The standard deviation, in nanoseconds, by the same middles; 0 when empty.</summary>
    public double Deviation
    {
        get
        {
            var mean = Mean;
            return Math.Sqrt(MeanOf(nanoseconds => (nanoseconds - mean) * (nanoseconds - mean)));
        }
    }

    /// <summary>
    /// The latencies of each kind of item, which are counted here too; empty of a workload with one kind.
    /// </summary>
    public IReadOnlyList<LatencyHistogram> Kinds => kinds ?? [];

    /// <summary>
    /// How many latencies each bucket holds, shortest first: with <see cref="Max"/> and <see cref="Kinds"/>, the whole
    /// state of this histogram.
    /// </summary>
    public ReadOnlySpan<long> Buckets => buckets;

    /// <summary>The histogram with these buckets; all others are empty.</summary>
    /// <param name="filled">Indices in <see cref="Buckets"/>, rising, with their counts.</param>
    /// <param name="max">The longest latency, in nanoseconds; 0 if empty.</param>
    /// <exception cref="ArgumentException">No recording gives such a histogram.</exception>
    public static LatencyHistogram From(IEnumerable<(int Bucket, long Count)> filled, long max)
    {
        var histogram = new LatencyHistogram();
        var last = -1;
        foreach (var (bucket, count) in filled)
        {
            if (bucket <= last || bucket >= histogram.buckets.Length)
            {
                throw new ArgumentException(
                    $"bucket {bucket} after bucket {last}; they rise from 0 to {histogram.buckets.Length - 1}");
            }

            if (count < 1 || count > long.MaxValue - histogram.Count)
            {
                throw new ArgumentException(
                    $"{count} latencies in bucket {bucket}, after {histogram.Count}; "
                        + $"expected at least 1, and at most {long.MaxValue} in total");
            }

            histogram.buckets[bucket] = count;
            histogram.Count += count;
            last = bucket;
        }

        if (last < 0 ? max != 0 : max is < MinNanoseconds or > MaxNanoseconds || IndexOf(max) != last)
        {
            throw new ArgumentException($"the longest latency is {max} ns, which is not of the last bucket, {last}");
        }

        histogram.Max = max;
        return histogram;
    }

    /// <summary>
    /// The filled buckets, shortest first: the longest latency of each, in nanoseconds (of the last one
    /// <see cref="Max"/>), with its count.
    /// </summary>
    public IEnumerable<(long Nanoseconds, long Count)> Filled() => buckets.Index()
        .Where(bucket => bucket.Item > 0)
        .Select(bucket => (Math.Min(LastValueOf(bucket.Index), Max), bucket.Item));

    /// <summary>Records one latency; one out of range counts as the nearest bound.</summary>
    public void Record(long nanoseconds) => Record(nanoseconds, 1);

    /// <summary>Records the same latency <paramref name="times"/> times, in nanoseconds.</summary>
    public void Record(long nanoseconds, int times)
    {
        var value = Math.Min(Math.Max(nanoseconds, MinNanoseconds), MaxNanoseconds);
        buckets[IndexOf(value)] += times;
        Count += times;
        Max = Math.Max(Max, value);
    }

    /// <summary>The latencies of one kind, made when it is first asked for. Its caller records in both.</summary>
    /// <param name="kind">From 0.</param>
    public LatencyHistogram OfKind(int kind)
    {
        kinds ??= [];
        while (kinds.Count <= kind)
        {
            kinds.Add(new LatencyHistogram());
        }

        return kinds[kind];
    }

    /// <summary>Adds what <paramref name="other"/> recorded, as if it had been recorded here.</summary>
    public void Add(LatencyHistogram other)
    {
        for (var index = 0; index < buckets.Length; index++)
        {
            buckets[index] += other.buckets[index];
        }

        Count += other.Count;
        Max = Math.Max(Max, other.Max);
        foreach (var (kind, recorded) in other.Kinds.Index())
        {
            OfKind(kind).Add(recorded);
        }
    }

    /// <summary>
    /// The latency, in nanoseconds, that <paramref name="percentile"/> per cent of the latencies do not exceed; 0 when
    /// empty.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The percentile is not from 0 to 100.</exception>
    public long ValueAtPercentile(double percentile)
    {
        if (percentile is not (>= 0 and <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(percentile), percentile, "A percentile is from 0 to 100.");
        }

        var rank = RankOf(percentile, Count);
        var index = 0;
        for (var seen = buckets[0]; seen < rank; seen += buckets[index])
        {
            index++;
        }

        return Math.Min(LastValueOf(index), Max);
    }

    /// <summary>How many latencies are longer, in nanoseconds, within 1 % of it.</summary>
    public long CountAbove(long nanoseconds) =>
        Filled().Where(bucket => bucket.Nanoseconds > nanoseconds).Sum(bucket => bucket.Count);

    public void Reset()
    {
        Array.Clear(buckets);
        Count = 0;
        Max = 0;
        kinds?.ForEach(static kind => kind.Reset());
    }

    /// <summary>The place, from 1, of a percentile in a sorted list: the nearest rank.</summary>
    internal static long RankOf(double percentile, long count) =>
        // 99.9 % of 1000 must be 999, not 1000 by the last bit of a double.
        Math.Min(count, Math.Max(1, (long)Math.Ceiling(Math.BitDecrement(percentile) * count / 100)));

    /// <summary>The bucket of a latency, from 1 ns to an hour.</summary>
    internal static int IndexOf(long value)
    {
        var shift = BitOperations.Log2((ulong)value | (ExactBelow - 1)) - SubBits;
        return (shift << SubBits) + (int)(value >> shift);
    }

    private double MeanOf(Func<double, double> value) => Count == 0 ? 0 : buckets.Index().Sum(bucket =>
        bucket.Item == 0 ? 0 : bucket.Item * value((FirstValueOf(bucket.Index) + LastValueOf(bucket.Index)) / 2.0))
        / Count;

    private static long LastValueOf(int index) => FirstValueOf(index + 1) - 1;

    private static long FirstValueOf(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        return (index - ((long)shift << SubBits)) << shift;
    }
}
