using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Benchmark.Verbs.Scenarios;

/// <summary>The checked words of <c>scenario</c>.</summary>
internal sealed record ScenarioRequest(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
    : ProgramOptions(Reading, Warnings)
{
    /// <summary>First word of a call, which names the workload; null without one.</summary>
    public string? Word { get; init; }

    /// <summary>The typed words of the call, by which a later start makes it again.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Set in the process of a later start.</summary>
    public LaterStart? Later { get; init; }

    public required Scenario Scenario { get; init; }

    /// <summary>Makes the run's options once the addresses of store and manager are known.</summary>
    public required Func<ScenarioAddresses, ParseOutcome> CreateRun { get; init; }

    /// <summary>Folder for the processes' output; null keeps none.</summary>
    public string? LogFolder { get; init; }
}
