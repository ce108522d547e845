using System.Diagnostics.Metrics;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Concurrency.Cluster.Health;

/// <summary>How a run ended, as it is counted.</summary>
public enum RunVerdict
{
    /// <summary>Without faults.</summary>
    Pass,

    /// <summary>Right, and it met faults.</summary>
    Degraded,

    /// <summary>Not right, or not to its end.</summary>
    Failed,
}

/// <summary>
/// The manager's instruments. Counts are kept here and read at each collection, so that no exporter misses what happened before it listened, and
/// counting costs one interlocked addition. Any thread may count.
/// </summary>
public sealed class ClusterMetrics : IDisposable
{
    private readonly RecentSample<ClusterStatus> status;
    private readonly Histogram<double> syncs;
    private readonly long[] runs = new long[Enum.GetValues<RunVerdict>().Length];
    private long joined;
    private long lost;
    private long failed;
    private long reassigned;
    private long records;
    private long syncCount;

    /// <summary>Instruments over <paramref name="status"/>, which is called on the exporters' threads, at most ten times a second.</summary>
    public ClusterMetrics(Func<ClusterStatus> status, TimeProvider clock)
    {
        this.status = new RecentSample<ClusterStatus>(status, clock, BenchMeter.Lifetime);
        Meter = BenchMeter.Create();
        BenchMeter.AddActors(Meter, () => Workers.Select(worker => (worker.Name, worker.Actors)));
        AddMembers();
        AddRun();
        AddShards();
        AddCounts();
        syncs = Meter.CreateHistogram(
            "aelf.bench.log.sync.duration",
            "s",
            "How long the log took to reach the disk.",
            tags: null,
            new InstrumentAdvice<double>
            {
                HistogramBucketBoundaries = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
            });
    }

    /// <summary>What exporters listen to.</summary>
    public Meter Meter { get; }

    /// <summary>The frames exchanged with workers and benchmarks; their connections count here.</summary>
    public FrameTraffic Frames { get; } = new();

    private IReadOnlyList<WorkerStatus> Workers => status.Value.Workers;

    private RunStatus? Run => status.Value.Run;

    /// <summary>A worker became a member.</summary>
    public void WorkerJoined() => Interlocked.Increment(ref joined);

    /// <summary>A member is none any more.</summary>
    public void WorkerLost() => Interlocked.Increment(ref lost);

    /// <summary>A worker reported an attempt it could not finish.</summary>
    public void AttemptFailed() => Interlocked.Increment(ref failed);

    /// <summary>A group was granted again, under a new epoch.</summary>
    public void Reassigned() => Interlocked.Increment(ref reassigned);

    /// <summary>A run ended.</summary>
    public void RunEnded(RunVerdict verdict) => Interlocked.Increment(ref runs[(int)verdict]);

    /// <summary>So many records were written to the log, and it was synced in so long.</summary>
    public void LogSynced(int written, TimeSpan duration)
    {
        Interlocked.Add(ref records, written);
        Interlocked.Increment(ref syncCount);
        syncs.Record(duration.TotalSeconds);
    }

    /// <summary>Ends the instruments.</summary>
    public void Dispose() => Meter.Dispose();

    private static Measurement<long>[] BothWays(long received, long sent) =>
        [new(received, BenchMeter.Tag("direction", "receive")), new(sent, BenchMeter.Tag("direction", "transmit"))];

    private static Measurement<long> Labelled(ref long value, string label, string text) => new(Interlocked.Read(ref value), BenchMeter.Tag(label, text));

    private void AddMembers()
    {
        Meter.CreateObservableGauge("aelf.bench.members", () => Workers.Count, "{worker}", "Workers that are members.");
        Gauge("aelf.bench.worker.actors", "{actor}", "Actors of the worker.", worker => worker.Actors.Count);
        Gauge("aelf.bench.worker.grants", "{grant}", "Grants the worker has.", worker => worker.Grants);
        Gauge("aelf.bench.worker.credits", "{grant}", "Most grants the worker takes at once.", worker => worker.Credits);
        Gauge("aelf.bench.worker.silence", "s", "Time since the worker's last sign of life.", worker => worker.HeardSecondsAgo);
    }

    private void Gauge<T>(string name, string unit, string description, Func<WorkerStatus, T> value)
        where T : struct =>
        Meter.CreateObservableGauge(
            name, () => Workers.Select(worker => new Measurement<T>(value(worker), BenchMeter.Tag("worker", worker.Name))), unit, description);

    private void AddRun()
    {
        Meter.CreateObservableGauge(
            "aelf.bench.transfers.rate", () => Run?.TransfersPerSecond is [.., var last] ? last : 0, "{transfer}/s",
            "Transfers committed per second in the last slice, not audited.");
        Meter.CreateObservableGauge("aelf.bench.block.groups", () => Run?.Groups ?? 0, "{group}", "Groups in the block; 0 between runs.");
        Meter.CreateObservableGauge("aelf.bench.block.groups.done", () => Run?.GroupsDone ?? 0, "{group}", "Groups done in the block.");
        Meter.CreateObservableGauge("aelf.bench.stuck.grants", () => Run?.Stuck.Count ?? 0, "{grant}", "Grants that do not move.");
        Meter.CreateObservableGauge(
            "aelf.bench.stuck.longest",
            () => Run?.Stuck.Select(stuck => stuck.IdleSeconds).DefaultIfEmpty().Max() ?? 0,
            "s",
            "For how long the longest of them has not moved.");
    }

    private void AddShards()
    {
        Meter.CreateObservableGauge(
            "aelf.bench.shard.keys",
            () => status.Value.Shards.Select(shard => new Measurement<long>(shard.Keys, BenchMeter.Tag("shard", shard.Endpoint))),
            "{key}",
            "Keys in the shard.");
        Meter.CreateObservableCounter(
            "aelf.bench.shard.operations",
            () => status.Value.Shards.Select(shard => new Measurement<long>(shard.Operations, BenchMeter.Tag("shard", shard.Endpoint))),
            "{operation}",
            "Reads and writes the shard has served in the run.");
    }

    private void AddCounts()
    {
        Meter.CreateObservableCounter("aelf.bench.workers.joined", () => Interlocked.Read(ref joined), "{worker}", "Workers that became members.");
        Meter.CreateObservableCounter("aelf.bench.workers.lost", () => Interlocked.Read(ref lost), "{worker}", "Members that were lost.");
        Meter.CreateObservableCounter(
            "aelf.bench.attempts.failed", () => Interlocked.Read(ref failed), "{attempt}", "Attempts that workers reported as failed.");
        Meter.CreateObservableCounter("aelf.bench.grants.again", () => Interlocked.Read(ref reassigned), "{grant}", "Groups granted again under a new epoch.");
        Meter.CreateObservableCounter("aelf.bench.runs", CountRuns, "{run}", "Runs that ended, by verdict.");
        Meter.CreateObservableCounter(
            "aelf.bench.frames",
            () => BothWays(Frames.FramesReceived, Frames.FramesSent),
            "{frame}",
            "Frames exchanged with workers and benchmarks.");
        Meter.CreateObservableCounter(
            "aelf.bench.frame.io",
            () => BothWays(Frames.BytesReceived, Frames.BytesSent),
            "By",
            "Bytes of those frames.");
        Meter.CreateObservableCounter("aelf.bench.log.records", () => Interlocked.Read(ref records), "{record}", "Records written to the log.");
        Meter.CreateObservableCounter("aelf.bench.log.syncs", () => Interlocked.Read(ref syncCount), "{sync}", "Times the log was synced.");
    }

    private IEnumerable<Measurement<long>> CountRuns() =>
    [
        Labelled(ref runs[(int)RunVerdict.Pass], "verdict", "pass"),
        Labelled(ref runs[(int)RunVerdict.Degraded], "verdict", "degraded"),
        Labelled(ref runs[(int)RunVerdict.Failed], "verdict", "failed"),
    ];
}
