using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;

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
            throw new FormatException($"not the status of a cluster: {JsonFault.Of(exception)}", exception);
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

/// <summary>The answer to <c>GET /health</c>.</summary>
/// <param name="Status">
/// <c>ok</c>; <c>degraded</c> if the process works but lacks something; <c>unavailable</c> if it cannot work.
/// </param>
/// <param name="Reasons">One sentence for each problem; empty if healthy.</param>
public sealed record HealthReport(string Status, IReadOnlyList<string> Reasons)
{
    private const string UnavailableStatus = "unavailable";

    /// <summary>The process works: 200.</summary>
    public static HealthReport Ok { get; } = new("ok", []);

    /// <summary>The process works but lacks something, for these reasons: 200.</summary>
    public static HealthReport Degraded(params IReadOnlyList<string> reasons) => new("degraded", reasons);

    /// <summary>The process cannot work, for these reasons: 503.</summary>
    public static HealthReport Unavailable(params IReadOnlyList<string> reasons) => new(UnavailableStatus, reasons);

    internal bool IsAvailable => !Status.Equals(UnavailableStatus, StringComparison.Ordinal);
}
