using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// Control arms: measure the rate of this process' actors over a load if the store costs nothing, or if the actors cost
/// nothing.
/// </summary>
public static class LocalControls
{
    /// <summary>
    /// Makes the measurement for a run. Its first argument is the number of blocks in the run's rounds.
    /// </summary>
    /// <param name="isInMemory">
    /// Whether the run's own store costs nothing, so that the run itself is one of the arms.
    /// </param>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static Func<int, CancellationToken, ControlRates> Of(ILoad load, LocalOptions options, bool isInMemory) =>
        (blocks, cancellation) => new ControlRates(
            isInMemory ? null : NullStore(load, options, blocks, cancellation),
            NullActor(load, options, blocks, cancellation));

    /// <summary>
    /// Makes a measurement of the load over a store in this process. All actors of the run are in this process, also
    /// for a run in a cluster.
    /// </summary>
    /// <inheritdoc cref="Of"/>
    public static Func<int, CancellationToken, ControlRates> OfStore(ILoad load, LocalOptions options) =>
        (blocks, cancellation) =>
            new ControlRates(NullStore(load, options, blocks, cancellation), NullActorPerSecond: null);

    private static double? NullStore(ILoad load, LocalOptions options, int blocks, CancellationToken cancellation)
    {
        using var workload = load.Open(default, options.Actors, store: null);
        workload.Seed(version: 0, cancellation);
        using var pumps = workload.OpenPumps(TimeProvider.System);
        using var host = new LocalHost(pumps, options);
        return ControlRate.Of(workload, host, blocks, cancellation);
    }

    private static double? NullActor(ILoad load, LocalOptions options, int blocks, CancellationToken cancellation)
    {
        using var workload = load.Open(default, options.Actors, store: null);
        using var pumps = new NullPumps();
        using var host = new LocalHost(pumps, options);
        return ControlRate.Of(workload, host, blocks, cancellation);
    }
}
