using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// What a run counted and timed, unrounded and before anything was computed of it: every figure of a
/// <see cref="RunReport"/> follows from this and from what the report says of the run's setup. Times are whole
/// nanoseconds, of a clock that ticks each 100.
/// </summary>
public sealed record RawRun
{
    /// <summary>Why the run did not come to its end; empty in every report that is published with this.</summary>
    public IReadOnlyList<string> Failures { get; init; } = [];

    /// <summary>What the clean-up left in the store; null when nothing.</summary>
    public string? Leftover { get; init; }

    /// <summary>
    /// What the units of a block weigh: <c>WEIGHT:COUNT</c> for each weight, lightest first, with a blank between.
    /// </summary>
    public string UnitWeights { get; init; } = "";

    /// <summary>Jobs the units were merged into.</summary>
    public int Jobs { get; init; }

    /// <summary>Weight of the heaviest job, of a block.</summary>
    public long HeaviestJob { get; init; }

    /// <summary>Steps of a block that go one after the other; null when the workload does not say.</summary>
    public int? CriticalSteps { get; init; }

    /// <summary>Keys read for each of the things that TPS counts, as the ceiling takes it.</summary>
    public double Reads { get; init; }

    /// <summary>Keys written for each of them.</summary>
    public double Writes { get; init; }

    /// <summary>What the workload adds in fields of its own, but for shares.</summary>
    public IReadOnlyDictionary<string, JsonElement> Facts { get; init; } =
        new Dictionary<string, JsonElement>(StringComparer.Ordinal);

    /// <summary>Its shares.</summary>
    public IReadOnlyList<RawShare> Shares { get; init; } = [];

    /// <summary>The rounds before the measured ones, in order.</summary>
    public IReadOnlyList<RawWarmUp> WarmUp { get; init; } = [];

    /// <summary>The measured rounds, in order.</summary>
    public IReadOnlyList<RawRound> Rounds { get; init; } = [];

    /// <summary>The worker processes, over the measured rounds; empty when the actors are in this process.</summary>
    public IReadOnlyList<RawWorker> Workers { get; init; } = [];

    /// <summary>The servers of the store, over the measured rounds, in the order of the report's shards.</summary>
    public IReadOnlyList<RawShard> Shards { get; init; } = [];

    /// <summary>Why the servers' counts are not known; null when they are.</summary>
    public string? CountersUnavailable { get; init; }

    /// <summary>
    /// Most operations from before the measured rounds that may have been reported, or served, only in them.
    /// </summary>
    public OperationReport CarriedOps { get; init; } = OperationReport.None;

    /// <summary>What was asked of the bare store; null when it was not measured to the end.</summary>
    public RawCeiling? Ceiling { get; init; }

    /// <summary>The length of a slice that was asked for, in milliseconds.</summary>
    public double SliceAskedMs { get; init; }
}

/// <summary>A share that the workload counted.</summary>
/// <param name="Name">The field that has it.</param>
/// <param name="Part">What was counted.</param>
/// <param name="Whole">Of how many.</param>
public sealed record RawShare(string Name, long Part, long Whole);

/// <summary>A round that is not measured.</summary>
/// <param name="Offered">What it weighed.</param>
/// <param name="Committed">What was committed.</param>
/// <param name="WindowNs">How long it took.</param>
/// <param name="CompilingNs">How long methods were compiled meanwhile, in all processes.</param>
public sealed record RawWarmUp(long Offered, long Committed, long WindowNs, long CompilingNs);

/// <summary>A measured round.</summary>
public sealed record RawRound
{
    /// <summary>What it weighed: transfers offered.</summary>
    public required long Offered { get; init; }

    /// <summary>What was committed.</summary>
    public required long Committed { get; init; }

    /// <summary>First job posted to last job done.</summary>
    public required long WindowNs { get; init; }

    /// <summary>Finding its units.</summary>
    public long GroupingNs { get; init; }

    /// <summary>Routing and posting its jobs.</summary>
    public long RoutingNs { get; init; }

    /// <summary>Units granted again.</summary>
    public int RetriedUnits { get; init; }

    /// <summary>What they weigh.</summary>
    public long Retried { get; init; }

    /// <summary>Operations that were queued, as the actors reported them.</summary>
    public required OperationReport Ops { get; init; }

    /// <summary>Those of them of attempts after the first; null for none.</summary>
    public OperationReport? FaultOps { get; init; }

    /// <summary>The most that workers may have queued which were lost and reported none; null for none.</summary>
    public OperationReport? UnreportedOps { get; init; }

    /// <summary>What the servers say they served; null when they cannot say.</summary>
    public OperationReport? ServedOps { get; init; }

    /// <summary>The workers that never reported what the round took.</summary>
    public IReadOnlyList<string> Silent { get; init; } = [];

    /// <summary>Actors that took part.</summary>
    public int Actors { get; init; }

    /// <summary>Dispatchers that served them, of all processes; null in older files.</summary>
    public int? Dispatchers { get; init; }

    /// <summary>How long they had nothing in flight, all added up.</summary>
    public long IdleNs { get; init; }

    /// <summary>
    /// Transfers of the busiest actor, in a cluster of the busiest worker for each of its actors, ÷ the mean.
    /// </summary>
    public double Imbalance { get; init; } = 1;

    /// <summary>Managed bytes that the dispatchers' threads allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Processor time of this process, user and system.</summary>
    public long CpuNs { get; init; }

    /// <summary>
    /// How long this process encoded and decoded messages and work; null where the actors are in it, and in older
    /// files.
    /// </summary>
    public long? CodingNs { get; init; }

    /// <summary>How long the garbage collector stopped it.</summary>
    public long GcPauseNs { get; init; }

    /// <summary>How often it collected.</summary>
    public int Collections { get; init; }

    /// <summary>How long methods were compiled, in all processes.</summary>
    public long CompilingNs { get; init; }

    /// <summary>
    /// What users waited, in a closed loop from the first read queued; null when nothing was timed, and in older files.
    /// </summary>
    public RawLatency? Latency { get; init; }

    /// <summary>Ticks in which processors of the machine were busy, whoever used them.</summary>
    public long BusyTicks { get; init; }

    /// <summary>Beginning of the schedule to the last write acknowledged; null in a closed loop.</summary>
    public long? ScheduleNs { get; init; }

    /// <summary>Ticks of all processors, busy or not; 0 when unknown.</summary>
    public long ProcessorTicks { get; init; }

    /// <summary>Whose the processors were; null when unknown, and in older files.</summary>
    public RawProcessors? Processors { get; init; }
}

/// <summary>Latencies of a round, from its merged histogram.</summary>
/// <param name="P50Ns">Half took no longer.</param>
/// <param name="P99Ns">99 % took no longer.</param>
/// <param name="MaxNs">The longest.</param>
public sealed record RawLatency(long P50Ns, long P99Ns, long MaxNs)
{
    /// <summary>Reads them; null when nothing was recorded.</summary>
    public static RawLatency? From(LatencyHistogram merged) => merged.Count == 0 ? null
        : new(merged.ValueAtPercentile(50), merged.ValueAtPercentile(99), merged.Max);
}

/// <summary>Whose the processors of this machine were in a round, from before it began until after its end.</summary>
/// <param name="SpanNs">How long that was.</param>
/// <param name="OwnNs">
/// Processor time of the run: of this process, of its workers on this machine, and of the stores and proxies at
/// addresses of it.
/// </param>
/// <param name="InterruptTicks">Ticks of interrupts, of which no process is charged.</param>
/// <param name="StealTicks">Ticks in which the hypervisor ran something else.</param>
/// <param name="ThrottledNs">How long a quota stopped this process' control group; null where there is none.</param>
/// <param name="PressureNs">How long some task waited for a processor; null when unknown.</param>
/// <param name="Unseen">
/// Stores and proxies on this machine whose processor time nobody tells, so that it cannot be told from that of others.
/// </param>
public sealed record RawProcessors(
    long SpanNs,
    long OwnNs,
    long InterruptTicks,
    long StealTicks,
    long? ThrottledNs,
    long? PressureNs,
    IReadOnlyList<string> Unseen);

/// <summary>A worker process, over the measured rounds.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Server">The server it runs on.</param>
/// <param name="Store">The address its actors talk to.</param>
/// <param name="Actors">Its actors.</param>
/// <param name="Committed">What it committed.</param>
/// <param name="CpuNs">Its processor time, user and system.</param>
/// <param name="IdleNs">How long its actors had nothing in flight, all added up.</param>
/// <param name="Ops">Operations it queued.</param>
public sealed record RawWorker(
    string Name, string Server, string Store, int Actors, long Committed, long CpuNs, long IdleNs, OperationReport Ops);

/// <summary>A server of the store, over the measured rounds.</summary>
/// <param name="CpuSeconds">Its processor time; null when unknown.</param>
/// <param name="Ops">What it says it served.</param>
public sealed record RawShard(double? CpuSeconds, OperationReport Ops);

/// <summary>What was asked of the bare store.</summary>
/// <param name="Depth">Operations in flight.</param>
/// <param name="Samples">One before each round.</param>
/// <param name="RedisBenchmark">Each answer of <c>redis-benchmark</c>; empty where it cannot be used.</param>
public sealed record RawCeiling(
    int Depth, IReadOnlyList<RawSample> Samples, IReadOnlyList<ProbeRates> RedisBenchmark)
{
    /// <summary>A shard behind the proxies, without them; null where it was not measured.</summary>
    public RawBareShard? BareShard { get; init; }

    /// <summary>The same with more in flight; null where it was not measured, and in older files.</summary>
    public RawDeepCeiling? Deep { get; init; }
}

/// <summary>What was asked of the bare store with as much in flight as serves it best.</summary>
/// <param name="Depth">Operations in flight, on one connection.</param>
/// <param name="Samples">What was sampled behind the rounds.</param>
public sealed record RawDeepCeiling(int Depth, IReadOnlyList<RawSample> Samples);

/// <summary>What was asked of a shard behind proxies, without them.</summary>
/// <param name="Endpoint">The shard.</param>
/// <param name="Samples">What was sampled behind the rounds.</param>
public sealed record RawBareShard(string Endpoint, IReadOnlyList<RawSample> Samples);

/// <summary>Reads alone for a while, then writes alone.</summary>
/// <param name="Gets">Reads that were answered.</param>
/// <param name="GetNs">How long that took.</param>
/// <param name="Sets">Writes that were answered.</param>
/// <param name="SetNs">How long that took.</param>
public sealed record RawSample(long Gets, long GetNs, long Sets, long SetNs);
