using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>Limits and routing for <see cref="GrantScheduler"/>.</summary>
public sealed record SchedulerOptions
{
    /// <summary>Routing, mailbox capacity and the maximum of attempts at a unit.</summary>
    public ActorOptions Actors { get; init; } = new();

    /// <summary>Sum of the pauses during which a unit is retried while the store refuses temporarily.</summary>
    public TimeSpan RetryTimeout { get; init; }

    /// <summary>The seed of routing choices.</summary>
    public ulong Seed { get; init; }

    /// <summary>Workers there must have been before the first grant.</summary>
    public int WorkersToStart { get; init; } = 1;

    /// <summary>
    /// Observations in a row without progress after which a grant is ended. Together longer than a store operation may
    /// take.
    /// </summary>
    public int MaxIdleObservations { get; init; } = 15;
}

/// <summary>How far a worker has come with a grant it holds.</summary>
/// <param name="Actor">The actor that has it; −1 while any may take it.</param>
/// <param name="Position">As in <see cref="LaneProgress"/>; −1 while the grant waits for a lane.</param>
public readonly record struct GrantProgress(Grant Grant, int Actor, long Position);

/// <summary>A grant that makes no progress.</summary>
/// <param name="Item">What of the unit; null where that is not known.</param>
/// <param name="Step">The step it waits for; null while it waits for a lane.</param>
/// <param name="Worker">Its worker's name.</param>
/// <param name="Actor">The actor that has it; −1 while it waits for one.</param>
/// <param name="Idle">Observations in a row in which it made no progress.</param>
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
