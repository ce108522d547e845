using System.Text.Json.Serialization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The counts and times of a run, unrounded, before any computation. Every figure of a <see cref="RunReport"/> follows
/// from this and from the setup in the report. Times are whole nanoseconds of a clock that ticks every 100.
/// </summary>
public sealed record RawRun
{
    /// <summary>Why the run did not end normally; empty in every published report with raw data.</summary>
    public IReadOnlyList<Problem> Failures { get; init; } = [];

    /// <summary>Keys that the clean-up left in the store; null for none.</summary>
    public Problem? Leftover { get; init; }

    /// <summary>Why the manager has no copy of the report; null if it has one, or needs none.</summary>
    public string? NotKept { get; init; }

    /// <summary>Weights of a block's units, lightest first.</summary>
    public IReadOnlyList<RawWeight> UnitWeights { get; init; } = [];

    /// <summary>Jobs into which the units were merged.</summary>
    public int Jobs { get; init; }

    /// <summary>Weight of a block's heaviest job.</summary>
    public long HeaviestJob { get; init; }

    /// <summary>Sequential steps of a block; null if the workload does not report them.</summary>
    public int? CriticalSteps { get; init; }

    /// <summary>The item that each of these steps needs, such as <c>account 7</c>; null for none.</summary>
    public string? CriticalItem { get; init; }

    /// <summary>Keys read for each counted item of TPS; used to compute the ceiling.</summary>
    public double Reads { get; init; }

    /// <summary>Keys written for each counted item of TPS.</summary>
    public double Writes { get; init; }

    /// <summary>The workload's facts; shares are stored as their counts.</summary>
    public IReadOnlyDictionary<string, FactValue> Facts { get; init; } = Fact.Named();

    /// <summary>The outcomes of the counted items, by kind; empty if none can be declined.</summary>
    public IReadOnlyList<KindOutcomes> Outcomes { get; init; } = [];

    /// <summary>The rounds before the measured rounds, in order.</summary>
    public IReadOnlyList<RawWarmUp> WarmUp { get; init; } = [];

    public IReadOnlyList<RawRound> Rounds { get; init; } = [];

    /// <summary>The worker processes over the measured rounds; empty if the actors are in this process.</summary>
    public IReadOnlyList<RawWorker> Workers { get; init; } = [];

    /// <summary>The store's servers over the measured rounds, in the order of the report's shards.</summary>
    public IReadOnlyList<RawShard> Shards { get; init; } = [];

    /// <summary>Why the servers' counts are unknown; null if they are known.</summary>
    public string? CountersUnavailable { get; init; }

    /// <summary>
    /// Upper bound of operations from before the measured rounds that may have been reported, or served, only in these
    /// rounds.
    /// </summary>
    public OperationReport CarriedOps { get; init; } = OperationReport.None;

    /// <summary>Null if the measurement of the store alone was not completed.</summary>
    [JsonPropertyName("ceiling")]
    public RawBareStore? BareStore { get; init; }

    /// <summary>Requested length of a slice, in milliseconds.</summary>
    public double SliceAskedMs { get; init; }

    /// <summary>Peak working set of this process, MiB.</summary>
    public double WorkingSetMb { get; init; }
}

/// <summary>The number of a block's units with this weight.</summary>
public sealed record RawWeight(long Weight, int Count);

/// <summary>A warm-up round.</summary>
/// <param name="Offered">Weight offered, such as transfers.</param>
/// <param name="Committed">Weight committed.</param>
/// <param name="WindowNs">Length of the window, ns.</param>
/// <param name="CompilingNs">Time spent compiling methods in the round, in all processes, ns.</param>
public sealed record RawWarmUp(long Offered, long Committed, long WindowNs, long CompilingNs);

/// <summary>The counts and times of a measured round.</summary>
public sealed record RawRound
{
    /// <summary>Weight offered, such as transfers.</summary>
    public required long Offered { get; init; }

    public required long Committed { get; init; }

    /// <summary>From the first posted job to the last finished job.</summary>
    public required long WindowNs { get; init; }

    /// <summary>Grouping the block into units.</summary>
    public long GroupingNs { get; init; }

    /// <summary>Routing and posting the jobs.</summary>
    public long RoutingNs { get; init; }

    public int RetriedUnits { get; init; }

    /// <summary>Weight of the units that were granted again.</summary>
    public long Retried { get; init; }

    /// <summary>Operations queued, from the actors' reports.</summary>
    public required OperationReport Ops { get; init; }

    /// <summary>Part of <see cref="Ops"/> that belongs to attempts after the first; null for none.</summary>
    public OperationReport? FaultOps { get; init; }

    /// <summary>Upper bound of unreported operations of lost workers; null for none.</summary>
    public OperationReport? UnreportedOps { get; init; }

    /// <summary>Operations served, from the servers' counters; null if unknown.</summary>
    public OperationReport? ServedOps { get; init; }

    /// <summary>Workers that never reported their measurements of the round.</summary>
    public IReadOnlyList<string> Silent { get; init; } = [];

    public int Actors { get; init; }

    /// <summary>Dispatchers of the actors in this process; null if workers have them.</summary>
    public int? Dispatchers { get; init; }

    /// <summary>Sum over the actors of the time without jobs in flight.</summary>
    public long IdleNs { get; init; }

    /// <summary>
    /// Weight committed by the busiest actor ÷ the mean; in a cluster, by the busiest worker per actor.
    /// </summary>
    public double Imbalance { get; init; } = 1;

    /// <summary>Managed bytes that the dispatchers' threads allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Processor time of this process, user and system.</summary>
    public long CpuNs { get; init; }

    /// <summary>
    /// Time in which this process encoded and decoded messages and work; null if the actors are in this process.
    /// </summary>
    public long? CodingNs { get; init; }

    /// <summary>Pauses of this process by the garbage collector.</summary>
    public long GcPauseNs { get; init; }

    public int Collections { get; init; }

    /// <summary>Time spent compiling methods, in all processes.</summary>
    public long CompilingNs { get; init; }

    /// <summary>Waits of users, in a closed loop from the first read queued; null if nothing was timed.</summary>
    public RawLatency? Latency { get; init; }

    /// <summary>Ticks of 10 ms with busy processors of the machine, over all processes.</summary>
    public long BusyTicks { get; init; }

    /// <summary>From the schedule's start to the last write acknowledged; null in a closed loop.</summary>
    public long? ScheduleNs { get; init; }

    /// <summary>Ticks of all processors, busy or not; 0 when unknown.</summary>
    public long ProcessorTicks { get; init; }

    /// <summary>The use of the processors; null if unknown.</summary>
    public RawProcessors? Processors { get; init; }
}

/// <summary>Latencies of a round in ns, from its merged histogram.</summary>
/// <param name="P50Ns">Median.</param>
/// <param name="P99Ns">99th percentile.</param>
/// <param name="MaxNs">The longest.</param>
public sealed record RawLatency(long P50Ns, long P99Ns, long MaxNs)
{
    /// <summary>Null without recorded values.</summary>
    public static RawLatency? From(LatencyHistogram merged) => merged.Count == 0 ? null
        : new(merged.ValueAtPercentile(50), merged.ValueAtPercentile(99), merged.Max);
}

/// <summary>The use of this machine's processors in a round, from before its start until after its end.</summary>
/// <param name="SpanNs">Length of that time.</param>
/// <param name="OwnNs">
/// Processor time of the run: of this process, of its workers on this machine, and of the stores and proxies at its
/// addresses.
/// </param>
/// <param name="InterruptTicks">Ticks of interrupts, which belong to no process.</param>
/// <param name="StealTicks">Ticks in which the hypervisor used the processor otherwise.</param>
/// <param name="ThrottledNs">Time that a quota stopped this process' control group; null without a quota.</param>
/// <param name="PressureNs">Time in which some task waited for a processor; null if unknown.</param>
/// <param name="Unseen">
/// Stores and proxies on this machine whose processor time is unknown, so that it cannot be separated from that of
/// other programs.
/// </param>
public sealed record RawProcessors(
    long SpanNs,
    long OwnNs,
    long InterruptTicks,
    long StealTicks,
    long? ThrottledNs,
    long? PressureNs,
    IReadOnlyList<string> Unseen);

/// <summary>The counts and times of a worker process over the measured rounds.</summary>
/// <param name="Name">Name of the worker.</param>
/// <param name="Server">The server it runs on.</param>
/// <param name="Store">Address that its actors use.</param>
/// <param name="Actors">Number of its actors.</param>
/// <param name="Committed">Weight committed.</param>
/// <param name="CpuNs">Processor time, user and system.</param>
/// <param name="IdleNs">Sum over its actors of the time without jobs in flight.</param>
/// <param name="Ops">Operations queued.</param>
public sealed record RawWorker(
    string Name, string Server, string Store, int Actors, long Committed, long CpuNs, long IdleNs, OperationReport Ops)
{
    /// <summary>Largest number of the process' dispatchers in a round.</summary>
    public int? Dispatchers { get; init; }
}

/// <summary>The counts of one of the store's servers over the measured rounds.</summary>
/// <param name="CpuSeconds">Processor time; null if unknown.</param>
/// <param name="Ops">Operations served, from the server's counters.</param>
public sealed record RawShard(double? CpuSeconds, OperationReport Ops)
{
    /// <summary>Memory of the server after the last round, from its report; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryBytes { get; init; }
}

/// <summary>The samples of the store alone.</summary>
/// <param name="Depth">Operations in flight.</param>
/// <param name="Samples">One sample before each round.</param>
/// <param name="RedisBenchmark">Each result of <c>redis-benchmark</c>; empty if it cannot be used.</param>
public sealed record RawBareStore(
    int Depth, IReadOnlyList<RawSample> Samples, IReadOnlyList<ProbeRates> RedisBenchmark)
{
    /// <summary>A shard measured directly, without its proxies; null if not measured.</summary>
    public RawBareShard? BareShard { get; init; }

    /// <summary>The store alone with more operations in flight; null if not measured.</summary>
    public RawDeepBareStore? Deep { get; init; }
}

/// <summary>The samples of the store alone with its best number of operations in flight.</summary>
/// <param name="Depth">Operations in flight, on one connection.</param>
/// <param name="Samples">Samples after the rounds.</param>
public sealed record RawDeepBareStore(int Depth, IReadOnlyList<RawSample> Samples);

/// <summary>The samples of a shard measured directly, without its proxies.</summary>
/// <param name="Endpoint">Address of the shard.</param>
/// <param name="Samples">Samples after the rounds.</param>
public sealed record RawBareShard(string Endpoint, IReadOnlyList<RawSample> Samples);

/// <summary>A sample: only reads for a while, then only writes.</summary>
/// <param name="Gets">Reads answered.</param>
/// <param name="GetNs">Time of the reads, ns.</param>
/// <param name="Sets">Writes answered.</param>
/// <param name="SetNs">Time of the writes, ns.</param>
public sealed record RawSample(long Gets, long GetNs, long Sets, long SetNs);
