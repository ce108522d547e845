using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Settings of a worker's host.</summary>
public sealed record WorkerHostOptions
{
    /// <summary>The worker; the host draws its incarnation, whatever is given here.</summary>
    public required ClusterMember Worker { get; init; }

    public required StoreOptions Store { get; init; }

    /// <summary>
    /// The managers to try, in this order (<see cref="ActorSystemOptions.Seeds"/>), and the heartbeat until one says
    /// otherwise.
    /// </summary>
    public required ActorSystemOptions System { get; init; }

    /// <summary>With <see cref="RouterOwner.Akka"/>, which of its routers finds the actor for a grant.</summary>
    public RoutingStrategy Routing { get; init; }

    /// <summary>Time between two samples of the committed count.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Time without becoming a member after which the worker gives up.</summary>
    public TimeSpan MaxAlone { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Opens the mailboxes, given the number of actors and the orders each has room for.</summary>
    internal Func<int, int, IMailboxes> OpenMailboxes { get; init; } = Actors.Mailboxes.ForEach;
}

/// <summary>The published state of a worker process.</summary>
/// <param name="Joined">Whether a manager holds it for a member.</param>
/// <param name="Manager">The manager it is connected to; null while it is not.</param>
/// <param name="Run">The run its actors are connected for; null between runs.</param>
public sealed record WorkerSnapshot(
    ClusterMember Worker, bool Joined, Endpoint? Manager, string? Run, IReadOnlyList<ActorSnapshot> Actors);

/// <summary>The current state of an actor of the process.</summary>
/// <param name="Committed">Transfers committed since the process started.</param>
/// <param name="InFlight">Jobs in its lanes.</param>
/// <param name="MailboxDepth">
/// Jobs that wait for a lane; those that any actor may take are shown as the first one's.
/// </param>
/// <param name="OldestAge">How long the oldest of them has waited, in whole heartbeats.</param>
public sealed record ActorSnapshot(long Committed, int InFlight, int MailboxDepth, TimeSpan OldestAge);
