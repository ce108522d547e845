using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>What a round took: all that a process needs which resumes the run after it.</summary>
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
    public TimeSpan Window => new(Raw.WindowNs / TimeSpan.NanosecondsPerTick);

    [JsonIgnore]
    public TimeSpan Grouping => new(Raw.GroupingNs / TimeSpan.NanosecondsPerTick);

    public IReadOnlyList<Fault> Faults { get; init; } = [];
    public required LatencyHistogram Latency { get; init; }

    /// <summary>How the schedule was kept; null in a closed loop.</summary>
    public ArrivalStats? Arrivals { get; init; }

    public IReadOnlyList<Slice> Slices { get; init; } = [];
    public TimeSpan SliceLength { get; init; }
    public IReadOnlyList<WorkerOutcome> Workers { get; init; } = [];

    /// <summary>The most operations that lost workers may have queued without reporting them.</summary>
    public OperationCounts Unreported { get; init; }

    /// <summary>What each server counted; empty for a warm-up round, and when unknown.</summary>
    public IReadOnlyList<ServedOperations> Served { get; init; } = [];

    /// <summary>Why the servers' counts are unknown; null when they are known.</summary>
    public string? CountersUnavailable { get; init; }

    /// <summary>The round as one line of text.</summary>
    public string Format() => JsonSerializer.Serialize(this, Json);

    /// <summary>Reads what <see cref="Format"/> writes; null for anything else.</summary>
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

    private sealed class HistogramConverter : JsonConverter<LatencyHistogram>
    {
        public override LatencyHistogram Read(
            ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            HistogramText.Parse(reader.GetString() ?? throw new JsonException());

        public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
            writer.WriteStringValue(HistogramText.Format(value));
    }
}

/// <summary>What one of the store's servers counted in a round.</summary>
/// <param name="Endpoint"><c>host:port</c>.</param>
/// <param name="Counted">Its counts.</param>
public sealed record ServedOperations(string Endpoint, RawShard Counted);
