using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>A run to be made: its actors, store and measurement.</summary>
public sealed record RunRequest
{
    /// <summary>The run's id, the prefix of its keys.</summary>
    public required RunId RunId { get; init; }

    public required EnvironmentReport Environment { get; init; }

    /// <summary>Start of the preparation, a timestamp of the system's <see cref="TimeProvider"/>.</summary>
    public required long PreparingSince { get; init; }

    public required ActorOptions Actors { get; init; }
    public required MeasureOptions Measure { get; init; }
    public RunTopology Topology { get; init; } = new("single", 1, 1, 0);

    /// <summary>
    /// Weights of the rounds that a process which has ended began under this run id: the run resumes after them. Null
    /// for a new run.
    /// </summary>
    public IReadOnlyList<long>? RoundsBegun { get; init; }

    /// <summary>
    /// The measurements of the first of <see cref="RoundsBegun"/>, in order, as noted with <see cref="Measured"/>:
    /// these rounds are not measured again.
    /// </summary>
    public IReadOnlyList<MeasuredRound> RoundsMeasured { get; init; } = [];

    /// <summary>Receives what each round took, between two rounds; null without a receiver.</summary>
    public Action<MeasuredRound>? Measured { get; init; }

    /// <summary>The faults that the run met under processes that have ended.</summary>
    public IReadOnlyList<Fault> FaultsBefore { get; init; } = [];

    /// <summary>The versions under which processes that have ended seeded this run, in order.</summary>
    public IReadOnlyList<int> SeedVersions { get; init; } = [];

    /// <summary>
    /// Gives a version that no key has, once it is noted where a process that resumes the run finds it.
    /// </summary>
    public Func<int> TakeSeedVersion { get; init; } = () => 0;

    /// <summary>
    /// Receives the report of a finished run before its keys are removed, so that the report outlives the process that
    /// removes them; null without a receiver.
    /// </summary>
    public Action<RunReport>? Concluded { get; init; }

    /// <summary>Receives warnings before the run begins; null without a receiver.</summary>
    public Action<Problem>? Noted { get; init; }

    /// <summary>Whether the workload is already seeded, prepared under this run id.</summary>
    public bool Prepared { get; init; }

    /// <summary>
    /// The store's options: addresses of this machine that are the run's own, the address for <c>redis-benchmark</c>,
    /// and how long the clean-up tries to reach a store that is away.
    /// </summary>
    public required StoreOptions Store { get; init; }

    /// <summary>The store behind the workload, to be measured alone; null if the workload brings its store.</summary>
    public IStore? BareStore { get; init; }

    /// <summary>
    /// A shard behind the proxies of <see cref="BareStore"/>, reached without them to measure their cost beside
    /// <see cref="Controls"/>; null without proxies or a known shard.
    /// </summary>
    public IStore? BareShard { get; init; }

    /// <summary>
    /// Measures the harness alone in rounds of the given number of blocks; null with <c>--controls off</c>.
    /// </summary>
    public Func<int, CancellationToken, ControlRates>? Controls { get; init; }

    /// <summary>Meter of the rounds; null for one of this process and of those at the store's addresses.</summary>
    internal IResourceMeter? Resources { get; init; }

    /// <summary>
    /// Measures the store with the given key in place of <c>redis-benchmark</c>; null runs that program.
    /// </summary>
    internal Func<string, ProbeRates?>? RedisBenchmark { get; init; }

    public IReadOnlyDictionary<string, UsedSetting> EffectiveOptions { get; init; } =
        new Dictionary<string, UsedSetting>(StringComparer.Ordinal);
}

/// <summary>Where the actors of a run are.</summary>
/// <param name="Scenario"><c>single</c>, <c>cluster</c> or <c>distributed</c>.</param>
/// <param name="Servers">Hosts that run actors.</param>
/// <param name="Processes">Processes with actors on each host.</param>
/// <param name="Actors">Actors in each process; 0 when all are in this process.</param>
public sealed record RunTopology(string Scenario, int Servers, int Processes, int Actors);
