using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A look at a manager: who is a member, how far the block is, and what does not move.</summary>
/// <param name="Run">The run.</param>
/// <param name="Block">The block being executed; −1 between blocks.</param>
/// <param name="Transfers">Transfers in it.</param>
/// <param name="Groups">Groups in it.</param>
/// <param name="GroupsDone">Groups of which a Done was accepted.</param>
/// <param name="Members">The members, in the order they joined.</param>
/// <param name="Idle">Grants that the last heartbeat saw where the one before had seen them, longest idle first.</param>
public sealed record ManagerView(
    string Run,
    long Block,
    int Transfers,
    int Groups,
    int GroupsDone,
    IReadOnlyList<MemberView> Members,
    IReadOnlyList<GrantView> Idle);

/// <summary>A worker as its manager sees it.</summary>
/// <param name="Worker">Who it is.</param>
/// <param name="Health">The figures of each actor, as its last heartbeat told them; empty before the first.</param>
/// <param name="Grants">Grants it has.</param>
/// <param name="Credits">Most grants it takes at once.</param>
public sealed record MemberView(ClusterMember Worker, IReadOnlyList<ActorHealth> Health, int Grants, int Credits);

/// <summary>A grant that is not over, as its manager sees it.</summary>
/// <param name="Work">The grant.</param>
/// <param name="Group">The group it is at.</param>
/// <param name="IdleHeartbeats">Heartbeats in a row in which it made no progress.</param>
/// <param name="Worker">The worker's name.</param>
/// <param name="Actor">The actor that has it; −1 while it waits for one.</param>
/// <param name="Account">The paying account of the transfer it is at; −1 where the manager cannot tell.</param>
/// <param name="Step">What it waits for; null while it waits for a lane.</param>
public sealed record GrantView(Grant Work, int Group, int IdleHeartbeats, string Worker, int Actor, int Account, AttemptStep? Step)
{
    /// <summary>Where it is, in words.</summary>
    public override string ToString()
    {
        var actor = Actor < 0 ? "no actor yet" : $"actor {Actor}";
        var account = Account < 0 ? string.Empty : $", account {Account}";
        return Step is null
            ? $"worker {Worker}, {actor}: group {Group}, epoch {Work.Epoch}, waits for a lane"
            : $"worker {Worker}, {actor}: group {Group}, epoch {Work.Epoch}{account}, step {Step}";
    }
}
