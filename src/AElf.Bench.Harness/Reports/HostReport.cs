using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.Reports;

/// <summary>A host on which a scenario started processes over ssh.</summary>
/// <param name="Name">What the file of hosts calls it.</param>
/// <param name="Machine">Its hardware and software.</param>
/// <param name="ClockAheadMs">How much its clock was ahead of that of the launcher, by the shortest round trip.</param>
/// <param name="RoundTripMs">That round trip through ssh: half of it is what the clock's offset may be off by.</param>
/// <param name="Processes">What was started on it, in that order.</param>
public sealed record HostReport(
    string Name,
    EnvironmentReport Machine,
    double ClockAheadMs,
    double RoundTripMs,
    IReadOnlyList<HostedProcessReport> Processes);

/// <summary>A process on such a host.</summary>
/// <param name="Name">Its name, which is also that of its log.</param>
/// <param name="Cores">The cores it was pinned to; null for all.</param>
/// <param name="Ended">How it ended before it was to; null when it did not.</param>
public sealed record HostedProcessReport(
    string Name,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Cores = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Ended = null);
