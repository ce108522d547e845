using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.TestKit.Counters;

/// <summary>A number of counters, each incremented a fixed number of times in every round.</summary>
/// <param name="Counters">The units of a round.</param>
/// <param name="Increments">The weight of a unit: increments of each counter.</param>
public sealed record CounterLoad(int Counters, int Increments) : ILoad
{
    public IWorkload Open(RunId run, ActorOptions actors, IStore? store) =>
        new CounterWorkload(this, run.ToString(), actors.MaxJobs, store ?? new MemoryStore());
}

/// <summary>
/// The workload of counters for programs: the smallest workload, to test what all workloads have in common.
/// </summary>
public sealed class CounterWorkloadType : IWorkloadType
{
    public const string WorkloadName = "counters";

    private static readonly SettingGroup Rows =
        new("Workload", Topic.Workload, Programs.Runs) { Submission = Submission.Always };

    private static readonly Setting<int> Counters = Row("Counters", 100, "counters to increment", "--counters N");
    private static readonly Setting<int> Increments =
        Row("Increments", 10, "increments of each counter in a round", "--increments N");

    public string Name => WorkloadName;

    public string Subject => "increments of counters";

    public string NounFor(ResolvedSettings settings) => "increment";

    public string Example => "--counters 200 --increments 50";

    public IReadOnlyList<Setting> Table => Rows.All;

    public Setting<string?>? LoadFile => null;

    public bool TakesRate => false;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => [];

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        [new Dictionary<Setting, object>()];

    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null) =>
        new CounterLoad(settings.Get(Counters), settings.Get(Increments));

    public void Export(ResolvedSettings settings, WorkCounter? work = null)
    {
        // The settings contain the whole load.
    }

    public IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock) =>
        new CounterPumps(store, run.ToString(), clock);

    private static Setting<int> Row(string key, int value, string purpose, string syntax) =>
        new(Rows, key, new WholeNumberRule(1, 1_000_000), value, purpose, syntax);
}
