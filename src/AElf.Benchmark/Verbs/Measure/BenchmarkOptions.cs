using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Benchmark.Profiles;
using AElf.Benchmark.Verbs.History;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Everything a run needs to know, checked.</summary>
internal sealed record BenchmarkOptions : ProgramOptions
{
    /// <summary>What is measured.</summary>
    public required IWorkloadType Workload { get; init; }

    /// <summary>The settings of the call.</summary>
    public required ResolvedSettings Settings { get; init; }

    /// <summary>The runs of the call, at least one, each made when it is reached.</summary>
    public required IEnumerable<RunPlan> Plans { get; init; }

    /// <summary>Where the manager answers that makes the runs; null makes them here.</summary>
    public Uri? Manager { get; init; }

    /// <summary>How many actors work and how.</summary>
    public required ActorOptions Actors { get; init; }

    /// <summary>How the run is measured.</summary>
    public required MeasureOptions Measure { get; init; }

    /// <summary>
    /// What the scenario started, for the report: its settings by their names; empty without one.
    /// </summary>
    public IReadOnlyDictionary<string, UsedSetting> Started { get; init; } =
        new Dictionary<string, UsedSetting>(StringComparer.Ordinal);

    /// <summary>The hosts on which the scenario started it, as they are when it is asked.</summary>
    public Func<IReadOnlyList<HostReport>> Machines { get; init; } = () => [];

    /// <summary>What a profile is of: the processes that the call started, or this one.</summary>
    public IReadOnlyList<ProfiledProcess> Profiled { get; init; } = [new("benchmark", Environment.ProcessId)];

    /// <summary>Where what is kept of the runs goes.</summary>
    public HistoryOutputs History { get; init; } = new(null, null, null);
}
