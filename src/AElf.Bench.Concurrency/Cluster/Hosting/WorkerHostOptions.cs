using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Settings of a worker's host.</summary>
public sealed record WorkerHostOptions
{
    /// <summary>The worker; the host draws its incarnation at random.</summary>
    public required ClusterMember Worker { get; init; }

    public required StoreOptions Store { get; init; }

    /// <summary>
    /// The managers to try, in this order (<see cref="ActorSystemOptions.Seeds"/>), and the heartbeat interval before a
    /// manager sets another.
    /// </summary>
    public required ActorSystemOptions System { get; init; }

    /// <summary>With <see cref="RouterOwner.Akka"/>: Akka's router that chooses the actor for a grant.</summary>
    public RoutingStrategy Routing { get; init; }

    /// <summary>Time between two samples of the committed count.</summary>
    public TimeSpan Slice { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Maximum time without a membership; then the worker gives up.</summary>
    public TimeSpan MaxWithoutManager { get; init; } = WorkerOptions.UsualMaxWithoutManager;

    /// <summary>Opens the mailboxes, by the number of actors and the capacity of each.</summary>
    internal Func<int, int, IMailboxes> OpenMailboxes { get; init; } = Actors.Mailboxes.ForEach;
}

/// <summary>The published state of a worker process.</summary>
/// <param name="Joined">Whether the worker is a member at a manager.</param>
/// <param name="Run">The run of the connected actors; null between runs.</param>
/// <param name="Actors">
/// The actors. Jobs that any actor may take wait at the first one. Ages are in whole heartbeats.
/// </param>
public sealed record WorkerSnapshot(
    ClusterMember Worker, bool Joined, string? Run, IReadOnlyList<ActorHealth> Actors);
