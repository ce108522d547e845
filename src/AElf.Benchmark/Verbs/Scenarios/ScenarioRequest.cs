using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>A scenario to run, checked.</summary>
internal sealed record ScenarioRequest : ProgramOptions
{
    /// <summary>The first word of a call for its workload; null when nothing is to be said.</summary>
    public string? Word { get; init; }

    /// <summary>What to start.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>The run's options once it is known where the store and the manager are.</summary>
    public required Func<ScenarioAddresses, ParseOutcome> CreateRun { get; init; }

    /// <summary>Where the processes' output is kept; null keeps none.</summary>
    public string? LogFolder { get; init; }
}
