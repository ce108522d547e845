using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Local;

/// <summary>The actors of this process, with one mailbox each or with a shared one.</summary>
internal sealed class LocalActors : ILocalActors, IDisposable
{
    private readonly Mailboxes mailboxes;
    private long committedBefore;

    /// <summary>Opens their connections, then starts them.</summary>
    /// <exception cref="StoreException">The store cannot be reached.</exception>
    public LocalActors(IPumpFactory pumps, LocalOptions options)
    {
        var count = options.Actors.Actors;
        mailboxes = options.Actors.Routing == RoutingStrategy.Pull
            ? Mailboxes.Shared(count, options.CapacityOf(count))
            : Mailboxes.ForEach(count, options.CapacityOf(1));
        Pool = new ActorPool(pumps, options.Actors, options.Store, mailboxes.All, Reports);
        Pool.Start();
    }

    public ActorPool Pool { get; }
    public ReportQueue Reports { get; } = new();

    /// <summary>Begins a round.</summary>
    /// <param name="laneQuota">Jobs that an actor takes at once.</param>
    public void BeginRound(int jobs, int laneQuota)
    {
        committedBefore = Pool.Totals.Committed;
        Pool.Share(jobs);
        foreach (var actor in Pool.Actors)
        {
            actor.LaneQuota = laneQuota;
        }
    }

    public bool TryPost(int actor, Grant grant, in GrantWork work) =>
        mailboxes.TryPost(actor, Order.Start(grant, work));

    public ExecutorSnapshot Snapshot()
    {
        var committed = -committedBefore;
        var deepest = 0;
        var oldest = TimeSpan.Zero;
        foreach (var actor in Pool.Actors)
        {
            committed += actor.Committed;
            deepest = Math.Max(deepest, actor.Depth);
            oldest = actor.OldestAge > oldest ? actor.OldestAge : oldest;
        }

        return new ExecutorSnapshot(committed, deepest, oldest);
    }

    public IEnumerable<(int Actor, LaneProgress Lane)> Running() =>
        Pool.Actors.SelectMany(actor => actor.Running.Select(lane => (actor.Number, lane)));

    public void RequestObservation() => Pool.RequestObservation();

    /// <summary>Stops the actors; returns when their threads have ended.</summary>
    public void Dispose() => Pool.Dispose();
}

/// <summary>The interface between the actors of this process, real or simulated, and the core of a round.</summary>
internal interface ILocalActors
{
    /// <summary>Posts a grant to an actor's mailbox, or for −1 to the shared one; false if it is full.</summary>
    bool TryPost(int actor, Grant grant, in GrantWork work);

    /// <summary>The commits of the actors in the round, and their mailboxes.</summary>
    ExecutorSnapshot Snapshot();

    /// <summary>Progress of the jobs in flight at the last observation.</summary>
    IEnumerable<(int Actor, LaneProgress Lane)> Running();

    void RequestObservation();
}
