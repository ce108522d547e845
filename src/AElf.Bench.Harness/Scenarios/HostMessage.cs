using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Scenarios;

/// <summary>A line between the program that runs a scenario and the agent that it started on a host.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "is")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(Lease), "lease")]
[JsonDerivedType(typeof(Beat), "beat")]
[JsonDerivedType(typeof(MakeFolder), "folder")]
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

    /// <summary>The message of a line; null when it is none.</summary>
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

    /// <summary>The line.</summary>
    public byte[] ToLine() => [.. JsonSerializer.SerializeToUtf8Bytes(this, HostJson.Default.HostMessage), .. NewLine];

    /// <summary>The agent's first line.</summary>
    /// <param name="Program">What runs dlls there, or the one program that is all of them.</param>
    /// <param name="Folder">Where the programs are.</param>
    /// <param name="Ground">A folder that is removed when the agent ends.</param>
    /// <param name="Peer">The address that the connection came from; null when ssh does not say.</param>
    /// <param name="Own">The address that the connection was made to.</param>
    /// <param name="Machine">Its hardware and software.</param>
    public sealed record Hello(
        string Program, string Folder, string Ground, string? Peer, string? Own, EnvironmentReport Machine)
        : HostMessage;

    /// <summary>How long the agent keeps what it started without hearing anything.</summary>
    public sealed record Lease(double Seconds) : HostMessage;

    /// <summary>A sign of life, and what the clock says where it is answered.</summary>
    public sealed record Beat(long Number, long? UtcTicks = null) : HostMessage;

    /// <summary>Make a folder.</summary>
    public sealed record MakeFolder(string Path) : HostMessage;

    /// <summary>Write a text file.</summary>
    public sealed record Write(string Path, string Text) : HostMessage;

    /// <summary>Start a program.</summary>
    public sealed record Start(
        int Process,
        string Program,
        IReadOnlyList<string> Arguments,
        IReadOnlyDictionary<string, string?> Environment,
        string? Cores) : HostMessage;

    /// <summary>End a process, by SIGTERM and, after a while, by SIGKILL.</summary>
    public sealed record End(int Process, double GraceSeconds) : HostMessage;

    /// <summary>A process was started.</summary>
    public sealed record Started(int Process, int Id) : HostMessage;

    /// <summary>What was asked for cannot be done; of a process, or, without one, at all.</summary>
    public sealed record Refused(int? Process, string Reason) : HostMessage;

    /// <summary>What a process wrote.</summary>
    public sealed record Output(int Process, string Text) : HostMessage;

    /// <summary>A process has ended.</summary>
    public sealed record Ended(int Process, int Code) : HostMessage;
}

/// <summary>The JSON shape of the messages, generated at build time.</summary>
[JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(HostMessage))]
internal sealed partial class HostJson : JsonSerializerContext;
