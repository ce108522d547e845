using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>One run to be made: who executes it, how it is measured.</summary>
public sealed record RunRequest
{
    /// <summary>The run's id, the prefix of its keys.</summary>
    public required string RunId { get; init; }

    /// <summary>The machine, for the report.</summary>
    public required EnvironmentReport Environment { get; init; }

    /// <summary>When preparing began, a timestamp of the system's <see cref="TimeProvider"/>.</summary>
    public required long PreparingSince { get; init; }

    /// <summary>How actors work.</summary>
    public required ActorOptions Actors { get; init; }

    /// <summary>How the run is measured.</summary>
    public required MeasureOptions Measure { get; init; }

    /// <summary>Where the actors are.</summary>
    public RunTopology Topology { get; init; } = new("single", 1, 1, 0);

    /// <summary>
    /// What the rounds weigh that a process which has ended began under this run id: the run resumes after them. Null
    /// for a new run.
    /// </summary>
    public IReadOnlyList<long>? RoundsBegun { get; init; }

    /// <summary>The versions under which processes that have ended seeded this run, in that order.</summary>
    public IReadOnlyList<int> SeedVersions { get; init; } = [];

    /// <summary>
    /// Gives a version that no key has, once it is noted where a process that resumes the run finds it.
    /// </summary>
    public Func<int> TakeSeedVersion { get; init; } = () => 0;

    /// <summary>
    /// Given the report of a run that is over before its keys are removed, so that it outlives whoever removes them;
    /// null for nobody.
    /// </summary>
    public Action<RunReport>? Concluded { get; init; }

    /// <summary>Whether the workload is seeded already, prepared under this run id.</summary>
    public bool Prepared { get; init; }

    /// <summary>
    /// The store as the options name it: which addresses of this machine are the run's own, what
    /// <c>redis-benchmark</c> asks, and how long the clean-up tries to reach one that is away.
    /// </summary>
    public required StoreOptions Store { get; init; }

    /// <summary>
    /// The store behind the workload, to measure what it does alone; null when the workload has one of its own.
    /// </summary>
    public IStore? BareStore { get; init; }

    /// <summary>
    /// A shard behind the proxies of <see cref="BareStore"/>, without them, to measure what they cost beside
    /// <see cref="Controls"/>; null when there is none, or none is known.
    /// </summary>
    public IStore? BareShard { get; init; }

    /// <summary>
    /// Measures what the harness does by itself of rounds of so many blocks; null when it is not asked for.
    /// </summary>
    public Func<int, CancellationToken, ControlRates>? Controls { get; init; }

    /// <summary>What rounds use; null for what this process and those at the store's addresses do.</summary>
    internal IResourceMeter? Resources { get; init; }

    /// <summary>
    /// What is said of the store given the key to write, in place of <c>redis-benchmark</c>; null asks that.
    /// </summary>
    internal Func<string, ProbeRates?>? RedisBenchmark { get; init; }

    /// <summary>The effective options, for the report.</summary>
    public IReadOnlyDictionary<string, UsedSetting> EffectiveOptions { get; init; } =
        new Dictionary<string, UsedSetting>(StringComparer.Ordinal);
}

/// <summary>Where the actors of a run are.</summary>
/// <param name="Scenario"><c>single</c>, <c>cluster</c> or <c>distributed</c>.</param>
/// <param name="Servers">Hosts that run actors.</param>
/// <param name="Processes">Processes with actors on each of them.</param>
/// <param name="Actors">Actors in each process; 0 when all are in this one.</param>
public sealed record RunTopology(string Scenario, int Servers, int Processes, int Actors);
