using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;

namespace AElf.Bench.Harness.Submitted;

/// <summary>The state of a submitted run. It is sent as JSON in a server-sent event with its name.</summary>
public abstract record RunState
{
    /// <summary>Maximum bytes of a report for sending.</summary>
    public const int MaxReportBytes = 64 << 20;

    private RunState()
    {
    }

    /// <summary>Whether no other state follows.</summary>
    [JsonIgnore]
    public bool IsOver => this is Ended or Refused;

    /// <summary>Name of the event: <c>progress</c>, <c>waiting</c>, <c>ended</c> or <c>refused</c>.</summary>
    [JsonIgnore]
    public string Name => this switch
    {
        UnderWay => "progress",
        Waiting => "waiting",
        Ended => "ended",
        _ => "refused",
    };

    /// <exception cref="FormatException">The name or the JSON is not a state.</exception>
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
                    : throw new FormatException("the state 'waiting' is null"),
                "ended" => new Ended(json),
                "refused" => JsonSerializer.Deserialize(json.Span, SubmissionJson.Plain.Refused) is { } refused
                    ? refused with { Problems = [.. refused.Problems.Select(Lines)] }
                    : throw new FormatException("the state 'refused' is null"),
                _ => throw new FormatException($"{Quoted.Text(name)} is not a state of a run"),
            };
        }
        catch (JsonException exception)
        {
            throw new FormatException($"the answer is not a state of a run: {JsonFault.Of(exception)}", exception);
        }
    }

    /// <summary>The state as JSON in UTF-8.</summary>
    public ReadOnlyMemory<byte> ToJson() => this switch
    {
        UnderWay(var progress) => JsonSerializer.SerializeToUtf8Bytes(
            progress, SubmissionJson.Plain.ProgressSnapshot),
        Waiting waiting => JsonSerializer.SerializeToUtf8Bytes(waiting, SubmissionJson.Plain.Waiting),
        Ended(var report) => report,
        Refused refused => JsonSerializer.SerializeToUtf8Bytes(refused, SubmissionJson.Plain.Refused),
        _ => throw new InvalidOperationException($"{GetType()} is not a state of a run"),
    };

    // Another process wrote the text: it must not control a terminal.
    private static string Line(string text) =>
        string.Concat(text.Select(letter => char.IsControl(letter) ? '\uFFFD' : letter));

    // The last line of a problem may be a call for a shell.
    private static string Lines(string text) => string.Join('\n', text.Split('\n').Select(Line));

    /// <summary>The run is active.</summary>
    /// <param name="Progress">Progress of the run.</param>
    public sealed record UnderWay(ProgressSnapshot Progress) : RunState;

    /// <summary>The run cannot begin or continue yet.</summary>
    /// <param name="Reason">The reason for waiting, in words.</param>
    public sealed record Waiting(string Reason) : RunState
    {
        /// <summary>The end of a wait that begins now, in words.</summary>
        public static string Until(TimeSpan wait, TimeProvider clock) => string.Create(
            CultureInfo.InvariantCulture,
            // Manager and benchmark may have different time zones.
            $"until {clock.GetUtcNow() + wait:HH:mm:ss} UTC ({wait.TotalSeconds:0} s)");
    }

    /// <summary>The run has ended.</summary>
    /// <param name="Report">The report as JSON in UTF-8.</param>
    public sealed record Ended(ReadOnlyMemory<byte> Report) : RunState;

    /// <summary>The run was refused, or has no report.</summary>
    /// <param name="ExitCode">Exit code of the benchmark.</param>
    /// <param name="Problems">Each contains the given and the right value.</param>
    [method: JsonConstructor]
    public sealed record Refused(ExitCode ExitCode, IReadOnlyList<string> Problems) : RunState
    {
        public Refused(ExitCode code, string problem)
            : this(code, [problem])
        {
        }
    }
}
