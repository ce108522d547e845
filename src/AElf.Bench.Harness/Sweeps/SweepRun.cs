using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>A run of a sweep that has ended.</summary>
/// <param name="Point">Which point, from 0.</param>
/// <param name="Label">The point, for a reader.</param>
/// <param name="Seconds">How long the whole run took, its processes started and ended.</param>
/// <param name="Verdict">How it ended.</param>
/// <param name="Tps">Median of its rounds; null when it has none.</param>
/// <param name="P99Us">99th percentile of the latency, µs.</param>
/// <param name="CpuUs">CPU of the actors' side for each committed thing, µs.</param>
/// <param name="Report">The file of its report, in the sweep's folder.</param>
public sealed record SweepRun(
    int Point,
    string Label,
    double Seconds,
    Verdict Verdict,
    double? Tps,
    double? P99Us,
    double? CpuUs,
    string Report)
{
    /// <summary>
    /// Whether its figure counts: one of a run that met a fault is not that of the point; one that was disturbed is,
    /// and the point says so.
    /// </summary>
    [JsonIgnore]
    public bool Counts => Verdict is Verdict.Pass or Verdict.Disturbed && Tps is > 0;

    /// <summary>Median time to group the block of a round, ms; null of a run that another version kept.</summary>
    public double? GroupingMs { get; init; }

    /// <summary>Peak working set of the process that made the run, MiB; null as before.</summary>
    public double? MemoryMb { get; init; }

    /// <summary>The latency that a limit was set to, µs; null without a limit.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? LimitedUs { get; init; }

    /// <summary>Whether that limit was kept; null without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? KeptLimit { get; init; }

    /// <summary>Whether the rate of an open loop was reached; null in a closed one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? Reached { get; init; }

    /// <summary>Whether the run shows that its rate is below a limit.</summary>
    [JsonIgnore]
    public bool IsBelowLimit => Counts && Reached is true && KeptLimit is true;
}

/// <summary>What a sweep was begun with: only the same one may go on with its folder.</summary>
/// <param name="Command">The words that all its runs share.</param>
/// <param name="Points">Its points' labels.</param>
public sealed record SweepHeader(IReadOnlyList<string> Command, IReadOnlyList<string> Points);
