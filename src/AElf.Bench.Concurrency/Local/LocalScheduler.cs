using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Local;

/// <summary>The state of grants that the local host keeps between rounds.</summary>
internal sealed class LocalScheduler
{
    public LocalScheduler(LocalOptions options, ProtocolGuards guards)
    {
        Grants = new GrantScheduler(
            new SchedulerOptions
            {
                Actors = options.Actors,
                Seed = options.Seed,
                RetryTimeout = options.Store.ReconnectDeadline,
                MaxIdleObservations = options.MaxIdleObservations,
            },
            lastEpoch: 0,
            guards);
        Worker = Grants.AddWorker(
            0, "this process", options.Actors.Actors, options.CapacityOf(options.Actors.Actors));
    }

    public GrantScheduler Grants { get; }
    public SchedulerWorker Worker { get; }

    /// <summary>
    /// Attempts under grants that were ended because they made no progress. An actor that was held up may still report
    /// them as done, even in a later round.
    /// </summary>
    public HashSet<(long Round, Attempt Attempt)> Ended { get; } = [];
}
