using AElf.Bench.Core.Metrics;
using FsCheck;
using FsCheck.Fluent;
using HdrHistogram;

namespace AElf.Bench.Tests.Metrics;

public sealed class LatencyHistogramTests
{
    private static readonly double[] Percentiles = [0, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 100];

    // Spread over all powers of two. Nearly all uniform draws would be within a factor of ten of an hour.
    private static readonly Arbitrary<long[]> Latencies = Gen.Choose(0, 41)
        .SelectMany(
            power => Gen.Choose(0, 1_000_000),
            (power, part) => Clamp((1L << power) + (long)((1L << power) * (part / 1e6))))
        .NonEmptyListOf()
        .Select(values => values.ToArray())
        .ToArbitrary();

    [Fact]
    public void Merge_TwoHistograms_EqualsOneOfAllValues() => Prop.ForAll(Latencies, Latencies, (left, right) =>
    {
        var merged = Recorded(left);
        merged.Add(Recorded(right));
        var all = Recorded([.. left, .. right]);

        return merged.Count == all.Count
            && merged.Max == all.Max
            && Percentiles.All(percentile => merged.ValueAtPercentile(percentile) == all.ValueAtPercentile(percentile));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void MinAndMean_AnyValues_AreWithinOnePercent() => Prop.ForAll(Latencies, values =>
    {
        var histogram = Recorded(values);
        var mean = values.Average();

        return histogram.Min <= values.Min() && histogram.Min >= values.Min() * 0.992
            && Math.Abs(histogram.Mean - mean) <= mean * 0.004;
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Percentile_AnyValues_IsWithinOnePercentOfTheSortedList() => Prop.ForAll(Latencies, values =>
    {
        var histogram = Recorded(values);
        var sorted = values.Order().ToArray();

        return Percentiles.All(percentile =>
        {
            var exact = sorted[NearestRank(percentile, sorted.Length) - 1];
            return Math.Abs(histogram.ValueAtPercentile(percentile) - exact) <= 0.01 * exact;
        });
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Percentile_EveryRank_EqualsHdrHistogram() => Prop.ForAll(Latencies, values =>
    {
        // Four digits, so within a hundredth of a per cent.
        var other = new LongHistogram(LatencyHistogram.MinNanoseconds, LatencyHistogram.MaxNanoseconds, 4);
        foreach (var value in values)
        {
            other.RecordValue(value);
        }

        var histogram = Recorded(values);
        return histogram.Count == other.TotalCount
            && IsAlike(histogram.Mean, other.GetMean(), 0.0041)
            && other.RecordedValues().All(each =>
                IsAlike(ValueOfRank(each.TotalCountToThisValue), each.ValueIteratedTo, 0.008)
                && IsAlike(
                    ValueOfRank(each.TotalCountToThisValue - each.CountAtValueIteratedTo + 1),
                    each.ValueIteratedTo,
                    0.008));

        double ValueOfRank(long rank) => histogram.ValueAtPercentile(100.0 * rank / values.Length);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Histogram_FromItsBucketsAndLongest_IsEqual() => Prop.ForAll(Latencies, values =>
    {
        var histogram = Recorded(values);
        var same = LatencyHistogram.From(
            histogram.Buckets.ToArray().Index().Where(each => each.Item > 0), histogram.Max);

        return same.Count == histogram.Count && same.Max == histogram.Max
            && same.Buckets.SequenceEqual(histogram.Buckets);
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("bucket -1 after bucket -1; they rise from 0 to 4561", -1, 1, 7, 1, 7)]
    [InlineData("bucket 7 after bucket 7; they rise from 0 to 4561", 7, 1, 7, 1, 7)]
    [InlineData("bucket 4562 after bucket 7; they rise from 0 to 4561", 7, 1, 4562, 1, 7)]
    [InlineData(
        "0 latencies in bucket 7, after 0; expected at least 1, and at most 9223372036854775807 in total",
        7, 0, 8, 1, 8)]
    [InlineData(
        "1 latencies in bucket 8, after 9223372036854775807; expected at least 1, and at "
            + "most 9223372036854775807 in total",
        7, long.MaxValue, 8, 1, 8)]
    [InlineData("the longest latency is 9 ns, which is not of the last bucket, 8", 7, 1, 8, 1, 9)]
    [InlineData("the longest latency is 0 ns, which is not of the last bucket, 8", 7, 1, 8, 1, 0)]
    public void Buckets_Impossible_AreRefused(
        string message, int first, long firstCount, int second, long secondCount, long max) =>
        Assert.Equal(
            message,
            Assert.Throws<ArgumentException>(
                () => LatencyHistogram.From([(first, firstCount), (second, secondCount)], max)).Message);

    [Fact]
    public void Percentiles_HigherRanks_Rise() => Prop.ForAll(Latencies, values =>
    {
        var histogram = Recorded(values);
        var found = Percentiles.Select(histogram.ValueAtPercentile).ToArray();

        return found.SequenceEqual(found.Order()) && found[^1] == histogram.Max && histogram.Max == values.Max();
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(511)]
    [InlineData(512)]
    [InlineData(1_000_000)]
    [InlineData(LatencyHistogram.MaxNanoseconds)]
    public void Bucket_Edge_IsInItsOwnBucket(long nanoseconds)
    {
        var histogram = Recorded([nanoseconds, LatencyHistogram.MaxNanoseconds]);

        Assert.InRange(histogram.ValueAtPercentile(50), nanoseconds, (long)(nanoseconds * 1.01));
    }

    [Theory]
    [InlineData(0, LatencyHistogram.MinNanoseconds)]
    [InlineData(-5, LatencyHistogram.MinNanoseconds)]
    [InlineData(long.MinValue, LatencyHistogram.MinNanoseconds)]
    [InlineData(long.MaxValue, LatencyHistogram.MaxNanoseconds)]
    public void Record_OutOfRange_IsCountedAtTheLimit(long nanoseconds, long counted)
    {
        var histogram = Recorded([nanoseconds]);

        Assert.Equal((1, counted, counted), (histogram.Count, histogram.Max, histogram.ValueAtPercentile(50)));
    }

    [Fact]
    public void Percentile_ThousandValues_IsTheNearestRank()
    {
        var histogram = Recorded(
            [.. Enumerable.Range(1, 1000).Select(rank => rank <= 998 ? 10L : rank == 999 ? 100 : 200)]);

        Assert.Equal([10, 100, 200], new[] { 99.8, 99.9, 99.91 }.Select(histogram.ValueAtPercentile));
    }

    [Fact]
    public void Percentile_Empty_IsZero()
    {
        var histogram = Recorded([5, 6]);
        histogram.Reset();

        Assert.Equal((0, 0, 0), (histogram.Count, histogram.Max, histogram.ValueAtPercentile(99)));
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(100.1)]
    [InlineData(double.NaN)]
    public void Percentile_OutOfRange_IsRefused(double percentile) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Recorded([1]).ValueAtPercentile(percentile));

    [Fact]
    public void Record_AnyValue_AllocatesNothing()
    {
        var histogram = Recorded([1]);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var value = 1L; value < 1L << 40; value <<= 1)
        {
            histogram.Record(value);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    private static LatencyHistogram Recorded(IEnumerable<long> values)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in values)
        {
            histogram.Record(value);
        }

        return histogram;
    }

    private static bool IsAlike(double found, double exact, double share) => Math.Abs(found - exact) <= share * exact;

    // In hundredths of a per cent: the exact rank, without the doubles of the histogram.
    private static int NearestRank(double percentile, long count) =>
        (int)Math.Max(1, ((long)Math.Round(percentile * 100) * count + 9_999) / 10_000);

    private static long Clamp(long value) =>
        Math.Clamp(value, LatencyHistogram.MinNanoseconds, LatencyHistogram.MaxNanoseconds);
}
