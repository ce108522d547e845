using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.Reports;

/// <summary>A host on which a scenario started processes over ssh.</summary>
/// <param name="Name">Name in the file of hosts.</param>
/// <param name="Machine">Hardware and software of the host.</param>
/// <param name="ClockAheadMs">
/// Milliseconds by which the host's clock was ahead of the launcher's, measured by the shortest round trip.
/// </param>
/// <param name="RoundTripMs">
/// Duration of that round trip through ssh in milliseconds: the clock offset may be off by half of it.
/// </param>
/// <param name="Processes">Processes in the order of their start.</param>
public sealed record HostReport(
    string Name,
    EnvironmentReport Machine,
    double ClockAheadMs,
    double RoundTripMs,
    IReadOnlyList<HostedProcessReport> Processes);

/// <summary>A process that a scenario started on a host.</summary>
/// <param name="Name">Name of the process and of its log.</param>
/// <param name="Cores">Cores the process was pinned to; null for all.</param>
/// <param name="Ended">How the process ended too early; null if it did not.</param>
public sealed record HostedProcessReport(
    string Name,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Cores = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Ended = null);
