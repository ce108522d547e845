using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Harness.Runs.RunDerivation;

namespace AElf.Bench.Harness.Runs;

/// <summary>The measurements of a round: all data that a process needs to resume the run after it.</summary>
/// <param name="Number">Number of the measured round, from 1; 0 for a warm-up round.</param>
/// <param name="Raw">Its counts and times.</param>
public sealed record MeasuredRound(int Number, RawRound Raw)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters = { new HistogramConverter(), new FiniteDoubleConverter() },
    };

    [JsonIgnore]
    public TimeSpan Window => Time(Raw.WindowNs);

    [JsonIgnore]
    public TimeSpan Grouping => Time(Raw.GroupingNs);

    public IReadOnlyList<Fault> Faults { get; init; } = [];
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Punctuality of the schedule; null in a closed loop.</summary>
    public ArrivalStats? Arrivals { get; init; }

    public IReadOnlyList<Slice> Slices { get; init; } = [];
    public TimeSpan SliceLength { get; init; }
    public IReadOnlyList<WorkerOutcome> Workers { get; init; } = [];

    /// <summary>Upper bound of unreported operations of lost workers.</summary>
    public OperationCounts Unreported { get; init; }

    /// <summary>The counts of each server; empty for a warm-up round, and if unknown.</summary>
    public IReadOnlyList<ServedOperations> Served { get; init; } = [];

    /// <summary>Why the servers' counts are unknown; null if they are known.</summary>
    public string? CountersUnavailable { get; init; }

    /// <summary>The round as one line of text.</summary>
    public string Format() => JsonSerializer.Serialize(this, Json);

    /// <summary>Reads a line of <see cref="Format"/>; null for other text.</summary>
    public static MeasuredRound? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize<MeasuredRound>(line, Json);
        }
        catch (Exception exception) when (exception is JsonException or FormatException)
        {
            return null;
        }
    }

    private static OperationReport? Some(OperationCounts counts) =>
        counts == default ? null : OperationReport.From(counts);

    /// <summary>The counts and times of a round that was executed just now.</summary>
    /// <param name="plan">The offered round.</param>
    /// <param name="grouping">Time to make the plan.</param>
    /// <param name="outcome">Outcome of the execution.</param>
    /// <param name="used">Resources of this process; compiling of all processes.</param>
    internal static RawRound RawOf(IRound plan, TimeSpan grouping, RoundOutcome outcome, RoundResources used) => new()
    {
        Offered = plan.Manifest.Weight,
        Committed = outcome.Committed,
        WindowNs = Nanoseconds(outcome.Window),
        GroupingNs = Nanoseconds(grouping),
        RoutingNs = Nanoseconds(outcome.Routing),
        RetriedUnits = outcome.Reassigned.Count,
        Retried = outcome.Retried,
        Ops = OperationReport.From(outcome.Stats.Operations),
        FaultOps = Some(outcome.Stats.FaultOperations),
        UnreportedOps = Some(outcome.UnreportedUpperBound),
        Silent = outcome.Silent,
        Actors = outcome.Workers.Sum(worker => worker.Actors),
        Dispatchers = outcome is { Workers.Count: 0, Stats.Dispatchers: > 0 and var all } ? all : null,
        IdleNs = Nanoseconds(outcome.Stats.Idle),
        Imbalance = outcome.Imbalance,
        AllocatedBytes = outcome.Stats.AllocatedBytes,
        CpuNs = Nanoseconds(used.Cpu),
        CodingNs = outcome.Coding is { } coding ? Nanoseconds(coding) : null,
        GcPauseNs = Nanoseconds(used.Pause),
        Collections = used.Collections,
        CompilingNs = Nanoseconds(used.Compiling),
        BusyTicks = used.Machine is { Ticks: var ticks } ? ticks.All - ticks.Idle : 0,
        ProcessorTicks = used.Machine?.Ticks.All ?? 0,
        Latency = RawLatency.From(outcome.Stats.Arrivals?.FromIntended ?? outcome.Stats.Latency),
        ScheduleNs = outcome.Stats.Arrivals is { } kept ? Nanoseconds(kept.Span) : null,
    };

    private sealed class HistogramConverter : JsonConverter<LatencyHistogram>
    {
        public override LatencyHistogram Read(
            ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            HistogramText.Parse(reader.GetString() ?? throw new JsonException());

        public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
            writer.WriteStringValue(HistogramText.Format(value));
    }
}

/// <summary>The counts of one of the store's servers in a round.</summary>
/// <param name="Endpoint"><c>host:port</c>.</param>
/// <param name="Counted">Its operations, processor time and memory.</param>
public sealed record ServedOperations(string Endpoint, RawShard Counted);
