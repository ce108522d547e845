using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>All that a frame holds, as text: two frames are equal when their texts are.</summary>
internal static class FrameText
{
    private static readonly JsonSerializerOptions Options = new() { Converters = { new HistogramText() } };

    public static string Describe(Frame? frame)
    {
        object? content = frame is Frame.Protocol(var message) ? message : frame;
        return $"{content?.GetType().Name} {JsonSerializer.Serialize(content, content?.GetType() ?? typeof(object), Options)}";
    }

    private sealed class HistogramText : JsonConverter<LatencyHistogram>
    {
        public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"{value.Count} to {value.Max}: {string.Join(' ', value.Buckets.ToArray().Index().Where(each => each.Item > 0))}");
    }
}
