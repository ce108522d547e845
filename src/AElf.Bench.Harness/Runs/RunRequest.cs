using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>A run to make: its actors, store and measurement.</summary>
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
    /// Weights of the rounds that an ended process began under this run id: the run resumes after them. Null for a new
    /// run.
    /// </summary>
    public IReadOnlyList<long>? RoundsBegun { get; init; }

    /// <summary>
    /// The measurements of the first rounds of <see cref="RoundsBegun"/>, in order, as passed to
    /// <see cref="Measured"/>. These rounds are not measured again.
    /// </summary>
    public IReadOnlyList<MeasuredRound> RoundsMeasured { get; init; } = [];

    /// <summary>Receives the measurements of each round, between two rounds; null without a receiver.</summary>
    public Action<MeasuredRound>? Measured { get; init; }

    /// <summary>The faults of the run under ended processes.</summary>
    public IReadOnlyList<Fault> FaultsBefore { get; init; } = [];

    /// <summary>The versions under which ended processes seeded this run, in order.</summary>
    public IReadOnlyList<int> SeedVersions { get; init; } = [];

    /// <summary>Returns an unused version, after it was stored for a process that resumes the run.</summary>
    public Func<int> TakeSeedVersion { get; init; } = () => 0;

    /// <summary>
    /// Receives the report of a finished run before its keys are removed. So the report survives the process that
    /// removes them. Null without a receiver.
    /// </summary>
    public Action<RunReport>? Concluded { get; init; }

    /// <summary>Receives warnings before the run begins; null without a receiver.</summary>
    public Action<Problem>? Noted { get; init; }

    /// <summary>Whether the workload was already seeded, as prepared accounts with this run id.</summary>
    public bool Prepared { get; init; }

    /// <summary>
    /// The store's options: the addresses on this machine that belong to the run, the address for
    /// <c>redis-benchmark</c>, and the time that the clean-up waits for an unreachable store.
    /// </summary>
    public required StoreOptions Store { get; init; }

    /// <summary>
    /// The store behind the workload, for measuring it alone; null if the workload has its own store.
    /// </summary>
    public IStore? BareStore { get; init; }

    /// <summary>
    /// A shard behind the proxies of <see cref="BareStore"/>. It is measured directly, to show the cost of the proxies
    /// beside <see cref="Controls"/>. Null without proxies or a known shard.
    /// </summary>
    public IStore? BareShard { get; init; }

    /// <summary>
    /// Measures the harness alone in rounds of the given number of blocks; null with <c>--controls off</c>.
    /// </summary>
    public Func<int, CancellationToken, ControlRates>? Controls { get; init; }

    /// <summary>Meter of the rounds; null measures this process and the processes at the store's addresses.</summary>
    internal IResourceMeter? Resources { get; init; }

    /// <summary>
    /// Measures the store with the given key in place of <c>redis-benchmark</c>; null runs that program.
    /// </summary>
    internal Func<string, ProbeRates?>? RedisBenchmark { get; init; }

    public IReadOnlyDictionary<string, UsedSetting> EffectiveOptions { get; init; } =
        new Dictionary<string, UsedSetting>(StringComparer.Ordinal);
}

/// <summary>The place of a run's actors.</summary>
/// <param name="Scenario"><c>single</c>, <c>cluster</c> or <c>distributed</c>.</param>
/// <param name="Servers">Hosts that run actors.</param>
/// <param name="Processes">Processes with actors on each host.</param>
/// <param name="Actors">Actors in each process; 0 if all are in this process.</param>
public sealed record RunTopology(string Scenario, int Servers, int Processes, int Actors);
