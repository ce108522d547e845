using AElf.Bench.Harness.Configuration;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Benchmark.CommandLine;

/// <summary>A scenario to run, checked.</summary>
internal sealed record ScenarioRequest
{
    /// <summary>What to start.</summary>
    public required Scenario Scenario { get; init; }

    /// <summary>The run's options once it is known where the store and the manager are.</summary>
    public required Func<ScenarioAddresses, ParseOutcome> Over { get; init; }

    /// <summary>The folder with the configuration of the cluster's programs.</summary>
    public required string ConfigurationFolder { get; init; }

    /// <summary>Where the processes' output is kept; null keeps none.</summary>
    public string? LogFolder { get; init; }

    /// <summary>Whether it is left out what was started.</summary>
    public bool Quiet { get; init; }

    /// <summary>What the user should know; nothing here stops the run.</summary>
    public IReadOnlyList<ValidationError> Warnings { get; init; } = [];
}
