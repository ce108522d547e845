using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// One run: a block offered for several rounds, measured and audited. The one record all exporters print.
/// </summary>
public sealed record RunReport
{
    /// <summary>Name and version of this record's shape.</summary>
    public string Schema { get; init; } = "aelf-bench/run/1";

    /// <summary>
    /// One line with the figure and everything it depends on, composed from this record so that the two cannot
    /// disagree.
    /// </summary>
    public string Claim => ClaimLine.Compose(this);

    /// <summary>How the run ended.</summary>
    public Verdict Verdict { get; init; } = Verdict.Failed;

    /// <summary>Why the verdict is not <see cref="Core.Reports.Verdict.Pass"/>; empty otherwise.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>What must not hold of the run (<c>--fail-if</c>); empty when nothing was asked.</summary>
    public IReadOnlyList<string> FailIf { get; init; } = [];

    /// <summary>
    /// The run held against <see cref="FailIf"/>, computed from this record so that the two cannot disagree.
    /// </summary>
    public IReadOnlyList<ThresholdReport> Thresholds => [.. FailIf.Select(text => ThresholdReport.Of(text, this))];

    /// <summary>What to know before believing the figure; empty when nothing stands out.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary><c>single</c>, <c>cluster</c> or <c>distributed</c>.</summary>
    public string Scenario { get; init; } = "single";

    /// <summary>The run's id, the prefix of its keys: eight hexadecimal digits.</summary>
    public required string RunId { get; init; }

    /// <summary>What was executed.</summary>
    public required WorkloadDescription Workload { get; init; }

    /// <summary>What a block commits: so many transfers, or whatever the workload counts.</summary>
    [JsonPropertyName("transfers")]
    public required long BlockWeight { get; init; }

    /// <summary>How often a measured round offered the block; null when the run failed.</summary>
    public int? Blocks { get; init; } = 1;

    /// <summary>Units of a round, such as groups of transfers.</summary>
    [JsonPropertyName("groups")]
    public int Units { get; init; }

    /// <summary>Machines that run actors.</summary>
    public int Servers { get; init; } = 1;

    /// <summary>Processes with actors on each machine.</summary>
    public int Processes { get; init; } = 1;

    /// <summary>Actors in each process, each with a mailbox.</summary>
    public required int Actors { get; init; }

    /// <summary>
    /// Dispatchers in each process: threads with a connection each that served its actors, in the measured round that
    /// had most; null when unknown, as in older files.
    /// </summary>
    public int? Dispatchers { get; init; }

    /// <summary>Jobs in flight inside one actor.</summary>
    public required int Lanes { get; init; }

    /// <summary>Jobs the groups were merged into.</summary>
    public int Jobs { get; init; }

    /// <summary>Weight of the largest job ÷ the mean; 1 is perfect.</summary>
    public double JobImbalance { get; init; } = 1;

    /// <summary>Weight of the largest unit: the critical path of a block.</summary>
    [JsonPropertyName("largestGroup")]
    public int LargestUnit { get; init; }

    /// <summary>The routing strategy's name.</summary>
    public required string Routing { get; init; }

    /// <summary>
    /// Transfers of the busiest actor, in a cluster of the busiest worker for each of its actors, ÷ the mean, in the
    /// worst round; 1 is perfect; not a number when the run failed.
    /// </summary>
    public double Imbalance { get; init; } = 1;

    /// <summary>
    /// Share of the rounds' windows in which actors had nothing in flight, 0 to 1, the mean over the actors; not a
    /// number when the run failed.
    /// </summary>
    public double IdleShare { get; init; }

    /// <summary>The worker processes; empty when the actors are in this process.</summary>
    public IReadOnlyList<WorkerReport> Workers { get; init; } = [];

    /// <summary>Workers that had joined and did not make the run, by name; null when all did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? IdleWorkers { get; init; }

    /// <summary>The measured rounds, in order; empty when the run failed.</summary>
    public IReadOnlyList<RoundReport> Rounds { get; init; } = [];

    /// <summary>
    /// Transfers committed and audited per second, over the measured rounds; null when the run failed.
    /// </summary>
    public Spread? Tps { get; init; }

    /// <summary>Commands to the store per second, over the measured rounds; null when the run failed.</summary>
    public Spread? OperationsPerSecond { get; init; }

    /// <summary>
    /// What was offered, committed and tried again in the measured rounds; null when the run failed.
    /// </summary>
    public CommitCounts? Counts { get; init; }

    /// <summary>
    /// Time from the first read queued to the last write acknowledged, in microseconds; null when the run failed.
    /// </summary>
    public LatencyReport? LatencyUs { get; init; }

    /// <summary>How a schedule was kept (<c>--rate</c>); null in a closed loop and when the run failed.</summary>
    public OpenLoopReport? OpenLoop { get; init; }

    /// <summary>
    /// What must go one after the other, and how near to it the run came; null when the run failed or the workload does
    /// not say.
    /// </summary>
    public CriticalPathReport? CriticalPath { get; init; }

    /// <summary>Milliseconds to group the block, for each round; null when the run failed.</summary>
    public Spread? GroupingMs { get; init; }

    /// <summary>Milliseconds to route and post the jobs, for each round; null when the run failed.</summary>
    public Spread? RoutingMs { get; init; }

    /// <summary>Milliseconds of the phases outside the measured rounds; null when the run failed.</summary>
    public PhaseReport? PhasesMs { get; init; }

    /// <summary>
    /// Milliseconds of a slice: what was asked for, or more where there would be too many; the last one of a round may
    /// be shorter. Not a number when the run failed.
    /// </summary>
    public double SliceMs { get; init; }

    /// <summary>TPS by time slice, over the measured rounds; empty when the run failed.</summary>
    public IReadOnlyList<SliceReport> Slices { get; init; } = [];

    /// <summary>The store and the operations counted on both sides.</summary>
    public required StoreReport Store { get; init; }

    /// <summary>What the bare store does; null when it was not measured.</summary>
    public CeilingReport? Ceiling { get; init; }

    /// <summary>The control arms; null when they were not asked for.</summary>
    public ControlReport? Controls { get; init; }

    /// <summary>What limits the run; null when it has no TPS.</summary>
    public LimitReport? Limit { get; init; }

    /// <summary>The proof that each transfer was applied exactly once.</summary>
    public required AuditReport Audit { get; init; }

    /// <summary>Faults met, each with its window.</summary>
    public IReadOnlyList<FaultReport> Faults { get; init; } = [];

    /// <summary>What this process used during the measured rounds.</summary>
    public required ResourceReport Resources { get; init; }

    /// <summary>
    /// Whose the processors of this machine were during the measured rounds; null when unknown, and in reports from
    /// before it was kept.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProcessorReport? Processors { get; init; }

    /// <summary>The machine and runtime.</summary>
    public required EnvironmentReport Environment { get; init; }

    /// <summary>The hosts on which a scenario started processes over ssh; null when it did not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<HostReport>? Hosts { get; init; }

    /// <summary>Where the time of the measured rounds went; null when it was not recorded.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProfileReport? Profile { get; init; }

    /// <summary>What the workload adds.</summary>
    public IReadOnlyList<ReportSection> Sections { get; init; } = [];

    /// <summary>The effective options, secrets redacted.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Options { get; init; } =
        new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal);

    /// <summary>
    /// What the figures follow from; null when the run failed, and in reports from before it was kept.
    /// </summary>
    public RawRun? Raw { get; init; }

    /// <summary>What the workload tells in fields of its own.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> Facts { get; set; } =
        new Dictionary<string, JsonElement>(StringComparer.Ordinal);

    /// <summary>
    /// Whether the run has a TPS at all: it ended, every transfer was committed and the audit passed.
    /// </summary>
    public bool HasNumber() => Verdict is not Verdict.Failed && Audit.Passed() && Tps is not null;

    /// <summary>What a user waits: in an open loop from the intended start.</summary>
    public LatencyReport? UserLatencyUs() => OpenLoop?.LatencyUs ?? LatencyUs;

    /// <summary>
    /// What may be printed: this record, or, when it has no figure, a failed one from which no TPS can be read, nor
    /// computed (<see cref="FailedRun"/>).
    /// </summary>
    public RunReport Published() => HasNumber() ? this : FailedRun.Of(Verdict is Verdict.Failed ? this : this with
    {
        Verdict = Verdict.Failed,
        Reasons = [Audit.Passed() ? "no round was measured" : "the audit did not pass"],
    });
}

/// <summary>One measured round.</summary>
/// <param name="Round">From 1.</param>
/// <param name="GroupingMs">Time to group the block; outside the window.</param>
/// <param name="RoutingMs">Time to route and post the jobs; inside the window.</param>
/// <param name="ExecuteMs">The window: first job posted to last job done.</param>
/// <param name="Committed">Transfers committed.</param>
/// <param name="Tps">Committed per second of the window; null in older reports of a run that failed.</param>
/// <param name="Retried">Groups granted again.</param>
public sealed record RoundReport(
    int Round, double GroupingMs, double RoutingMs, double ExecuteMs, long Committed, double? Tps, int Retried)
{
    /// <summary>What users waited in it; null when nothing was timed, and in reports from before it was kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RoundLatencyReport? LatencyUs { get; init; }

    /// <summary>Whose the processors were; null when unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProcessorReport? Processors { get; init; }

    /// <summary>
    /// Whether something else had so much of the processors that the round is not part of the figures, unless too few
    /// others are there.
    /// </summary>
    [JsonIgnore]
    public bool IsDisturbed => Processors?.IsDisturbed is true;
}

/// <summary>Latencies of a round in microseconds, in an open loop from the intended start.</summary>
/// <param name="P50">Half took no longer.</param>
/// <param name="P99">99 % took no longer.</param>
/// <param name="Max">The longest.</param>
public sealed record RoundLatencyReport(double P50, double P99, double Max);

/// <summary>What became of what was offered in the measured rounds.</summary>
/// <param name="Offered">Handed to the actors.</param>
/// <param name="Committed">Of accepted units.</param>
/// <param name="Retried">Of units that were granted again.</param>
public sealed record CommitCounts(long Offered, long Committed, long Retried);

/// <summary>Latency percentiles in microseconds, from merged histograms.</summary>
/// <param name="P50">Half of the transfers took no longer.</param>
/// <param name="P90">90 % took no longer.</param>
/// <param name="P99">99 % took no longer.</param>
/// <param name="P999">99.9 % took no longer.</param>
/// <param name="Max">The longest, exact.</param>
/// <param name="Count">Transfers timed.</param>
public sealed record LatencyReport(double P50, double P90, double P99, double P999, double Max, long Count)
{
    /// <summary>The shortest, at most 0.8 % below the exact value.</summary>
    public double Min { get; init; }

    /// <summary>The arithmetic mean, within 0.4 %.</summary>
    public double Mean { get; init; }

    /// <summary>
    /// The merged histogram itself, as <see cref="HistogramText"/> writes it; null in reports from before it was kept.
    /// </summary>
    public string? Histogram { get; init; }

    /// <summary>That histogram; null when there is none, or no such text.</summary>
    public LatencyHistogram? Recorded()
    {
        try
        {
            return Histogram is null ? null : HistogramText.Parse(Histogram);
        }
        catch (FormatException)
        {
            return null;
        }
    }

    /// <summary>Reads the percentiles of a merged histogram; null when nothing was recorded.</summary>
    public static LatencyReport? From(LatencyHistogram merged) => merged.Count == 0 ? null : new(
        merged.ValueAtPercentile(50) / 1e3,
        merged.ValueAtPercentile(90) / 1e3,
        merged.ValueAtPercentile(99) / 1e3,
        merged.ValueAtPercentile(99.9) / 1e3,
        merged.Max / 1e3,
        merged.Count)
    {
        Min = merged.Min / 1e3,
        Mean = merged.Mean / 1e3,
        Histogram = HistogramText.Format(merged),
    };
}

/// <summary>Milliseconds of the phases.</summary>
/// <param name="Prepare">Connecting, checking the store and generating the block.</param>
/// <param name="Seed">Writing the accounts' first balances.</param>
/// <param name="WarmUp">The rounds that do not count.</param>
/// <param name="Measure">The measured rounds, with the grouping between their windows.</param>
/// <param name="Ceiling">Driving the bare store, between the rounds.</param>
/// <param name="Audit">Reading every account back and comparing.</param>
/// <param name="Cleanup">Removing the run's keys.</param>
public sealed record PhaseReport(
    double Prepare, double Seed, double WarmUp, double Measure, double Ceiling, double Audit, double Cleanup)
{
    /// <summary>Of a report that does not tell them.</summary>
    internal static readonly PhaseReport Unknown = new(
        double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN);
}

/// <summary>One time slice of a measured round.</summary>
/// <param name="Round">The round, from 1.</param>
/// <param name="StartMs">Start since the round's window opened.</param>
/// <param name="LengthMs">Length.</param>
/// <param name="Committed">Transfers committed in the slice.</param>
/// <param name="Tps">Committed per second.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox when the slice ended.</param>
/// <param name="OldestMs">Age of the oldest message waiting in any mailbox when the slice ended.</param>
public sealed record SliceReport(
    int Round, double StartMs, double LengthMs, long Committed, double? Tps, int DeepestMailbox, double OldestMs);

/// <summary>The store and its operation ledger.</summary>
public sealed record StoreReport
{
    /// <summary><c>inmemory</c>, <c>redis</c>, <c>ssdb</c> or <c>twemproxy</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The driver: <c>memory</c>, <c>pipelined</c> or <c>stackexchange</c>.</summary>
    public required string Client { get; init; }

    /// <summary>The address the actors talk to; null in memory.</summary>
    public string? Endpoint { get; init; }

    /// <summary>Proxies between the actors and the servers.</summary>
    public int Proxies { get; init; }

    /// <summary>
    /// Milliseconds added to each round trip between the actors and <see cref="Endpoint"/>; 0 for none.
    /// </summary>
    public double AddedRoundTripMs { get; init; }

    /// <summary>Each server behind it.</summary>
    public IReadOnlyList<ShardReport> Shards { get; init; } = [];

    /// <summary>Operations the actors queued in the measured rounds; null when the run failed.</summary>
    public OperationReport? ClientOps { get; init; }

    /// <summary>Operations the servers say they served meanwhile; null when they cannot say.</summary>
    public OperationReport? ServerOps { get; init; }

    /// <summary>
    /// Operations of <see cref="ClientOps"/> that belong to attempts after the first: the declared fault operations.
    /// </summary>
    public OperationReport? FaultOps { get; init; }

    /// <summary>How both sides compare.</summary>
    public required Reconciliation Reconciliation { get; init; }
}

/// <summary>One server of the store.</summary>
/// <param name="Endpoint"><c>host:port</c>.</param>
/// <param name="Version">The server's name and version.</param>
/// <param name="Persistence">Such as <c>none</c>, <c>rdb</c>, <c>aof everysec</c>, or <c>unknown</c>.</param>
/// <param name="Keys">
/// Keys held once the accounts were seeded, so that the shards can be compared; −1 when unknown.
/// </param>
/// <param name="Ops">Operations served in the measured rounds; null when they are not known.</param>
/// <param name="CpuShare">Share of one core the server used in the measured rounds, 0 to 1; null when unknown.</param>
public sealed record ShardReport(
    string Endpoint, string Version, string Persistence, long Keys, OperationReport? Ops, double? CpuShare);

/// <summary>How a proof ended.</summary>
public enum AuditOutcome
{
    /// <summary>It was carried through.</summary>
    Passed,

    /// <summary>It was refuted.</summary>
    Failed,

    /// <summary>It was not made, which is not passed.</summary>
    Unknown,
}

/// <summary>The final comparison of the store with the model.</summary>
/// <param name="Conservation">
/// Whether what no unit may change is as it was seeded, such as the sum of all balances.
/// </param>
/// <param name="Replay">Whether every item is what a sequential replay makes of it.</param>
/// <param name="Compared">Items read back.</param>
/// <param name="Wrong">Items that differ.</param>
/// <param name="Differences">The first that differ.</param>
public sealed record AuditReport(
    AuditOutcome Conservation,
    AuditOutcome Replay,
    [property: JsonPropertyName("accountsCompared")] long Compared,
    [property: JsonPropertyName("accountsWrong")] long Wrong,
    IReadOnlyList<DifferenceReport> Differences)
{
    /// <summary>Whether both proofs were carried through; unknown is not passed.</summary>
    public bool Passed() => (Conservation, Replay) is (AuditOutcome.Passed, AuditOutcome.Passed);
}

/// <summary>One item that is not what the replay says.</summary>
/// <param name="Item">Its number.</param>
/// <param name="Key">Its key in the store.</param>
/// <param name="Found">What the store answered, in words.</param>
public sealed record DifferenceReport([property: JsonPropertyName("account")] long Item, string Key, string Found)
{
    /// <summary>What the replay says, under the workload's names.</summary>
    [JsonExtensionData]
    public IDictionary<string, JsonElement> Expected { get; set; } =
        new Dictionary<string, JsonElement>(StringComparer.Ordinal);

    /// <summary>That in words, such as <c>sequence 5, balance 12</c>.</summary>
    internal string ExpectedText() => string.Join(", ", Expected.Select(value => $"{NameOf(value.Key)} {value.Value}"));

    private static string NameOf(string field) =>
        field.Replace("expected", "", StringComparison.Ordinal).ToLowerInvariant();
}

/// <summary>A fault met in the run.</summary>
/// <param name="Round">The round, from 1; 0 in warm-up.</param>
/// <param name="AtMs">When, since the round's window opened.</param>
/// <param name="Kind">Such as <c>timeout</c>, <c>closed</c>, <c>refused</c>.</param>
/// <param name="What">Actor, group, step and message.</param>
/// <param name="Count">How often the same fault came.</param>
public sealed record FaultReport(int Round, double AtMs, string Kind, string What, int Count);

/// <summary>
/// What this process, and in a cluster the workers, used during the measured rounds; memory is this process's alone.
/// </summary>
public sealed record ResourceReport
{
    /// <summary>
    /// CPU microseconds, user and system, per committed transfer; not a number when the run failed, like all that
    /// follow but the collections and the working set.
    /// </summary>
    public double CpuUsPerTransfer { get; init; } = double.NaN;

    /// <summary>Cores busy on average.</summary>
    public double CpuCores { get; init; } = double.NaN;

    /// <summary>
    /// Managed bytes allocated per committed transfer by the dispatchers' threads inside the windows.
    /// </summary>
    public double AllocatedBytesPerTransfer { get; init; } = double.NaN;

    /// <summary>Garbage collections, all generations.</summary>
    public int Collections { get; init; }

    /// <summary>Total pause.</summary>
    public double GcPauseMs { get; init; } = double.NaN;

    /// <summary>
    /// How long methods were compiled, in all processes: what is left of it was not warmed up.
    /// </summary>
    public double CompilingMs { get; init; } = double.NaN;

    /// <summary>Peak working set in MiB.</summary>
    public required double WorkingSetMb { get; init; }

    /// <summary>
    /// The part of <see cref="CpuUsPerTransfer"/> that is the manager's; null when the actors are in this process.
    /// </summary>
    public double? ManagerCpuUsPerTransfer { get; init; }

    /// <summary>
    /// How long the manager encodes and decodes messages and work, microseconds per committed transfer; null when the
    /// actors are in this process, or nobody looked.
    /// </summary>
    public double? SerializationUsPerTransfer { get; init; }

    /// <summary>
    /// How busy all processors of this machine were in the measured rounds, whoever used them, 0 to 1; null when
    /// unknown.
    /// </summary>
    public double? MachineBusyShare { get; init; }
}

/// <summary>What a worker process did in the measured rounds.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Server">The host it runs on.</param>
/// <param name="Store">The address its actors talk to.</param>
/// <param name="Actors">Its actors.</param>
/// <param name="Committed">Transfers committed; null when the run failed.</param>
/// <param name="CpuUsPerTransfer">
/// CPU microseconds, user and system, per committed transfer; not a number when the run failed.
/// </param>
/// <param name="IdleShare">
/// Share of the windows in which its actors had nothing in flight, 0 to 1; not a number when the run failed.
/// </param>
/// <param name="Ops">Operations queued; null when the run failed.</param>
public sealed record WorkerReport(
    string Name,
    string Server,
    string Store,
    int Actors,
    long? Committed,
    double CpuUsPerTransfer,
    double IdleShare,
    OperationReport? Ops);

/// <summary>The machine and runtime. Nothing in it names a host, a user or a path.</summary>
/// <param name="Cpu">The processor's model.</param>
/// <param name="Cores">Logical cores this process may use.</param>
/// <param name="MemoryGb">Memory this process may use, in GiB.</param>
/// <param name="Os">Operating system, kernel version and architecture.</param>
/// <param name="Runtime">The .NET version.</param>
/// <param name="Build"><c>Release</c> or <c>Debug</c>: whether the compiler optimised.</param>
/// <param name="ServerGc">Whether the server garbage collector runs.</param>
/// <param name="StartedUtc">When the run began, ISO 8601 in UTC.</param>
/// <param name="Version">The product's version.</param>
public sealed record EnvironmentReport(
    string Cpu,
    int Cores,
    double MemoryGb,
    string Os,
    string Runtime,
    string Build,
    bool ServerGc,
    string StartedUtc,
    string Version)
{
    /// <summary>
    /// The versions of the libraries behind the figures that the process had loaded, by name; empty in older files.
    /// </summary>
    public IReadOnlyDictionary<string, string> Libraries { get; init; } =
        ReadOnlyDictionary<string, string>.Empty;
}
