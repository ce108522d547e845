namespace AElf.Bench.Operations.Health;

/// <summary>The published state of a worker process.</summary>
/// <param name="Joined">Whether it is a member of a manager's cluster now.</param>
public sealed record WorkerState(string Name, bool Joined, IReadOnlyList<ActorStatus> Actors);
