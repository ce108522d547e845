namespace AElf.Bench.Operations.Health;

/// <summary>What a worker's process shows of itself.</summary>
/// <param name="Joined">Whether it is a member of a manager's cluster now.</param>
public sealed record WorkerState(string Name, bool Joined, IReadOnlyList<ActorStatus> Actors);
