using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>A message, sent as a line, between a scenario's program and the agent that it started on a host.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "is")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(Beat), "beat")]
[JsonDerivedType(typeof(Write), "write")]
[JsonDerivedType(typeof(Start), "start")]
[JsonDerivedType(typeof(End), "end")]
[JsonDerivedType(typeof(Started), "started")]
[JsonDerivedType(typeof(Refused), "refused")]
[JsonDerivedType(typeof(Output), "output")]
[JsonDerivedType(typeof(Ended), "ended")]
internal abstract record HostMessage
{
    private static readonly byte[] NewLine = "\n"u8.ToArray();

    /// <summary>Null if the line is not a message.</summary>
    public static HostMessage? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, HostJson.Default.HostMessage);
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException)
        {
            return null;
        }
    }

    public byte[] ToLine() => [.. JsonSerializer.SerializeToUtf8Bytes(this, HostJson.Default.HostMessage), .. NewLine];

    /// <summary>The agent's first message.</summary>
    /// <param name="Program">Path of dotnet on the host, or of the one file that contains all programs.</param>
    /// <param name="Folder">Folder of the programs.</param>
    /// <param name="Scratch">Folder that is removed when the agent ends.</param>
    /// <param name="Peer">Client address of the connection; null if ssh does not report it.</param>
    /// <param name="Own">Server address of the connection; null if ssh does not report it.</param>
    /// <param name="Machine">Hardware and software of the host.</param>
    public sealed record Hello(
        string Program, string Folder, string Scratch, string? Peer, string? Own, EnvironmentReport Machine)
        : HostMessage;

    /// <summary>A heartbeat. The answer is the same message with the clock of the host.</summary>
    /// <param name="Sent">The sender's clock.</param>
    /// <param name="At">The same moment as a timestamp of the sender.</param>
    /// <param name="UtcTicks">The clock of the host.</param>
    public sealed record Beat(DateTimeOffset Sent, long At, long? UtcTicks = null) : HostMessage;

    /// <summary>Asks to write a text file, and to create its folder if it is missing.</summary>
    public sealed record Write(string Path, string Text) : HostMessage;

    /// <summary>Asks to start a process, pinned to the cores unless they are null.</summary>
    public sealed record Start(
        int Process,
        string Program,
        IReadOnlyList<string> Arguments,
        IReadOnlyDictionary<string, string?> Environment,
        string? Cores) : HostMessage;

    /// <summary>Asks to end a process by SIGTERM and, after the grace, by SIGKILL.</summary>
    public sealed record End(int Process, double GraceSeconds) : HostMessage;

    /// <summary>Reports the id of a started process.</summary>
    public sealed record Started(int Process, int Id) : HostMessage;

    /// <summary>Reports that a request failed: the start of a process, or without a process another request.</summary>
    public sealed record Refused(int? Process, string Reason) : HostMessage;

    /// <summary>Forwards output of a process.</summary>
    public sealed record Output(int Process, string Text) : HostMessage;

    /// <summary>Reports the exit code of a process that has ended.</summary>
    public sealed record Ended(int Process, int Code) : HostMessage;
}

/// <summary>The JSON shape of the messages, generated at build time.</summary>
[JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(HostMessage))]
internal sealed partial class HostJson : JsonSerializerContext;
