using AElf.Bench.Harness.Reports;

namespace AElf.Benchmark.Verbs.Reproduce;

/// <summary>A run to be made again, checked.</summary>
/// <param name="Before">The report of the run.</param>
/// <param name="Words">The command line that makes it again, but for the scenario's file.</param>
/// <param name="Scenario">The text of the scenario's file; null for a run without one.</param>
/// <param name="Differences">What cannot be set as it was, for the user to know.</param>
/// <param name="Threshold">The slow-down from which on it fails, as a share; null for none.</param>
/// <param name="JsonOutput">Where the new report goes; null keeps none.</param>
internal sealed record ReproduceRequest(
    RunReport Before,
    IReadOnlyList<string> Words,
    string? Scenario,
    IReadOnlyList<string> Differences,
    double? Threshold,
    string? JsonOutput)
{
    /// <summary>The first word of a call for its workload; null when nothing is to be said.</summary>
    public string? Word { get; init; }
}
