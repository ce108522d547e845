using System.Numerics;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// Counts latencies from 1 ns to 1 hour within 1 % of their value, in fixed buckets, so that histograms of several
/// threads can be added. The log-linear buckets are those of HdrHistogram (Gil Tene). Not thread-safe.
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
    /// The arithmetic mean, in nanoseconds, with the middle of the bucket for each latency: at most 0.4 % from the
    /// exact value; 0 when empty.
    /// </summary>
    public double Mean => MeanOf(nanoseconds => nanoseconds);

    /// <summary>
    /// The standard deviation, in nanoseconds, also computed from the middles of the buckets; 0 when empty.
    /// </summary>
    public double Deviation
    {
        get
        {
            var mean = Mean;
            return Math.Sqrt(MeanOf(nanoseconds => (nanoseconds - mean) * (nanoseconds - mean)));
        }
    }

    /// <summary>
    /// The latencies of each kind of item, which this histogram counts too; empty for a workload with one kind.
    /// </summary>
    public IReadOnlyList<LatencyHistogram> Kinds => kinds ?? [];

    /// <summary>
    /// The number of latencies in each bucket, shortest first. With <see cref="Max"/> and <see cref="Kinds"/>, this is
    /// the whole state.
    /// </summary>
    public ReadOnlySpan<long> Buckets => buckets;

    /// <summary>Creates a histogram from its filled buckets.</summary>
    /// <param name="filled">Indices in <see cref="Buckets"/>, in ascending order, with their counts.</param>
    /// <param name="max">The longest latency, in nanoseconds; 0 if empty.</param>
    /// <exception cref="ArgumentException">The buckets or the longest latency are invalid.</exception>
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
    /// The filled buckets, shortest first: the longest latency of each, in nanoseconds (for the last bucket
    /// <see cref="Max"/>), with its count.
    /// </summary>
    public IEnumerable<(long Nanoseconds, long Count)> Filled() => buckets.Index()
        .Where(bucket => bucket.Item > 0)
        .Select(bucket => (Math.Min(LastValueOf(bucket.Index), Max), bucket.Item));

    /// <summary>Records one latency, in nanoseconds. A latency out of range counts as the nearest bound.</summary>
    public void Record(long nanoseconds) => Record(nanoseconds, 1);

    /// <summary>Records the same latency <paramref name="times"/> times, in nanoseconds.</summary>
    public void Record(long nanoseconds, int times)
    {
        var value = Math.Min(Math.Max(nanoseconds, MinNanoseconds), MaxNanoseconds);
        buckets[IndexOf(value)] += times;
        Count += times;
        Max = Math.Max(Max, value);
    }

    /// <summary>
    /// The histogram of one kind, created at the first call. The caller records each latency in both histograms.
    /// </summary>
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

    /// <summary>Adds all latencies of <paramref name="other"/>.</summary>
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

    /// <summary>The number of latencies above a limit, in nanoseconds. The limit is exact within 1 %.</summary>
    public long CountAbove(long nanoseconds) =>
        Filled().Where(bucket => bucket.Nanoseconds > nanoseconds).Sum(bucket => bucket.Count);

    public void Reset()
    {
        Array.Clear(buckets);
        Count = 0;
        Max = 0;
        kinds?.ForEach(static kind => kind.Reset());
    }

    /// <summary>The position of a percentile in a sorted list, from 1, by the nearest-rank method.</summary>
    internal static long RankOf(double percentile, long count) =>
        // 99.9 % of 1000 is 999. The rounding error of a double must not make it 1000.
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
