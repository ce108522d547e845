using System.Diagnostics.Metrics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Health;

namespace AElf.Bench.Tests.Health;

public sealed class ClusterMetricsTests : IDisposable
{
    private readonly ManualClock clock = new();
    private readonly ClusterMetrics metrics;
    private readonly PrometheusText text;
    private ClusterStatus status = SampleCluster.Busy;
    private int asked;

    public ClusterMetricsTests()
    {
        metrics = new ClusterMetrics(
            () =>
            {
                asked++;
                return status;
            },
            clock);
        text = new PrometheusText(metrics.Meter);
    }

    public void Dispose()
    {
        text.Dispose();
        metrics.Dispose();
    }

    private IReadOnlyDictionary<string, PrometheusMetric> Read()
    {
        clock.Advance(TimeSpan.FromSeconds(1));
        return PrometheusReading.Read(text.Write());
    }

    private double Value(string name, params (string Name, string Value)[] labels) => Read()[name].Samples
        .Single(sample =>
            labels.Length == sample.Labels.Count
                && labels.All(label => sample.Labels[label.Name].Equals(label.Value, StringComparison.Ordinal))).Value;

    [Fact]
    public void Metrics_Status_HasLabelsOfWorkerActorAndShard()
    {
        Assert.Equal(2, Value("aelf_bench_members"));
        Assert.Equal(2, Value("aelf_bench_worker_actors", ("worker", "ann")));
        Assert.Equal(19, Value("aelf_bench_worker_grants", ("worker", "ann")));
        Assert.Equal(256, Value("aelf_bench_worker_credits", ("worker", "bob")));
        Assert.Equal(0.4, Value("aelf_bench_worker_silence_seconds", ("worker", "bob")));
        Assert.Equal(12, Value("aelf_bench_mailbox_depth", ("worker", "ann"), ("actor", "1")));
        Assert.Equal(3.5, Value("aelf_bench_mailbox_oldest_seconds", ("worker", "ann"), ("actor", "1")));
        Assert.Equal(600, Value("aelf_bench_transfers_committed_total", ("worker", "bob"), ("actor", "0")));
        Assert.Equal(255_000, Value("aelf_bench_transfers_rate_per_second"));
        Assert.Equal(80, Value("aelf_bench_block_groups"));
        Assert.Equal(32, Value("aelf_bench_block_groups_done"));
        Assert.Equal(1, Value("aelf_bench_stuck_grants"));
        Assert.Equal(3.5, Value("aelf_bench_stuck_longest_seconds"));
        Assert.Equal(3980, Value("aelf_bench_shard_keys", ("shard", "127.0.0.1:6381")));
        Assert.Equal(6500, Value("aelf_bench_shard_operations_total", ("shard", "127.0.0.1:6380")));
    }

    [Fact]
    public void Metrics_WithoutRunAndMembers_AreZeroWithoutLabels()
    {
        status = SampleCluster.Empty;

        Assert.Equal(0, Value("aelf_bench_members"));
        Assert.Equal(0, Value("aelf_bench_transfers_rate_per_second"));
        Assert.Equal(0, Value("aelf_bench_stuck_longest_seconds"));
        Assert.False(Read().ContainsKey("aelf_bench_mailbox_depth"));
    }

    [Fact]
    public void Metrics_WorkerLeft_IsRemoved()
    {
        Read();

        status = status with { Workers = [status.Workers[1]] };

        Assert.All(Read()["aelf_bench_mailbox_depth"].Samples, sample => Assert.Equal("bob", sample.Labels["worker"]));
    }

    [Fact]
    public void Metrics_CountedBeforeListening_AreReported()
    {
        using var early = new ClusterMetrics(() => status, clock);
        early.WorkerJoined();
        early.WorkerJoined();
        early.WorkerLost();
        early.AttemptFailed();
        early.Reassigned();
        early.RunEnded(Verdict.Degraded);
        early.Frames.Receive(100);
        early.Frames.Receive(28);
        early.Frames.Send(64);
        early.LogSynced(7, TimeSpan.FromMilliseconds(2));

        using var late = new PrometheusText(early.Meter);
        var read = PrometheusReading.Read(late.Write());

        double Of(string name, string? label = null) => read[name].Samples.Single(sample =>
            label is null || sample.Labels.Values.Contains(label, StringComparer.Ordinal)).Value;
        Assert.Equal(2, Of("aelf_bench_workers_joined_total"));
        Assert.Equal(1, Of("aelf_bench_workers_lost_total"));
        Assert.Equal(1, Of("aelf_bench_attempts_failed_total"));
        Assert.Equal(1, Of("aelf_bench_grants_again_total"));
        Assert.Equal(0, Of("aelf_bench_runs_total", "pass"));
        Assert.Equal(1, Of("aelf_bench_runs_total", "degraded"));
        Assert.Equal(2, Of("aelf_bench_frames_total", "receive"));
        Assert.Equal(128, Of("aelf_bench_frame_io_bytes_total", "receive"));
        Assert.Equal(64, Of("aelf_bench_frame_io_bytes_total", "transmit"));
        Assert.Equal(7, Of("aelf_bench_log_records_total"));
        Assert.Equal(1, Of("aelf_bench_log_syncs_total"));
    }

    [Fact]
    public void SyncDuration_Histogram_IsInSeconds()
    {
        metrics.LogSynced(1, TimeSpan.FromMilliseconds(2));
        metrics.LogSynced(1, TimeSpan.FromMilliseconds(200));

        var samples = Read()["aelf_bench_log_sync_duration_seconds"].Samples;
        double Bucket(string bound) => samples.Single(sample =>
            sample.Labels.TryGetValue("le", out var le) && le.Equals(bound, StringComparison.Ordinal)).Value;
        Assert.Equal(0, Bucket("0.001"));
        Assert.Equal(1, Bucket("0.0025"));
        Assert.Equal(2, Bucket("0.25"));
        Assert.Equal(
            0.202, samples.Single(sample => sample.Name.EndsWith("_sum", StringComparison.Ordinal)).Value, 1e-9);
    }

    [Fact]
    public void Metrics_LargerBlock_HasNoMoreLabels()
    {
        metrics.LogSynced(1, TimeSpan.Zero);

        string[] labels = ["worker", "actor", "shard", "verdict", "direction", "le"];
        Assert.All(Read().Values.SelectMany(metric => metric.Samples).SelectMany(sample => sample.Labels.Keys), label =>
            Assert.Contains(label, labels, StringComparer.Ordinal));
    }

    [Fact]
    public void Collection_Once_ReadsOneStatus()
    {
        Read();
        Assert.Equal(1, asked);

        Read();
        Assert.Equal(2, asked);
    }

    [Fact]
    public void Instrument_Every_HasADottedNameAUnitAndADescription()
    {
        var instruments = new List<Instrument>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter == metrics.Meter)
            {
                instruments.Add(instrument);
            }
        };
        listener.Start();

        Assert.Equal("AElf.Bench", metrics.Meter.Name);
        Assert.NotEmpty(instruments);
        Assert.All(instruments, instrument =>
        {
            Assert.Matches("^aelf\\.bench(\\.[a-z]+)+$", instrument.Name);
            Assert.Matches("^(s|By|1|\\{[a-z]+\\}(/s)?)$", instrument.Unit);
            Assert.EndsWith(".", instrument.Description, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void Worker_Metrics_HaveMembershipAndActors()
    {
        var state = SampleCluster.Ann with { Joined = false };
        using var worker = new WorkerMetrics(() => state, clock);
        using var own = new PrometheusText(worker.Meter);
        Assert.Equal(0, PrometheusReading.Read(own.Write())["aelf_bench_worker_joined"].Samples[0].Value);

        state = state with { Joined = true };
        clock.Advance(TimeSpan.FromSeconds(1));

        var read = PrometheusReading.Read(own.Write());
        Assert.Equal(1, read["aelf_bench_worker_joined"].Samples[0].Value);
        Assert.Equal(5, read["aelf_bench_transfers_committed_total"].Samples[0].Value);
        Assert.Equal(2, read["aelf_bench_mailbox_depth"].Samples[0].Value);
        Assert.Equal(0.5, read["aelf_bench_mailbox_oldest_seconds"].Samples[0].Value);
        Assert.Equal("ann", read["aelf_bench_mailbox_depth"].Samples[0].Labels["worker"]);
    }
}
