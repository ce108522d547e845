using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Measures between the rounds what the bare store does. One that goes away meanwhile costs the ceiling, and not the
/// run.
/// </summary>
internal sealed class BaselineProbe(RunRequest request, RunPhases phases, RunMeasurements measurements) : IDisposable
{
    /// <summary>The kind of fault that no operation of a round can owe anything to.</summary>
    public const string Fault = "ceiling";

    private const int ShardSamples = 5;

    private readonly List<BaselineRates> redisBenchmark = [];
    private BaselineOptions? options;
    private BaselineStore? store;
    private RawBareShard? shard;
    private bool isFilled;
    private bool isLost;

    /// <summary>The stores that keys of it may be in, those of a process before this one included.</summary>
    public IEnumerable<IStore> KeysIn => isFilled || (CanMeasure && request.RoundsBegun is not null)
        ? new[] { request.BareStore, Shard }.OfType<IStore>()
        : [];

    private IStore? Shard => request.Controls is null ? null : request.BareShard;

    private bool CanMeasure => request.BareStore is { Description.OverSocket: true } && request.Measure.Ceiling;

    /// <summary>Connects and fills the store; nothing when the bare store is not measured.</summary>
    public void Open(IWorkload workload)
    {
        if (!CanMeasure || measurements.HasFailed)
        {
            return;
        }

        // As deep as the run itself gets: a round of few jobs keeps few lanes busy, and two operations of each are in
        // flight.
        var jobs = workload.OpenRound(Offer.Once(0)).Jobs.Count;
        isFilled = true;
        options = new BaselineOptions
        {
            Connections = Math.Min(request.Actors.Actors, jobs),
            Depth = 2 * request.Actors.EvenShareOf(jobs),
            RunId = request.RunId,
            Keys = workload.Baseline.Keys,
            KeyLength = workload.Baseline.KeyLength,
            ValueLength = workload.Baseline.ValueLength,
        };
        Measure(0, () =>
        {
            store = new BaselineStore(request.BareStore!, options);
            store.Fill();
        });
    }

    /// <summary>Samples once, before a round.</summary>
    public void Sample(int round) => Try(round, () => store!.Sample());

    /// <summary>Asks <c>redis-benchmark</c>, where there is one.</summary>
    public void AskRedisBenchmark(int round) => Try(round, () =>
    {
        try
        {
            if (request.RedisBenchmark?.Invoke(store!.FirstKey) is { } rates)
            {
                redisBenchmark.Add(rates);
            }
        }
        catch (StoreException)
        {
            CarryOver(RedisBenchmark.InFlight);
        }
    });

    /// <summary>Measures a shard behind the proxies without them, the same keys and as deep.</summary>
    public void MeasureShard() => Try(0, () =>
    {
        if (Shard is not { } direct)
        {
            return;
        }

        using var bare = new BaselineStore(direct, options!);
        bare.Fill();
        for (var sample = 0; sample < ShardSamples; sample++)
        {
            bare.Sample();
        }

        shard = new RawBareShard(direct.Description.Endpoint!, bare.Samples);
    });

    /// <summary>Microseconds from a read to its answer with nothing else in flight; null when unknown.</summary>
    public double? RoundTripUs()
    {
        double? roundTrip = null;
        Try(0, () => roundTrip = store!.RoundTripUs());
        return roundTrip;
    }

    /// <summary>What was measured; null when nothing was, or not to the end.</summary>
    public RawCeiling? Result() => isLost || store is not { Samples: { Count: > 0 } samples }
        ? null
        : new RawCeiling(store.Depth, samples, redisBenchmark) { BareShard = shard };

    public void Dispose()
    {
        store?.Dispose();
        store = null;
    }

    /// <summary>What was in flight when a connection was lost may be served in the round that comes.</summary>
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
            phases.Run(RunPhase.Ceiling, measure);
        }
        catch (StoreException exception)
        {
            isLost = true;
            CarryOver(store?.Depth ?? 0);
            measurements.Add(
                new FaultReport(round, 0, Fault, $"the bare store could not be measured: {exception.Message}", 1));
        }
    }
}
