using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>
/// A workload whose actors can be slowed down by a known share: what a gate has to find, without a second build.
/// </summary>
/// <param name="workload">The workload as it is.</param>
public sealed class SlowedWorkloadType(IWorkloadType workload) : IWorkloadType
{
    private static readonly Setting<decimal> SlowDown = new(
        new("Workload", Topic.Workload, Programs.Runs),
        "SlowDown",
        new DecimalNumberRule(0, 90, "a number of percent from 0 to 90"),
        0,
        "how much lower the TPS gets: actors spin for a share of their processor time",
        "--slow-down PERCENT");

    public string Name => workload.Name;

    public string Subject => workload.Subject;

    public string NounFor(ResolvedSettings settings) => workload.NounFor(settings);

    public string Example => workload.Example;

    public IReadOnlyList<Setting> Table => [.. workload.Table, SlowDown];

    public object NewArguments() => new SlowedArguments();

    public Setting<string?>? LoadFile => workload.LoadFile;

    public IEnumerable<ValidationError> Check(ResolvedSettings settings) => workload.Check(settings);

    public IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings) =>
        workload.Variants(settings);

    public ILoad Load(ResolvedSettings settings, WorkCounter? work = null)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var percent = (double)settings.Get(SlowDown);
        var load = workload.Load(settings, work);
        return percent == 0 ? load : new SlowedLoad(load, percent / (100 - percent));
    }

    public void Export(ResolvedSettings settings, WorkCounter? work = null) => workload.Export(settings, work);

    public IPumpFactory OpenPumps(IStore store, RunId run, ReadOnlySpan<byte> settings, TimeProvider clock) =>
        workload.OpenPumps(store, run, settings, clock);
}

/// <summary>A load whose pumps spin.</summary>
internal sealed class SlowedLoad(ILoad load, double share) : ILoad
{
    public ReadOnlyMemory<byte> PumpSettings => load.PumpSettings;

    public IWorkload Open(RunId run, ActorOptions actors, IStore? store) =>
        new SlowedWorkload(load.Open(run, actors, store), share);
}

/// <summary>Pumps that spin.</summary>
internal sealed class SlowedPumps(IPumpFactory pumps, double share) : IPumpFactory
{
    public ExchangeCost Cost => pumps.Cost;

    public IPump Open(int lanes, LatencyHistogram latency) => new SlowedPump(pumps.Open(lanes, latency), share);

    public void Dispose() => pumps.Dispose();
}
