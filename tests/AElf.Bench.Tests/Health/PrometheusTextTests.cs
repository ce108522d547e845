using System.Diagnostics.Metrics;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;

namespace AElf.Bench.Tests.Health;

public sealed class PrometheusTextTests : IDisposable
{
    private readonly Meter meter = new("AElf.Bench.Tests");
    private readonly PrometheusText text;

    public PrometheusTextTests()
    {
        text = new PrometheusText(meter);
    }

    public void Dispose()
    {
        text.Dispose();
        meter.Dispose();
    }

    private IReadOnlyDictionary<string, PrometheusMetric> Read() => PrometheusReading.Read(text.Write());

    private PrometheusMetric Single() => Assert.Single(Read()).Value;

    [Fact]
    public void PrometheusText_WithoutMeasurements_IsEmpty()
    {
        meter.CreateCounter<long>("silent");

        Assert.Equal(string.Empty, text.Write());
    }

    [Fact]
    public void Counter_Values_AreAddedUnderANameWithTotal()
    {
        var counter = meter.CreateCounter<long>("aelf.bench.frames", "{frame}", "Frames.");

        counter.Add(2, new KeyValuePair<string, object?>("direction", "in"));
        counter.Add(3, new KeyValuePair<string, object?>("direction", "in"));
        counter.Add(4, new KeyValuePair<string, object?>("direction", "out"));

        Assert.Equal(
            """
            # HELP aelf_bench_frames_total Frames.
            # TYPE aelf_bench_frames_total counter
            aelf_bench_frames_total{direction="in"} 5
            aelf_bench_frames_total{direction="out"} 4

            """.ReplaceLineEndings("\n"),
            text.Write());
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("")]
    [InlineData("two\nlines")]
    [InlineData("a \"quoted\" word")]
    [InlineData("back\\slash, \\n that is no line feed, and one at the end\\")]
    [InlineData("\\\"\n\\\"")]
    [InlineData("} 1\nevil_total{a=\"b\"} 2\n# TYPE x gauge")]
    [InlineData("<script>alert(1)</script>")]
    [InlineData("Zürich, 東京, \t\r\0\u2028")]
    public void Label_AnyValue_IsReadBack(string value)
    {
        meter.CreateGauge<int>("named", description: value)
            .Record(1, new KeyValuePair<string, object?>("worker", value));

        var metric = Single();
        Assert.Equal(value, metric.Help);
        Assert.Equal(value, Assert.Single(metric.Samples).Labels["worker"]);
    }

    [Fact]
    public void Text_Any_IsReadBack()
    {
        const int Seed = 20_261_121;
        var random = new Random(Seed);
        var gauge = meter.CreateGauge<int>("named");
        var values = Enumerable.Range(0, 500)
            .Select(_ => new string(random.GetItems("\\\"\n{},=# aé".AsSpan(), random.Next(12))))
            .Distinct(StringComparer.Ordinal).ToArray();

        Array.ForEach(values, value => gauge.Record(1, new KeyValuePair<string, object?>("worker", value)));

        var read = Single().Samples.Select(sample => sample.Labels["worker"]);
        Assert.True(
            values.Order(StringComparer.Ordinal)
                .SequenceEqual(read.Order(StringComparer.Ordinal), StringComparer.Ordinal),
            $"seed {Seed}");
    }

    [Fact]
    public void Histogram_Buckets_RiseWithSumAndCount()
    {
        var histogram = meter.CreateHistogram(
            "sync", "s", "Syncs.", tags: null, new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.5, 1] });

        foreach (var value in new[] { 0.25, 0.5, 0.75, 8 })
        {
            histogram.Record(value);
        }

        Assert.Equal(
            """
            # HELP sync_seconds Syncs.
            # TYPE sync_seconds histogram
            sync_seconds_bucket{le="0.5"} 2
            sync_seconds_bucket{le="1"} 3
            sync_seconds_bucket{le="+Inf"} 4
            sync_seconds_sum 9.5
            sync_seconds_count 4

            """.ReplaceLineEndings("\n"),
            text.Write());
        Assert.Equal("histogram", Single().Type);
    }

    [Theory]
    [InlineData(double.PositiveInfinity, "+Inf")]
    [InlineData(double.NegativeInfinity, "-Inf")]
    [InlineData(double.NaN, "NaN")]
    [InlineData(0.1, "0.1")]
    [InlineData(-1.5, "-1.5")]
    [InlineData(1e300, "1E+300")]
    public void Number_Written_IsReadByPrometheus(double value, string written)
    {
        meter.CreateGauge<double>("figure").Record(value);

        Assert.EndsWith($"\nfigure {written}\n", text.Write(), StringComparison.Ordinal);
        Assert.Equal(value, Single().Samples[0].Value);
    }

    [Theory]
    [InlineData("aelf.bench.frame.io", "By", "aelf_bench_frame_io_bytes")]
    [InlineData("sync.duration", "s", "sync_duration_seconds")]
    [InlineData("rate", "{transfer}/s", "rate_per_second")]
    [InlineData("depth", "{job}", "depth")]
    [InlineData("age_seconds", "s", "age_seconds")]
    public void Name_AndUnit_AreThoseOfPrometheus(string name, string? unit, string expected)
    {
        meter.CreateGauge<int>(name, unit).Record(1);

        Assert.Equal(expected, Single().Name);
    }

    [Fact]
    public void Gauge_NoLongerObserved_IsOmitted()
    {
        string[] workers = ["ann", "bob"];
        meter.CreateObservableGauge(
            "depth",
            () => workers.Select(
                worker => new Measurement<int>(1, new KeyValuePair<string, object?>("worker", worker))));
        Assert.Equal(2, Single().Samples.Count);

        workers = ["bob"];

        Assert.Equal("bob", Assert.Single(Single().Samples).Labels["worker"]);
    }

    [Fact]
    public void Meter_WithTheSameName_IsIgnored()
    {
        using var other = new Meter(meter.Name);
        other.CreateGauge<int>("foreign").Record(1);

        Assert.Equal(string.Empty, text.Write());
    }

    [Fact]
    public void Instruments_WithOneName_AreRefused()
    {
        meter.CreateGauge<int>("a.b");

        var refused = Assert.Throws<InvalidOperationException>(() => meter.CreateGauge<int>("a_b"));

        Assert.Contains("a_b", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Measurements_DuringAWrite_AreNotLost()
    {
        var counter = meter.CreateCounter<long>("many");
        Parallel.For(0, 4, thread =>
        {
            for (var i = 0; i < 5_000; i++)
            {
                counter.Add(1, new KeyValuePair<string, object?>("thread", thread));
                if (i % 1_000 == 0)
                {
                    PrometheusReading.Read(text.Write());
                }
            }
        });

        Assert.All(Single().Samples, sample => Assert.Equal(5_000, sample.Value));
    }

    [Theory]
    [InlineData("a 1")]
    [InlineData("# HELP a b\n# TYPE a gauge\n")]
    [InlineData("# HELP a b\n# TYPE a counter\na 1\n")]
    [InlineData("# HELP a b\n# TYPE a gauge\na{b=\"c\nd\"} 1\n")]
    [InlineData("# HELP a b\n# TYPE a gauge\na 1\na 2\n")]
    [InlineData("# HELP a b\n# TYPE a gauge\na{b=\"\\t\"} 1\n")]
    [InlineData("# HELP a b\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n")]
    public void Reader_WrongFile_IsRefused(string wrong) =>
        Assert.Throws<FormatException>(() => PrometheusReading.Read(wrong));
}
