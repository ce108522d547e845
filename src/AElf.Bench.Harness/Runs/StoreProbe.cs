using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Measures the store alone between the rounds. If the store is lost meanwhile, the run loses its ceiling, but
/// continues.
/// </summary>
internal sealed class StoreProbe(RunRequest request, RunPhases phases, RunMeasurements measurements) : IDisposable
{
    /// <summary>Kind of a fault that cannot make an operation of a round uncertain.</summary>
    public const string Fault = "ceiling";

    private const int ShardSamples = 5;
    private const int DeepSamples = 3;

    // Deep enough that the store spends its time on operations, and small enough for the buffers on both sides.
    private const int DeepOperations = 512;

    private readonly List<ProbeRates> redisBenchmark = [];
    private ProbeShape shape;
    private int connections;
    private int depth;
    private ProbedStore? store;
    private RawBareShard? shard;
    private RawDeepBareStore? deep;
    private bool isFilled;
    private bool isLost;

    /// <summary>The stores that may contain keys of this probe, or of a probe of an earlier process.</summary>
    public IEnumerable<IStore> KeysIn => isFilled || (CanMeasure && request.RoundsBegun is not null)
        ? new[] { request.BareStore, Shard }.OfType<IStore>()
        : [];

    private IStore? Shard => request.Controls is null ? null : request.BareShard;

    private bool CanMeasure => request.BareStore is { Description.OverSocket: true } && request.Measure.BareStore;

    /// <summary>Connects and fills the store; does nothing with <c>--ceiling off</c>.</summary>
    public void Open(IWorkload workload)
    {
        if (!CanMeasure || measurements.HasFailed)
        {
            return;
        }

        // The depth is that of the run: a round of few jobs keeps few lanes busy, with two operations in flight each.
        shape = workload.Probe;
        var jobs = Math.Min(
            workload.OpenRound(Offer.Once(0)).Jobs.Count, request.Actors.Actors * (long)request.Actors.Lanes);
        connections = Math.Clamp(DispatchersFor((int)jobs, shape.Cost), 1, (int)Math.Max(1, jobs));
        depth = 2 * (int)((jobs + connections - 1) / connections);
        isFilled = true;
        Measure(0, () =>
        {
            store = Connect(request.BareStore!, connections, depth);
            store.Fill();
        });
    }

    public void Sample(int round) => Try(round, () => store!.Sample());

    /// <summary>Samples the store at its best depth, after the rounds.</summary>
    public void SampleDeep(int round) => Try(round, () =>
    {
        using var bare = Connect(request.BareStore!, connections: 1, DeepOperations);
        for (var sample = 0; sample < DeepSamples; sample++)
        {
            bare.Sample();
        }

        deep = new RawDeepBareStore(bare.Depth, bare.Samples);
    });

    /// <summary>Runs <c>redis-benchmark</c> if it is installed.</summary>
    public void AskRedisBenchmark(int round) => Try(round, () =>
    {
        try
        {
            var ask = request.RedisBenchmark ?? new RedisBenchmark(request.Store).TryRun;
            if (ask(store!.FirstKey) is { } rates)
            {
                redisBenchmark.Add(rates);
            }
        }
        catch (StoreException)
        {
            CarryOver(RedisBenchmark.InFlight);
        }
    });

    /// <summary>Measures a shard directly, without its proxies, with the same keys and depth.</summary>
    public void MeasureShard() => Try(0, () =>
    {
        if (Shard is not { } direct)
        {
            return;
        }

        using var bare = Connect(direct, connections, depth);
        bare.Fill();
        for (var sample = 0; sample < ShardSamples; sample++)
        {
            bare.Sample();
        }

        shard = new RawBareShard(direct.Description.Endpoint!, bare.Samples);
    });

    /// <summary>Microseconds from a read to its answer, with one operation in flight; null if unknown.</summary>
    public double? RoundTripUs()
    {
        double? roundTrip = null;
        Try(0, () => roundTrip = store!.RoundTripUs());
        return roundTrip;
    }

    /// <summary>The samples; null if none were taken, or if the store was lost.</summary>
    public RawBareStore? Result() => isLost || store is not { Samples: { Count: > 0 } samples }
        ? null
        : new RawBareStore(store.Depth, samples, redisBenchmark) { BareShard = shard, Deep = deep };

    public void Dispose()
    {
        store?.Dispose();
        store = null;
    }

    private ProbedStore Connect(IStore of, int connections, int depth) =>
        new(of, request.RunId, shape, connections, depth);

    /// <summary>Dispatchers of all processes together; each process has the same share of the jobs.</summary>
    private int DispatchersFor(int jobs, ExchangeCost cost)
    {
        var processes = request.Topology.Servers * request.Topology.Processes;
        var own = request.Actors with { Actors = Math.Max(1, request.Actors.Actors / processes) };
        return processes * DispatcherRule.CountFor(own, jobs / processes, cost, Environment.ProcessorCount);
    }

    /// <summary>Operations in flight on a lost connection may be served in the next round.</summary>
    private void CarryOver(long inFlight) =>
        measurements.CarryOver(new OperationCounts(inFlight, inFlight, 0, 0, inFlight, inFlight));

    private void Try(int round, Action measure)
    {
        if (store is not null && !isLost && !measurements.HasFailed)
        {
            Measure(round, measure);
        }
    }

    private void Measure(int round, Action measure)
    {
        try
        {
            phases.Run(RunPhase.BareStore, measure);
        }
        catch (StoreException exception)
        {
            isLost = true;
            CarryOver(store?.Depth ?? 0);
            measurements.Add(
                new FaultReport(round, 0, Fault, $"the store alone could not be measured: {exception.Message}", 1));
        }
    }
}
