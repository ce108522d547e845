using AElf.Bench.Core.Options;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;

namespace AElf.Benchmark.CommandLine;

/// <summary>What the program is asked to do.</summary>
internal enum BenchmarkKind
{
    /// <summary>Measure groups of even size.</summary>
    EvenGroup,

    /// <summary>Prepare the accounts only, for a later run with <c>--prepared</c>.</summary>
    GenAccount,
}

/// <summary>Everything a run needs to know, checked.</summary>
internal sealed record BenchmarkOptions : ProgramOptions
{
    /// <summary>What to do.</summary>
    public required BenchmarkKind Kind { get; init; }

    /// <summary>Which transfers are offered.</summary>
    public required WorkloadOptions Workload { get; init; }

    /// <summary>How many actors work and how.</summary>
    public required ActorOptions Actors { get; init; }

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

    /// <summary>Workers the manager waits for before the first grant; null leaves it to the manager.</summary>
    public int? Workers { get; init; }

    /// <summary>Whether each routing strategy is run and compared, instead of <see cref="ActorOptions.Routing"/>.</summary>
    public bool RoutingComparison { get; init; }

    /// <summary>Skews of the generated blocks: a run for each.</summary>
    public IReadOnlyList<double> Skews { get; init; } = [0];

    /// <summary>What a manager is told of the run, names and texts of settings.</summary>
    public IReadOnlyDictionary<string, string> RunSettings { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
