using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A manager's state: its members, how far the round is, and what does not move.</summary>
/// <param name="Round">The number of the round being executed; −1 between rounds.</param>
/// <param name="Weight">What its units weigh together, such as transfers.</param>
/// <param name="UnitsDone">Units of which an attempt was accepted.</param>
/// <param name="Members">The members, in the order they joined.</param>
/// <param name="Idle">Grants that made no progress from one heartbeat to the next, longest idle first.</param>
public sealed record ManagerView(
    string Run,
    long Round,
    long Weight,
    int Units,
    int UnitsDone,
    IReadOnlyList<MemberView> Members,
    IReadOnlyList<IdleGrant> Idle);

/// <summary>A worker as its manager sees it.</summary>
/// <param name="Health">The state of each actor, as its last heartbeat had it; empty before the first.</param>
/// <param name="Credits">The most grants it takes at once.</param>
public sealed record MemberView(ClusterMember Worker, IReadOnlyList<ActorHealth> Health, int Grants, int Credits)
{
    /// <summary>Dispatchers that serve its actors; 0 while it has no run open.</summary>
    public int Dispatchers { get; init; }
}
