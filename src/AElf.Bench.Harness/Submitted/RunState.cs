using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Harness.Submitted;

/// <summary>
/// Where a run is that was submitted to a manager. It travels as JSON under a name, which is that of a server-sent
/// event.
/// </summary>
public abstract record RunState
{
    /// <summary>Most bytes of a report that is sent.</summary>
    public const int MaxReportBytes = 64 << 20;

    private RunState()
    {
    }

    /// <summary>Whether nothing follows it.</summary>
    [JsonIgnore]
    public bool IsOver => this is Ended or Refused;

    /// <summary>Its name: <c>progress</c>, <c>waiting</c>, <c>ended</c> or <c>refused</c>.</summary>
    [JsonIgnore]
    public string Name => this switch
    {
        UnderWay => "progress",
        Waiting => "waiting",
        Ended => "ended",
        _ => "refused",
    };

    /// <summary>A state that was sent.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static RunState Read(string name, ReadOnlyMemory<byte> json)
    {
        try
        {
            return name switch
            {
                "progress" => new UnderWay(JsonSerializer.Deserialize(
                    json.Span, SubmissionJson.Plain.ProgressSnapshot)),
                "waiting" => JsonSerializer.Deserialize(json.Span, SubmissionJson.Plain.Waiting) is { } waiting
                    ? new Waiting(Line(waiting.Reason))
                    : throw new FormatException("a run waits for null"),
                "ended" => new Ended(json),
                "refused" => JsonSerializer.Deserialize(json.Span, SubmissionJson.Plain.Refused) is { } refused
                    ? refused with { Problems = [.. refused.Problems.Select(Line)] }
                    : throw new FormatException("the refusal of a run is null"),
                _ => throw new FormatException($"{Quoted.Text(name)} is no state of a run"),
            };
        }
        catch (JsonException exception)
        {
            throw new FormatException($"what came is no state of a run: {exception.Message}", exception);
        }
    }

    /// <summary>Its JSON, UTF-8.</summary>
    public ReadOnlyMemory<byte> ToJson() => this switch
    {
        UnderWay(var progress) => JsonSerializer.SerializeToUtf8Bytes(
            progress, SubmissionJson.Plain.ProgressSnapshot),
        Waiting waiting => JsonSerializer.SerializeToUtf8Bytes(waiting, SubmissionJson.Plain.Waiting),
        Ended(var report) => report,
        Refused refused => JsonSerializer.SerializeToUtf8Bytes(refused, SubmissionJson.Plain.Refused),
        _ => throw new InvalidOperationException($"{GetType()} is no state of a run"),
    };

    // Words of another process: no commands for a terminal.
    private static string Line(string text) =>
        string.Concat(text.Select(letter => char.IsControl(letter) ? '\uFFFD' : letter));

    /// <summary>It is made.</summary>
    /// <param name="Progress">How far it is.</param>
    public sealed record UnderWay(ProgressSnapshot Progress) : RunState;

    /// <summary>It cannot begin or go on yet.</summary>
    /// <param name="Reason">What it waits for, in words.</param>
    public sealed record Waiting(string Reason) : RunState;

    /// <summary>It has ended.</summary>
    /// <param name="Report">Its report as JSON, UTF-8.</param>
    public sealed record Ended(ReadOnlyMemory<byte> Report) : RunState;

    /// <summary>It is not made, or has no report.</summary>
    /// <param name="ExitCode">What a benchmark ends with.</param>
    /// <param name="Problems">Each with what was given and what would be right.</param>
    [method: JsonConstructor]
    public sealed record Refused(ExitCode ExitCode, IReadOnlyList<string> Problems) : RunState
    {
        /// <summary>A refusal for one reason.</summary>
        public Refused(ExitCode code, string problem)
            : this(code, [problem])
        {
        }
    }
}
