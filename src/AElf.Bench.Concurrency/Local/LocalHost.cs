using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>
/// Executes rounds on the actors of this process. A round that fails ends its actors before keys are removed. Next:
/// <see cref="LocalRound"/>, and <see cref="LocalRoundCore"/> for the decisions.
/// </summary>
/// <exception cref="StoreException">The store cannot be reached.</exception>
public sealed class LocalHost(IPumpFactory pumps, LocalOptions options) : IRoundExecutor
{
    private readonly LocalScheduler scheduler = new(options, ProtocolGuards.All);
    private readonly LocalActors actors = new(pumps, options);

    public RoundOutcome Execute(IRound round, CancellationToken cancellation) =>
        new LocalRound(round, options, scheduler, actors).Run(cancellation);

    public ExecutorSnapshot Snapshot() => actors.Snapshot();

    /// <summary>Stops the actors; returns when their threads have ended.</summary>
    public void Dispose() => actors.Dispose();
}

/// <summary>Settings of the local host.</summary>
/// <param name="Slice">The length of a sample.</param>
/// <param name="Seed">The seed of random routing.</param>
public sealed record LocalOptions(ActorOptions Actors, StoreOptions Store, TimeSpan Slice, ulong Seed)
{
    /// <summary>Time between two observations of open grants.</summary>
    internal TimeSpan ObservationInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Number of observations without progress after which a grant is ended. It covers the longest silence and absence
    /// of a store.
    /// </summary>
    internal int MaxIdleObservations => (int)Math.Ceiling(MaxAbsence / ObservationInterval) + 3;

    /// <summary>
    /// Maximum time without a commit or a reported failure. After it, a grant was lost unnoticed: a grant without
    /// progress was ended earlier, and had time to be executed again.
    /// </summary>
    internal TimeSpan MaxSilence => ((MaxIdleObservations + 2) * ObservationInterval) + TimeSpan.FromSeconds(5);

    private TimeSpan MaxAbsence => (2 * Store.Timeout) + Store.ReconnectDeadline;

    /// <summary>
    /// Capacity of the shared mailbox for this number of actors: waiting grants and those in the lanes.
    /// </summary>
    internal int CapacityOf(int actorCount) =>
        (int)Math.Min(int.MaxValue, Actors.MailboxCapacity + ((long)actorCount * Actors.Lanes));

    /// <summary>Maximum of jobs of an actor in a round with <paramref name="jobs"/> jobs.</summary>
    internal int LaneQuotaOf(int jobs) =>
        Actors.Routing == RoutingStrategy.Pull ? Actors.EvenShareOf(jobs) : Actors.Lanes;
}
