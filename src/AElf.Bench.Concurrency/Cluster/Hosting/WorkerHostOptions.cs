using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>What a worker's host needs to know.</summary>
public sealed record WorkerHostOptions
{
    /// <summary>Who the worker is. Its incarnation is drawn by the host, whatever is given here.</summary>
    public required ClusterMember Worker { get; init; }

    /// <summary>The store's time limits.</summary>
    public required StoreOptions Store { get; init; }

    /// <summary>
    /// The managers to try, in this order (<see cref="ActorSystemOptions.Seeds"/>), and the heartbeat until one says
    /// otherwise.
    /// </summary>
    public required ActorSystemOptions System { get; init; }

    /// <summary>With <see cref="RouterOwner.Akka"/>, which of its routers finds the actor for a grant.</summary>
    public RoutingStrategy Routing { get; init; }

    /// <summary>Time between two samples of what was committed.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Time without becoming a member after which the worker gives up.</summary>
    public TimeSpan MaxAlone { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Opens a mailbox for each of so many actors, with room for so many orders each.</summary>
    internal Func<int, int, IMailboxes> OpenMailboxes { get; init; } = Actors.Mailboxes.ForEach;
}
