using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Harness.Runs;

/// <summary>One run to be made: what is offered, to whom, how it is measured.</summary>
public sealed record RunRequest
{
    /// <summary>The block offered in every round.</summary>
    public required Block Block { get; init; }

    /// <summary>Exponent of the Zipf law that the block's groups follow, 0 for even groups; null when the block came from a file.</summary>
    public double? Skew { get; init; } = 0;

    /// <summary>The run's id, the prefix of its keys.</summary>
    public required string RunId { get; init; }

    /// <summary>How actors work.</summary>
    public required ActorOptions Actors { get; init; }

    /// <summary>How the run is measured.</summary>
    public required MeasureOptions Measure { get; init; }

    /// <summary>Where the actors are.</summary>
    public RunTopology Topology { get; init; } = new("single", 1, 1, 0);

    /// <summary>Blocks that a process which has ended began under this run id: the run goes on from them. Null for a new run.</summary>
    public int? BlocksBegun { get; init; }

    /// <summary>Told the report of a run that is proved before its keys are removed, so that it outlives whoever removes them; null for nobody.</summary>
    public Action<RunReport>? Audited { get; init; }

    /// <summary>Whether the accounts are in the store already, prepared under this run id.</summary>
    public bool Prepared { get; init; }

    /// <summary>What <c>redis-benchmark</c> says of the same store; null when it cannot be asked.</summary>
    public Func<BaselineRates?>? RedisBenchmark { get; init; }

    /// <summary>The effective options, for the report.</summary>
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>Where the actors of a run are.</summary>
/// <param name="Scenario"><c>single</c>, <c>cluster</c> or <c>distributed</c>.</param>
/// <param name="Servers">Hosts that run actors.</param>
/// <param name="Processes">Processes with actors on each of them.</param>
/// <param name="Actors">Actors in each process; 0 when all are in this one.</param>
public sealed record RunTopology(string Scenario, int Servers, int Processes, int Actors);
