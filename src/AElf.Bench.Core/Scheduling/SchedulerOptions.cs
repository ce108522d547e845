using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>What a scheduler goes by.</summary>
public sealed record SchedulerOptions
{
    /// <summary>Routing, mailbox capacity and the most attempts at a unit.</summary>
    public ActorOptions Actors { get; init; } = new();

    /// <summary>The seed of routing choices.</summary>
    public ulong Seed { get; init; }

    /// <summary>Workers there must have been before the first grant.</summary>
    public int WorkersToStart { get; init; } = 1;

    /// <summary>
    /// Observations in a row without progress after which a grant is ended. Together longer than a store operation may take.
    /// </summary>
    public int MaxIdleObservations { get; init; } = 15;
}

/// <summary>How far a worker has come with a grant it holds.</summary>
/// <param name="Grant">The grant.</param>
/// <param name="Actor">The actor that has it; −1 while any may take it.</param>
/// <param name="Position">As in <see cref="LaneProgress"/>; −1 while the grant waits for a lane.</param>
public readonly record struct GrantProgress(Grant Grant, int Actor, long Position);

/// <summary>A grant that makes no progress.</summary>
/// <param name="Grant">The grant.</param>
/// <param name="Worker">Its worker's name.</param>
/// <param name="Actor">The actor that has it; −1 while it waits for one.</param>
/// <param name="Idle">Observations in a row in which it made no progress.</param>
/// <param name="Where">Where it is, in words.</param>
public sealed record IdleGrant(Grant Grant, string Worker, int Actor, int Idle, string Where)
{
    /// <summary>Who has it and where it is.</summary>
    public override string ToString() => $"worker {Worker}, {(Actor < 0 ? "no actor yet" : $"actor {Actor}")}: {Where}";
}
