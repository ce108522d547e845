using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>The input of the rules: a run, and values that are derived from its raw data only for the rules.</summary>
/// <param name="Report">The report without its verdict.</param>
/// <param name="Raw">The raw data of the report.</param>
internal sealed record RunEvidence(RunReport Report, RawRun Raw)
{
    /// <summary>Whether other programs used too much CPU for a figure.</summary>
    public bool IsDisturbed { get; init; }

    /// <summary>TPS ÷ rate of the store alone with the same keys; null if unknown.</summary>
    public double? ShareOfBareStore { get; init; }

    /// <summary>Share, 0 to 1, of the usable processors that compiling took in the median round.</summary>
    public double CompilingShare { get; init; }

    /// <summary>The guards of the figure; empty without a figure.</summary>
    public IReadOnlyList<Guard> Guards { get; init; } = [];

    /// <summary>Upper bound of operations that silent workers may have queued.</summary>
    public OperationCounts Unreported { get; init; }
}
