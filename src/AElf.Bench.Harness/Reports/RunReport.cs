using System.Collections.ObjectModel;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// One run: a block executed in several rounds, measured and audited. All exporters print this record.
/// </summary>
public sealed record RunReport
{
    /// <summary>Name of this format; other formats are refused.</summary>
    public const string Format = "aelf-bench/run/2";

    public string Schema { get; init; } = Format;

    /// <summary>
    /// One line with the figure and all its conditions. It is composed from this record, so that the two cannot
    /// disagree.
    /// </summary>
    public string Claim => ClaimLine.Compose(this);

    public Verdict Verdict { get; init; } = Verdict.Failed;

    /// <summary>Why the verdict is not <see cref="Core.Reports.Verdict.Pass"/>; empty otherwise.</summary>
    public IReadOnlyList<Problem> Reasons { get; init; } = [];

    /// <summary>Whether the store reports a loss of acknowledged writes.</summary>
    [JsonIgnore]
    public bool IsLostByStore => Reasons.Any(reason => reason.Kind is ProblemKind.StoreRemovedKeys
        or ProblemKind.StoreRestarted or ProblemKind.StoreReplaced or ProblemKind.KeysElsewhere);

    /// <summary>Keys that may remain in the store, then the commands that remove them, one per line.</summary>
    [JsonIgnore]
    public IEnumerable<string> KeysLeft =>
        Reasons.Where(reason => reason.Kind is ProblemKind.KeysLeft).Select(reason => reason.Text);

    /// <summary>Bounds for the run (<c>--fail-if</c>); the run fails if one of them holds.</summary>
    public IReadOnlyList<FigureBound> FailIf { get; init; } = [];

    /// <summary>Outcomes of <see cref="FailIf"/>, computed from this record so that the two cannot disagree.</summary>
    public IReadOnlyList<ThresholdReport> Thresholds => [.. FailIf.Select(bound => ThresholdReport.Of(bound, this))];

    /// <summary>Warnings about the figures.</summary>
    public IReadOnlyList<Problem> Notes { get; init; } = [];

    /// <summary><c>single</c>, <c>cluster</c> or <c>distributed</c>.</summary>
    public string Scenario { get; init; } = "single";

    /// <summary>The run's id, the prefix of its keys: eight hexadecimal digits.</summary>
    public required RunId RunId { get; init; }

    public required WorkloadDescription Workload { get; init; }

    /// <summary>The number of items that a block commits, such as transfers.</summary>
    [JsonPropertyName("transfers")]
    public required long BlockWeight { get; init; }

    /// <summary>
    /// Blocks of a measured round; null if the run failed, or its starts differ.
    /// </summary>
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
    /// Dispatchers in each process (threads with one connection each), in the measured round with the most; null if
    /// unknown.
    /// </summary>
    public int? Dispatchers { get; init; }

    /// <summary>Jobs in flight inside one actor.</summary>
    public required int Lanes { get; init; }

    /// <summary>Jobs into which the units were merged.</summary>
    public int Jobs { get; init; }

    /// <summary>Weight of the largest unit: the critical path of a block.</summary>
    [JsonPropertyName("largestGroup")]
    public int LargestUnit { get; init; }

    public required string Routing { get; init; }

    /// <summary>Empty if the actors are in this process.</summary>
    public IReadOnlyList<WorkerReport> Workers { get; init; } = [];

    /// <summary>Names of joined workers that the run did not use; null if it used all.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? IdleWorkers { get; init; }

    /// <summary>The measured rounds, in order; empty for a failed run.</summary>
    public IReadOnlyList<RoundReport> Rounds { get; init; } = [];

    /// <summary>
    /// The figures by name, computed from the raw data (<see cref="Reports.Figures"/>). A failed run has only figures
    /// that do not reveal its speed.
    /// </summary>
    public IReadOnlyDictionary<string, double?> Figures { get; init; } = ReadOnlyDictionary<string, double?>.Empty;

    /// <summary>Transfers committed and audited per second over the measured rounds; null for a failed run.</summary>
    public Spread? Tps { get; init; }

    /// <summary>Commands to the store per second over the measured rounds; null for a failed run.</summary>
    public Spread? OperationsPerSecond { get; init; }

    /// <summary>
    /// Microseconds from the first read queued to the last write acknowledged; null for a failed run.
    /// </summary>
    public LatencyReport? LatencyUs { get; init; }

    /// <summary>Punctuality of the schedule (<c>--rate</c>); null in a closed loop and for a failed run.</summary>
    public OpenLoopReport? OpenLoop { get; init; }

    /// <summary>
    /// The rate that the longest chain of the load allows, and the share that the run reached; null for a failed run,
    /// or if the workload does not report it.
    /// </summary>
    public CriticalPathReport? CriticalPath { get; init; }

    /// <summary>Milliseconds to group the block in each round; null for a failed run.</summary>
    public Spread? GroupingMs { get; init; }

    /// <summary>Milliseconds to route and post the jobs in each round; null for a failed run.</summary>
    public Spread? RoutingMs { get; init; }

    /// <summary>Milliseconds of the phases outside the measured rounds; null for a failed run.</summary>
    public PhaseReport? PhasesMs { get; init; }

    /// <summary>
    /// Milliseconds of a slice: the requested length, or more if there would be too many slices. The last slice of a
    /// round may be shorter. Not a number for a failed run.
    /// </summary>
    public double SliceMs { get; init; }

    /// <summary>TPS by time slice over the measured rounds; empty for a failed run.</summary>
    public IReadOnlyList<SliceReport> Slices { get; init; } = [];

    public required StoreReport Store { get; init; }

    /// <summary>The rate of the store alone; null if it was not measured.</summary>
    [JsonPropertyName("ceiling")]
    public BareStoreReport? BareStore { get; init; }

    /// <summary>Null without control measurements.</summary>
    public ControlReport? Controls { get; init; }

    /// <summary>Null for a run without TPS.</summary>
    public LimitReport? Limit { get; init; }

    /// <summary>The proof that each transfer was applied exactly once.</summary>
    public required AuditReport Audit { get; init; }

    public IReadOnlyList<FaultReport> Faults { get; init; } = [];

    /// <summary>The use of this machine's processors during the measured rounds; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProcessorReport? Processors { get; init; }

    public required EnvironmentReport Environment { get; init; }

    /// <summary>Hosts on which a scenario started processes over ssh; null without hosts.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<HostReport>? Hosts { get; init; }

    /// <summary>Null without a profile.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProfileReport? Profile { get; init; }

    public IReadOnlyList<ReportSection> Sections { get; init; } = [];

    /// <summary>The effective options, with secrets redacted.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Options { get; init; } =
        new SortedDictionary<string, UsedSetting>(StringComparer.Ordinal);

    /// <summary>
    /// The counts and times behind the figures. Null for a failed run, and for several starts, each of which has its
    /// own.
    /// </summary>
    public RawRun? Raw { get; init; }

    /// <summary>
    /// The number of process starts of the run, each with all rounds.
    /// </summary>
    public int ProcessStarts { get; init; } = 1;

    /// <summary>
    /// The starts, each a whole run with its raw data, from which this report follows; null with one start, and for a
    /// failed run.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<RunReport>? Starts { get; init; }

    /// <summary>The workload's facts, computed from <see cref="RawRun.Facts"/>; empty for a failed run.</summary>
    public IReadOnlyDictionary<string, FactValue> Facts { get; init; } = Fact.Named();

    /// <summary>The outcomes of the counted items, by kind, over all starts; empty for a failed run.</summary>
    public IReadOnlyList<KindOutcomes> Outcomes { get; init; } = [];

    /// <summary>Whether the run has a TPS: it ended, every transfer was committed and the audit passed.</summary>
    public bool HasNumber() => Verdict is not Verdict.Failed && Audit.Passed() && Tps is not null;

    /// <summary>Whether the call would accept <c>--rate</c> too, for advice; only the call itself knows.</summary>
    [JsonIgnore]
    public bool TakesRate { get; init; } = true;

    /// <summary>
    /// The rounds behind the figures: the undisturbed rounds, or all rounds if too few are undisturbed.
    /// </summary>
    public IReadOnlyList<RoundReport> CountedRounds()
    {
        RoundReport[] quiet = [.. Rounds.Where(round => !round.IsDisturbed)];
        return RoundReport.AreEnough(quiet.Length, Rounds.Count) ? quiet : Rounds;
    }

    /// <summary>Whether the run has no TPS only because its user cancelled it.</summary>
    public bool WasCancelled() => Verdict is Verdict.Failed && Reasons is [{ Kind: ProblemKind.Cancelled }, ..];

    internal long AllLanes => (long)Actors * Servers * Processes * Lanes;

    /// <summary>
    /// Whether some lanes have no job, so that more lanes would not raise the number of jobs in flight.
    /// </summary>
    internal bool HasIdleLanes => Jobs <= AllLanes;

    /// <summary>Whether the actors sent commands over several keys.</summary>
    internal bool HasMultiKeyCommands => Store.ClientOps is { } sent && sent.MultiGet + sent.MultiSet > 0;

    /// <summary>The declined share in words; null when it is below 0.05 %, or nothing can be declined.</summary>
    internal string? DeclinedText => Reports.Figures.Declined.Of(this) is >= 0.0005
        ? $"{Reports.Figures.Declined.TextOf(this)} declined"
        : null;

    /// <summary>The latency of a user: in an open loop from the scheduled start.</summary>
    public LatencyReport? UserLatencyUs() => OpenLoop?.LatencyUs ?? LatencyUs;

    /// <summary>
    /// The record for publication: this record, or without a figure the record of a failed run, from which no TPS can
    /// be read or computed (<see cref="FailedRun"/>).
    /// </summary>
    public RunReport Published() => HasNumber() ? this : FailedRun.Of(Verdict is Verdict.Failed ? this : this with
    {
        Verdict = Verdict.Failed,
        Reasons = [Audit.Passed() ? "no round was measured" : "the audit did not pass"],
    });
}

/// <summary>The figures of a measured round.</summary>
/// <param name="Round">Number of the round, from 1.</param>
/// <param name="GroupingMs">Milliseconds to group the block; outside the window.</param>
/// <param name="RoutingMs">Milliseconds to route and post the jobs; inside the window.</param>
/// <param name="ExecuteMs">Milliseconds of the window: first posted job to last finished job.</param>
/// <param name="Committed">Transfers committed.</param>
/// <param name="Tps">Committed per second of the window.</param>
/// <param name="Retried">Groups granted again.</param>
public sealed record RoundReport(
    int Round, double GroupingMs, double RoutingMs, double ExecuteMs, long Committed, double Tps, int Retried)
{
    /// <summary>Latencies of users in the round; null if nothing was timed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RoundLatencyReport? LatencyUs { get; init; }

    /// <summary>The use of the processors; null if unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ProcessorReport? Processors { get; init; }

    /// <summary>
    /// Whether other programs used so much CPU that the figures exclude the round, unless too few others remain.
    /// </summary>
    [JsonIgnore]
    public bool IsDisturbed => Processors?.IsDisturbed is true;

    /// <summary><c>disturbed</c>, or empty.</summary>
    internal string Mark => IsDisturbed ? "disturbed" : "";

    /// <summary>
    /// Whether there are enough undisturbed rounds for a figure: the number that an interval needs or, with few rounds,
    /// half of them.
    /// </summary>
    internal static bool AreEnough(int quiet, int all) =>
        quiet >= Math.Min(SummaryStatistics.MinForInterval, (all + 1) / 2);
}

/// <summary>Latencies of a round in microseconds, in an open loop from the scheduled start.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="Max">The maximum.</param>
public sealed record RoundLatencyReport(double P50, double P99, double Max);

/// <summary>Latency percentiles in microseconds, from merged histograms.</summary>
/// <param name="P50">Median over the transfers.</param>
/// <param name="P90">90th percentile.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="P999">99.9th percentile.</param>
/// <param name="Max">The maximum, exact.</param>
/// <param name="Count">Transfers timed.</param>
public sealed record LatencyReport(double P50, double P90, double P99, double P999, double Max, long Count)
{
    /// <summary>The minimum, at most 0.8 % below the exact value.</summary>
    public double Min { get; init; }

    /// <summary>The arithmetic mean, within 0.4 %.</summary>
    public double Mean { get; init; }

    /// <summary>The merged histogram in the format of <see cref="HistogramText"/>; null for a single kind.</summary>
    public string? Histogram { get; init; }

    /// <summary>The latencies of each kind, in the order of the workload's <c>kinds</c>; null with one kind.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LatencyReport?>? Kinds { get; init; }

    /// <summary>The parsed histogram; null for none, or if its text is invalid.</summary>
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

    /// <summary>Null without recorded values.</summary>
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
        Kinds = merged.Kinds.Count == 0 ? null : [.. merged.Kinds.Select(OfKind)],
    };

    // The histogram of the whole run contains the histograms of its kinds.
    private static LatencyReport? OfKind(LatencyHistogram kind) =>
        From(kind) is { } report ? report with { Histogram = null } : null;
}

/// <summary>Milliseconds of each phase of a run.</summary>
/// <param name="Prepare">Connecting, checking the store and generating the block.</param>
/// <param name="Seed">Writing the accounts' first balances.</param>
/// <param name="WarmUp">Rounds before the measured rounds.</param>
/// <param name="Measure">The measured rounds, with the grouping between their windows.</param>
/// <param name="BareStore">Measuring the store alone, between the rounds.</param>
/// <param name="Audit">Reading and comparing every account.</param>
/// <param name="Cleanup">Removing the run's keys.</param>
public sealed record PhaseReport(
    double Prepare,
    double Seed,
    double WarmUp,
    double Measure,
    [property: JsonPropertyName("ceiling")] double BareStore,
    double Audit,
    double Cleanup)
{
    /// <summary>Total milliseconds of all phases.</summary>
    [JsonIgnore]
    public double Sum => Prepare + Seed + WarmUp + Measure + BareStore + Audit + Cleanup;

    internal static readonly PhaseReport Unknown = new(
        double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN);
}

/// <summary>One time slice of a measured round.</summary>
/// <param name="Round">Number of the round, from 1.</param>
/// <param name="StartMs">Milliseconds since the round's window opened.</param>
/// <param name="LengthMs">Length in milliseconds.</param>
/// <param name="Committed">Transfers committed in the slice.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox at the end of the slice.</param>
/// <param name="OldestMs">
/// Age in milliseconds of the oldest waiting message of all mailboxes at the end of the slice.
/// </param>
public sealed record SliceReport(
    int Round, double StartMs, double LengthMs, long Committed, int DeepestMailbox, double OldestMs)
{
    public double Tps => Figures.PerSecond(Committed, LengthMs * 1e6);
}

/// <summary>The outcome of a proof.</summary>
public enum AuditOutcome
{
    Passed,
    Failed,

    /// <summary>The proof was not made. This does not count as passed.</summary>
    Unknown,
}

/// <summary>The final comparison of the store with the model.</summary>
/// <param name="Conservation">Whether invariant totals, such as the sum of all balances, are unchanged.</param>
/// <param name="Replay">Whether every item equals a sequential replay.</param>
/// <param name="Compared">Items read back.</param>
/// <param name="Wrong">Items that differ.</param>
/// <param name="Differences">The first items that differ.</param>
public sealed record AuditReport(
    AuditOutcome Conservation,
    AuditOutcome Replay,
    [property: JsonPropertyName("accountsCompared")] long Compared,
    [property: JsonPropertyName("accountsWrong")] long Wrong,
    IReadOnlyList<DifferenceReport> Differences)
{
    /// <summary>The reference of the comparison, in words; null for a sequential replay of the load.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Scope { get; init; }

    /// <summary>Whether both proofs passed; an unknown proof counts as failed.</summary>
    public bool Passed() => (Conservation, Replay) is (AuditOutcome.Passed, AuditOutcome.Passed);
}

/// <summary>An item that differs from the replay.</summary>
/// <param name="Item">Number of the item.</param>
/// <param name="Key">Key in the store.</param>
/// <param name="Found">The store's answer in words.</param>
public sealed record DifferenceReport([property: JsonPropertyName("account")] long Item, string Key, string Found)
{
    /// <summary>The replayed values under the workload's names.</summary>
    public IReadOnlyDictionary<string, FactValue> Expected { get; init; } = Fact.Named();

    /// <summary>The replayed values in words, such as <c>sequence 5, balance 12</c>.</summary>
    internal string ExpectedText() => string.Join(", ", Expected.Select(value => $"{value.Key} {value.Value}"));
}

/// <summary>A fault of the run.</summary>
/// <param name="Round">Number of the round, from 1; 0 in warm-up.</param>
/// <param name="AtMs">Milliseconds since the round's window opened.</param>
/// <param name="Kind">For example <c>timeout</c>, <c>closed</c>, <c>refused</c>.</param>
/// <param name="What">Actor, group, step and message.</param>
/// <param name="Count">Number of occurrences of the same fault.</param>
public sealed record FaultReport(int Round, double AtMs, string Kind, string What, int Count);

/// <summary>The figures of a worker process in the measured rounds.</summary>
/// <param name="Name">Name of the worker.</param>
/// <param name="Server">The worker's server.</param>
/// <param name="Store">Address that its actors use.</param>
/// <param name="Actors">Number of its actors.</param>
/// <param name="Committed">Transfers committed; null for a failed run.</param>
/// <param name="CpuUsPerTransfer">
/// CPU microseconds, user and system, per committed transfer; not a number for a failed run.
/// </param>
/// <param name="IdleShare">
/// Share of the windows in which its actors had no jobs in flight, 0 to 1; not a number for a failed run.
/// </param>
/// <param name="Ops">Operations queued; null for a failed run.</param>
public sealed record WorkerReport(
    string Name,
    string Server,
    string Store,
    int Actors,
    long? Committed,
    double CpuUsPerTransfer,
    double IdleShare,
    OperationReport? Ops);

/// <summary>The machine and the runtime, without names of hosts or users, and without paths.</summary>
/// <param name="Cpu">Model of the processor.</param>
/// <param name="Cores">Processors this process may use by affinity and quota; may be a fraction such as 0.5.</param>
/// <param name="MemoryGb">Memory this process may use, in GiB.</param>
/// <param name="Os">Operating system, kernel version and architecture.</param>
/// <param name="Runtime">Version of .NET.</param>
/// <param name="Build"><c>Release</c> or <c>Debug</c>: whether the compiler optimised.</param>
/// <param name="ServerGc">Whether the server garbage collector is used.</param>
/// <param name="StartedUtc">Start of the run, ISO 8601 in UTC.</param>
/// <param name="Version">Version of the product.</param>
public sealed record EnvironmentReport(
    string Cpu,
    double Cores,
    double MemoryGb,
    string Os,
    string Runtime,
    string Build,
    bool ServerGc,
    string StartedUtc,
    string Version)
{
    /// <summary>Versions of the loaded libraries that influence the figures, by name.</summary>
    public IReadOnlyDictionary<string, string> Libraries { get; init; } =
        ReadOnlyDictionary<string, string>.Empty;
}
