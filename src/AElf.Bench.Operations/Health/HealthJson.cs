using System.Text.Json;
using System.Text.Json.Serialization;

namespace AElf.Bench.Operations.Health;

/// <summary>Statuses as JSON: camelCase, with <c>"NaN"</c> and <c>"Infinity"</c> as strings.</summary>
public static class HealthJson
{
    /// <summary>A cluster's status, UTF-8.</summary>
    public static byte[] Write(ClusterStatus status) =>
        JsonSerializer.SerializeToUtf8Bytes(status, HealthJsonContext.Default.ClusterStatus);

    /// <summary>A health report, UTF-8.</summary>
    public static byte[] Write(HealthReport report) =>
        JsonSerializer.SerializeToUtf8Bytes(report, HealthJsonContext.Default.HealthReport);

    /// <summary>Parses a cluster's status from a manager's answer. Ignores fields of a newer manager.</summary>
    /// <exception cref="FormatException">
    /// The bytes are not JSON, or a field is missing or has the wrong type.
    /// </exception>
    public static ClusterStatus ReadStatus(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, HealthJsonContext.Default.ClusterStatus)
                ?? throw new FormatException("the status is null");
        }
        catch (JsonException exception)
        {
            throw new FormatException($"no status of a cluster: {exception.Message}", exception);
        }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    MaxDepth = 32)]
[JsonSerializable(typeof(ClusterStatus))]
[JsonSerializable(typeof(HealthReport))]
internal sealed partial class HealthJsonContext : JsonSerializerContext;
