using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// The manager's instruments. Counts are fields that each collection reads: an exporter that starts late misses
/// nothing, and counting costs one interlocked addition. Any thread may count.
/// </summary>
public sealed class ClusterMetrics : IDisposable
{
    private readonly RecentSample<ClusterStatus> status;
    private readonly Histogram<double> syncDurations;
    private readonly StrongBox<long> joined;
    private readonly StrongBox<long> lost;
    private readonly StrongBox<long> failed;
    private readonly StrongBox<long> reassigned;
    private readonly StrongBox<long> records;
    private readonly StrongBox<long> syncs;
    private readonly long[] runs = new long[Enum.GetValues<Verdict>().Length];

    /// <summary>
    /// Calls <paramref name="status"/> on the threads of exporters, at most ten times a second.
    /// </summary>
    public ClusterMetrics(Func<ClusterStatus> status, TimeProvider clock)
    {
        this.status = new RecentSample<ClusterStatus>(status, clock, BenchMeter.Lifetime);
        Meter = BenchMeter.Create();
        BenchMeter.AddActors(Meter, () => Workers.Select(worker => (worker.Name, worker.Actors)));
        AddMembers();
        AddRun();
        AddShards();
        AddFrames();
        joined = Count("aelf.bench.workers.joined", "{worker}", "Workers that became members.");
        lost = Count("aelf.bench.workers.lost", "{worker}", "Members that were lost.");
        failed = Count("aelf.bench.attempts.failed", "{attempt}", "Attempts that workers reported as failed.");
        reassigned = Count("aelf.bench.grants.again", "{grant}", "Groups granted again under a new epoch.");
        records = Count("aelf.bench.log.records", "{record}", "Records written to the log.");
        syncs = Count("aelf.bench.log.syncs", "{sync}", "Times the log was synced.");
        Meter.CreateObservableCounter("aelf.bench.runs", CountRuns, "{run}", "Runs that ended, by verdict.");
        syncDurations = Meter.CreateHistogram(
            "aelf.bench.log.sync.duration",
            "s",
            "Duration of a sync of the log.",
            tags: null,
            new InstrumentAdvice<double>
            {
                HistogramBucketBoundaries =
                    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
            });
    }

    public Meter Meter { get; }

    /// <summary>Counts the frames exchanged with workers and benchmarks.</summary>
    public FrameTraffic Frames { get; init; } = new();

    private IReadOnlyList<WorkerStatus> Workers => status.Value.Workers;

    private RunStatus? Run => status.Value.Run;

    public void WorkerJoined() => Interlocked.Increment(ref joined.Value);

    public void WorkerLost() => Interlocked.Increment(ref lost.Value);

    public void AttemptFailed() => Interlocked.Increment(ref failed.Value);

    /// <summary>A group was granted again, under a new epoch.</summary>
    public void Reassigned() => Interlocked.Increment(ref reassigned.Value);

    public void RunEnded(Verdict verdict) => Interlocked.Increment(ref runs[(int)verdict]);

    /// <summary>Counts the records that one sync of the log made durable, and the time it took.</summary>
    public void LogSynced(int written, TimeSpan duration)
    {
        Interlocked.Add(ref records.Value, written);
        Interlocked.Increment(ref syncs.Value);
        syncDurations.Record(duration.TotalSeconds);
    }

    public void Dispose() => Meter.Dispose();

    private void AddMembers()
    {
        Gauge("aelf.bench.members", "{worker}", "Workers that are members.", () => Workers.Count);
        OfWorkers("aelf.bench.worker.actors", "{actor}", "Actors of the worker.", worker => worker.Actors.Count);
        OfWorkers("aelf.bench.worker.grants", "{grant}", "Grants the worker has.", worker => worker.Grants);
        OfWorkers(
            "aelf.bench.worker.credits", "{grant}", "Most grants of the worker at once.", worker => worker.Credits);
        OfWorkers(
            "aelf.bench.worker.silence",
            "s",
            "Time since the worker's last message.",
            worker => worker.HeardSecondsAgo);
    }

    private void AddRun()
    {
        Gauge(
            "aelf.bench.transfers.rate",
            "{transfer}/s",
            "Transfers committed per second in the last slice, not audited.",
            () => Run?.TransfersPerSecond is [.., var last] ? last : 0);
        Gauge("aelf.bench.block.groups", "{group}", "Groups in the block; 0 between runs.", () => Run?.Groups ?? 0);
        Gauge("aelf.bench.block.groups.done", "{group}", "Groups done in the block.", () => Run?.GroupsDone ?? 0);
        Gauge("aelf.bench.stuck.grants", "{grant}", "Grants without progress.", () => Run?.Stuck.Count ?? 0);
        Gauge(
            "aelf.bench.stuck.longest",
            "s",
            "Longest time that a grant is without progress.",
            () => Run?.Stuck.Select(stuck => stuck.IdleSeconds).DefaultIfEmpty().Max() ?? 0);
    }

    private void AddShards()
    {
        Meter.CreateObservableGauge(
            "aelf.bench.shard.keys", () => OfShards(shard => shard.Keys), "{key}", "Keys in the shard.");
        Meter.CreateObservableCounter(
            "aelf.bench.shard.operations",
            () => OfShards(shard => shard.Operations),
            "{operation}",
            "Reads and writes the shard has served in the run.");
    }

    private void AddFrames()
    {
        Meter.CreateObservableCounter(
            "aelf.bench.frames",
            () => BothWays(Frames.FramesReceived, Frames.FramesSent),
            "{frame}",
            "Frames exchanged with workers and benchmarks.");
        Meter.CreateObservableCounter(
            "aelf.bench.frame.io",
            () => BothWays(Frames.BytesReceived, Frames.BytesSent),
            "By",
            "Bytes of these frames.");
    }

    private StrongBox<long> Count(string name, string unit, string description)
    {
        var count = new StrongBox<long>();
        Meter.CreateObservableCounter(name, () => Interlocked.Read(ref count.Value), unit, description);
        return count;
    }

    private void Gauge<T>(string name, string unit, string description, Func<T> value)
        where T : struct => Meter.CreateObservableGauge(name, value, unit, description);

    private void OfWorkers<T>(string name, string unit, string description, Func<WorkerStatus, T> value)
        where T : struct =>
        Meter.CreateObservableGauge(
            name,
            () => Workers.Select(worker => new Measurement<T>(value(worker), BenchMeter.Tag("worker", worker.Name))),
            unit,
            description);

    private IEnumerable<Measurement<long>> OfShards(Func<ShardStatus, long> value) => status.Value.Shards.Select(
        shard => new Measurement<long>(value(shard), BenchMeter.Tag("shard", shard.Endpoint)));

    private IEnumerable<Measurement<long>> CountRuns() => Enum.GetValues<Verdict>().Select(
        verdict => new Measurement<long>(
            Interlocked.Read(ref runs[(int)verdict]),
            BenchMeter.Tag("verdict", verdict.ToString().ToLowerInvariant())));

    private static Measurement<long>[] BothWays(long received, long sent) =>
        [new(received, BenchMeter.Tag("direction", "receive")), new(sent, BenchMeter.Tag("direction", "transmit"))];
}
