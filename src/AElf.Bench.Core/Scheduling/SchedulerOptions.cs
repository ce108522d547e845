using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>Limits and routing for <see cref="GrantScheduler"/>.</summary>
public sealed record SchedulerOptions
{
    /// <summary>Routing, mailbox capacity and the maximum of attempts at a unit.</summary>
    public ActorOptions Actors { get; init; } = new();

    /// <summary>The maximum sum of the pauses between attempts at a unit while the store refuses temporarily.</summary>
    public TimeSpan RetryTimeout { get; init; }

    /// <summary>The seed of routing choices.</summary>
    public ulong Seed { get; init; }

    /// <summary>Workers that must have joined before the first grant.</summary>
    public int WorkersToStart { get; init; } = 1;

    /// <summary>
    /// Consecutive observations without progress after which a grant is ended. Together they take longer than the
    /// time-out of a store operation.
    /// </summary>
    public int MaxIdleObservations { get; init; } = 15;
}

/// <summary>The progress of a worker with a grant.</summary>
/// <param name="Actor">The actor that has it; −1 before an actor takes it.</param>
/// <param name="Position">As in <see cref="LaneProgress"/>; −1 while the grant waits for a lane.</param>
public readonly record struct GrantProgress(Grant Grant, int Actor, long Position);

/// <summary>A grant that makes no progress.</summary>
/// <param name="Item">The item of the unit; null if unknown.</param>
/// <param name="Step">The step it waits for; null while it waits for a lane.</param>
/// <param name="Worker">Its worker's name.</param>
/// <param name="Actor">The actor that has it; −1 while it waits for an actor.</param>
/// <param name="Idle">Consecutive observations without progress.</param>
public sealed record IdleGrant(
    Grant Grant, int Unit, string? Item, AttemptStep? Step, string Worker, int Actor, int Idle)
{
    /// <summary>Worker and position, for messages.</summary>
    public override string ToString()
    {
        var actor = Actor < 0 ? "no actor yet" : $"actor {Actor}";
        var item = Item is null ? string.Empty : $", {Item}";
        var step = Step is null ? "waits for a lane" : $"step {Step}";
        return $"worker {Worker}, {actor}: unit {Unit}, epoch {Grant.Epoch}{item}, {step}";
    }
}
