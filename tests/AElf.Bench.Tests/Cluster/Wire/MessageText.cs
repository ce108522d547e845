using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>All fields of a message as text: two messages are equal if their texts are equal.</summary>
internal static class MessageText
{
    private static readonly JsonSerializerOptions Options = new() { Converters = { new HistogramText() } };

    public static string Describe(Message? message) =>
        $"{message?.GetType().Name} {JsonSerializer.Serialize(message, message?.GetType() ?? typeof(object), Options)}";

    private sealed class HistogramText : JsonConverter<LatencyHistogram>
    {
        public override LatencyHistogram Read(
            ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
            writer.WriteStringValue(string.Join(", of them ", value.Kinds.Prepend(value).Select(each =>
                $"{each.Count} to {each.Max}: {string.Join(' ', FilledBucketsOf(each))}")));

        private static IEnumerable<(int Index, long Count)> FilledBucketsOf(LatencyHistogram histogram) =>
            histogram.Buckets.ToArray().Index().Where(each => each.Item > 0);
    }
}
