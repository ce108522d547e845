using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Tests.Metrics;

public sealed class HistogramTextTests
{
    [Fact]
    public void Histogram_WrittenAndRead_IsEqual()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var histogram = new LatencyHistogram();
        for (var count = 0; count < 5000; count++)
        {
            var (took, times) = ((long)Math.Pow(10, random.NextDouble() * 12.6), random.Next(1, 4));
            histogram.Record(took, times);
            histogram.OfKind(random.Next(3)).Record(took, times);
        }

        var read = HistogramText.Parse(HistogramText.Format(histogram));

        Assert.True(histogram.Buckets.SequenceEqual(read.Buckets), $"seed {seed}");
        Assert.Equal((histogram.Count, histogram.Max), (read.Count, read.Max));
        Assert.Equal(
            histogram.Kinds.Select(kind => (kind.Count, kind.Max)), read.Kinds.Select(kind => (kind.Count, kind.Max)));
        Assert.Equal(histogram.Count, read.Kinds.Sum(kind => kind.Count));
    }

    [Fact]
    public void Add_HistogramWithKinds_AddsEachKindToItsOwn()
    {
        var sum = new LatencyHistogram();
        sum.OfKind(1).Record(5);
        var other = new LatencyHistogram();
        other.OfKind(0).Record(7);
        other.OfKind(1).Record(6, 2);

        sum.Add(other);
        Assert.Equal([1, 3], sum.Kinds.Select(kind => kind.Count));

        sum.Reset();
        Assert.All(sum.Kinds, kind => Assert.Equal(0, kind.Count));
    }

    [Fact]
    public void LastBucket_Latency_IsTheLongestExactly()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(5, 3);
        histogram.Record(1_000_001);

        Assert.Equal("5:3 1000001:1", HistogramText.Format(histogram));
        Assert.Equal("", HistogramText.Format(new LatencyHistogram()));
        Assert.Equal(0, HistogramText.Parse("").Count);
    }

    [Theory]
    [InlineData("5")]
    [InlineData("5:3:1")]
    [InlineData("x:3")]
    [InlineData("0:3")]
    [InlineData("3600000000001:1")]
    [InlineData("5:0")]
    [InlineData("5:-1")]
    [InlineData("6:1 5:1")]
    [InlineData("5:1 5:1")]
    [InlineData("5:9223372036854775807 6:9223372036854775807")]
    public void Histogram_InvalidText_IsRefused(string text) =>
        Assert.Throws<FormatException>(() => HistogramText.Parse(text));
}
