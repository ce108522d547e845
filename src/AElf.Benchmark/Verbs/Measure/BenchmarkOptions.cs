using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Benchmark.Verbs.History;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Everything a run needs to know, checked.</summary>
internal sealed record BenchmarkOptions : ProgramOptions
{
    /// <summary>What is measured.</summary>
    public required IWorkloadType Workload { get; init; }

    /// <summary>The settings of the call.</summary>
    public required MergedSettings Settings { get; init; }

    /// <summary>The runs of the call, at least one, each made when it is reached.</summary>
    public required IEnumerable<RunPlan> Plans { get; init; }

    /// <summary>Where the manager answers that makes the runs; null makes them here.</summary>
    public Uri? Manager { get; init; }

    /// <summary>Whether what a later run with <c>--prepared</c> starts from is made, and nothing measured.</summary>
    public bool IsPreparing { get; init; }

    /// <summary>How many actors work and how.</summary>
    public required ActorOptions Actors { get; init; }

    /// <summary>How the run is measured.</summary>
    public required MeasureOptions Measure { get; init; }

    /// <summary>The run's id, eight lower-case hexadecimal digits; null leaves it to be drawn.</summary>
    public string? RunId { get; init; }

    /// <summary>The run id that was prepared under; null seeds anew.</summary>
    public string? PreparedRunId { get; init; }

    /// <summary>
    /// What the scenario started, for the report: names of its settings, and texts; empty without one.
    /// </summary>
    public IReadOnlyDictionary<string, string> Started { get; init; } =
        new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Whether every figure is printed, and not only a summary.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>Whether a disturbed run ends as one that was not.</summary>
    public bool AllowDisturbed { get; init; }

    /// <summary>What no run may have (<c>--fail-if</c>).</summary>
    public IReadOnlyList<string> FailIf { get; init; } = [];

    /// <summary>Where the JSON report goes; null writes none.</summary>
    public string? JsonOutput { get; init; }

    /// <summary>Where the Markdown report goes; null writes none.</summary>
    public string? MarkdownOutput { get; init; }

    /// <summary>Where the web page goes; null writes none.</summary>
    public string? HtmlOutput { get; init; }

    /// <summary>Where what the runs are judged by goes, as JUnit XML; null writes none.</summary>
    public string? JUnitOutput { get; init; }

    /// <summary>Where the raw points go; null writes none.</summary>
    public string? CsvOutput { get; init; }

    /// <summary>Where the latencies go; null writes none.</summary>
    public string? HistogramOutput { get; init; }

    /// <summary>Where what is kept of the runs goes.</summary>
    public HistoryOutputs History { get; init; } = new(null, null, null);
}
