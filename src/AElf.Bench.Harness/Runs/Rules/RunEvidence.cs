using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>What rules judge: a run, and what was concluded from its raw data for the rules alone.</summary>
/// <param name="Report">The report without its verdict.</param>
/// <param name="Raw">The raw data that it follows from.</param>
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

    /// <summary>The most operations that silent workers may have queued.</summary>
    public OperationCounts Unreported { get; init; }
}
