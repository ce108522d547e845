using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>What the program is asked to do.</summary>
internal enum BenchmarkKind
{
    /// <summary>Measure groups of even size.</summary>
    EvenGroup,

    /// <summary>Prepare the accounts only, for a later run with <c>--prepared</c>.</summary>
    GenAccount,
}

/// <summary>The cluster a run is handed to.</summary>
/// <param name="Manager">The manager's address.</param>
/// <param name="Workers">Members it must have.</param>
/// <param name="Secret">What it wants to be shown; null leaves that to the environment.</param>
internal sealed record ClusterTarget(Endpoint Manager, int Workers, Secret? Secret);

/// <summary>Everything a run needs to know, checked.</summary>
internal sealed record BenchmarkOptions
{
    /// <summary>What to do.</summary>
    public required BenchmarkKind Kind { get; init; }

    /// <summary>Which transfers are offered.</summary>
    public required WorkloadOptions Workload { get; init; }

    /// <summary>Where the accounts are kept.</summary>
    public required StoreOptions Store { get; init; }

    /// <summary>How many actors work and how.</summary>
    public required ActorOptions Actors { get; init; }

    /// <summary>What the hosts of actors are told about each other.</summary>
    public required ActorSystemOptions Hosts { get; init; }

    /// <summary>How the run is measured.</summary>
    public required MeasureOptions Measure { get; init; }

    /// <summary>The run's id, eight lower-case hexadecimal digits; null leaves it to be drawn.</summary>
    public string? RunId { get; init; }

    /// <summary>The run id genAccount prepared accounts under; null seeds fresh ones.</summary>
    public string? PreparedRunId { get; init; }

    /// <summary>Where the JSON report goes; null writes none.</summary>
    public string? JsonOutput { get; init; }

    /// <summary>Where the Markdown report goes; null writes none.</summary>
    public string? MarkdownOutput { get; init; }

    /// <summary>The cluster the run is handed to; null runs it in this process.</summary>
    public ClusterTarget? Cluster { get; init; }

    /// <summary>Whether progress is left out.</summary>
    public bool Quiet { get; init; }

    /// <summary>The folder the files were looked for in.</summary>
    public required string ConfigurationFolder { get; init; }

    /// <summary>Every setting with its source, for the reports.</summary>
    public required EffectiveOptions Effective { get; init; }

    /// <summary>What the user should know; nothing here stops the run.</summary>
    public IReadOnlyList<ValidationError> Warnings { get; init; } = [];
}
