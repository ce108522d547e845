namespace AElf.Bench.Concurrency.Cluster;

/// <summary>The state of a worker's core.</summary>
/// <param name="Run">The run it was told of last; null before the first.</param>
public sealed record WorkerView(string? Run, IReadOnlyList<ActorLoad> Actors);

/// <summary>The pending work of an actor.</summary>
/// <param name="Running">Grants in its lanes.</param>
/// <param name="Waiting">
/// Grants that wait for a lane; those that any actor may take are shown as the first one's.
/// </param>
/// <param name="OldestAge">How long the oldest of them has waited, in whole heartbeats.</param>
public readonly record struct ActorLoad(int Running, int Waiting, TimeSpan OldestAge);
