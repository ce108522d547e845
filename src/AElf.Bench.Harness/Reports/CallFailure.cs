using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The end of a call without a report. Its output files contain this failure, so that a build server does not show
/// files of an earlier call. The files of <c>--history</c> and <c>--save-baseline</c> stay unchanged.
/// </summary>
/// <param name="ExitCode">Exit code of the call, above 0.</param>
/// <param name="Problems">The printed errors of the call, at least one.</param>
/// <param name="EndedUtc">End of the call, ISO 8601 in UTC.</param>
public sealed record CallFailure(
    [property: JsonConverter(typeof(JsonNumberEnumConverter<ExitCode>))] ExitCode ExitCode,
    IReadOnlyList<string> Problems,
    string EndedUtc)
{
    private const string Shape = "aelf-bench/failure/1";

    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = Shape;

    /// <summary>The failure of a call that ends now.</summary>
    public static CallFailure Now(ExitCode code, params IReadOnlyList<string> problems) =>
        new(code, problems, NumberFormat.Utc(TimeProvider.System.GetUtcNow()));

    /// <summary>The call as a check of a build server.</summary>
    [JsonIgnore]
    public CheckSuite Suite => new(
        GateCheck.Suite,
        [new("call", $"exit code {ExitCode:D}: {string.Join("; ", Problems)}", CheckOutcome.Error)])
    {
        StartedUtc = EndedUtc,
    };

    /// <summary>Null for other bytes, such as a report.</summary>
    public static CallFailure? Read(byte[] json)
    {
        try
        {
            return JsonSerializer.Deserialize(json, ReportJson.Default.CallFailure) is { Schema: Shape } failure
                ? failure
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
