using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Local;

/// <summary>What the local host goes by.</summary>
/// <param name="Actors">How many actors work and how.</param>
/// <param name="Store">The store's time limits.</param>
/// <param name="Slice">The length of a sample.</param>
/// <param name="Seed">The seed of random routing.</param>
public sealed record LocalOptions(ActorOptions Actors, StoreOptions Store, TimeSpan Slice, ulong Seed)
{
    /// <summary>Time between two observations of grants that are not over.</summary>
    internal TimeSpan ObservationInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Observations without progress that end a grant: longer than a store may be silent, and away.</summary>
    internal int MaxIdleObservations => (int)Math.Ceiling(MaxAbsence / ObservationInterval) + 3;

    /// <summary>
    /// Beyond this with nothing committed, something is lost that nobody noticed: a grant without progress was ended
    /// before, and had time to be executed again.
    /// </summary>
    internal TimeSpan MaxSilence => ((MaxIdleObservations + 2) * ObservationInterval) + TimeSpan.FromSeconds(5);

    private TimeSpan MaxAbsence => (2 * Store.Timeout) + Store.ReconnectDeadline;

    /// <summary>Grants so many actors with one mailbox have room for: what waits, and what is in the lanes.</summary>
    internal int CapacityOf(int actorCount) =>
        (int)Math.Min(int.MaxValue, Actors.MailboxCapacity + ((long)actorCount * Actors.Lanes));

    /// <summary>Jobs that an actor takes at once of a round of so many.</summary>
    internal int LaneQuotaOf(int jobs) =>
        Actors.Routing == RoutingStrategy.Pull ? Actors.EvenShareOf(jobs) : Actors.Lanes;
}
