using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Benchmark.Verbs.Sweep;

/// <summary>A sweep to make, checked: each of its points is a command line that the program accepts.</summary>
internal sealed record SweepRequest
{
    /// <summary>The first word of a call for its workload; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>What it is about.</summary>
    public required string Title { get; init; }

    /// <summary>Where its published figures are from; null when it has none.</summary>
    public string? Source { get; init; }

    /// <summary>The words that all its runs share.</summary>
    public required IReadOnlyList<string> Shared { get; init; }

    /// <summary>Its points.</summary>
    public required IReadOnlyList<SweepPoint> Points { get; init; }

    /// <summary>The whole command line of each point's runs.</summary>
    public required IReadOnlyList<IReadOnlyList<string>> Commands { get; init; }

    /// <summary>When it has enough.</summary>
    public required SweepLimits Limits { get; init; }

    /// <summary>Whether the best points are searched for, instead of running all of them.</summary>
    public bool IsSearch { get; init; }

    /// <summary>What a latency is to stay below at the rate that is searched for; null for other searches.</summary>
    public LatencyLimit? Limit { get; init; }

    /// <summary>Whether only results and problems are shown.</summary>
    public bool Quiet { get; init; }

    /// <summary>Where its runs are kept; null for a new folder.</summary>
    public string? Folder { get; init; }
}
