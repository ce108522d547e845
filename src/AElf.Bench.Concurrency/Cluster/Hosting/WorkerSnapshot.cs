using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

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
