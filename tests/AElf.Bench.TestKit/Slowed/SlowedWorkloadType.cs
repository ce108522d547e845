using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>
/// A workload whose actors are slower by a known share, or allocate more. The gate must detect this without a second
/// build.
/// </summary>
/// <param name="workload">The unchanged workload.</param>
public sealed class SlowedWorkloadType(IWorkloadType workload) : IWorkloadType
{
    private static readonly SettingGroup Rows = new("Workload", Topic.Workload, Programs.Runs);

    private static readonly Setting<decimal> SlowDown = new(
        Rows,
        "SlowDown",
        new DecimalNumberRule(0, 90, "a number of percent from 0 to 90"),
        0,
        "how much lower the TPS gets: actors spin for a share of their processor time",
        "--slow-down PERCENT");

    private static readonly Setting<int> Allocate = new(
        Rows,
        "Allocate",
        new WholeNumberRule(0, 1_000_000),
        0,
        "actors allocate an object of 24 bytes at every Nth transfer; 0 for none",
        "--allocate N");

    public string Name => workload.Name;

    public string Subject => workload.Subject;

    public string NounFor(ResolvedSettings settings) => workload.NounFor(settings);

    public string Example => workload.Example;

    public IReadOnlyList<Setting> Table => [.. workload.Table, SlowDown, Allocate];

    public Setting<string?>? LoadFile => workload.LoadFile;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => workload.Check(settings);

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        workload.Variants(settings);

    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var (percent, every) = ((double)settings.Get(SlowDown), settings.Get(Allocate));
        var load = workload.Load(settings, work);
        return percent == 0 && every == 0 ? load : new SlowedLoad(load, pump =>
        {
            var slowed = percent == 0 ? pump : new SlowedPump(pump, percent / (100 - percent));
            return every == 0 ? slowed : new AllocatingPump(slowed, every);
        });
    }

    public void Export(ResolvedSettings settings, WorkCounter? work = null) => workload.Export(settings, work);

    public IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock) =>
        workload.OpenPumps(store, run, settings, proof, clock);
}

/// <summary>A load with changed pumps.</summary>
internal sealed class SlowedLoad(ILoad load, Func<IPump, IPump> change) : ILoad
{
    public ReadOnlyMemory<byte> Proof => load.Proof;

    public IWorkload Open(RunId run, ActorOptions actors, IStore? store) =>
        new SlowedWorkload(load.Open(run, actors, store), change);
}

internal sealed class SlowedPumps(IPumpFactory pumps, Func<IPump, IPump> change) : IPumpFactory
{
    public ExchangeCost Cost => pumps.Cost;

    public IPump Open(int lanes, LatencyHistogram latency) => change(pumps.Open(lanes, latency));

    public void Dispose() => pumps.Dispose();
}
