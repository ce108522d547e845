using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Settings of a worker.</summary>
public sealed record WorkerOptions
{
    /// <summary>The worker; its incarnation is random for each process.</summary>
    public required ClusterMember Worker { get; init; }

    /// <summary>Time between two heartbeats before a manager sets another.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(1);

    public static readonly TimeSpan UsualMaxWithoutManager = TimeSpan.FromMinutes(2);

    /// <summary>Maximum time without a membership; then the worker gives up.</summary>
    public TimeSpan MaxWithoutManager { get; init; } = UsualMaxWithoutManager;
}

/// <summary>Progress of one actor.</summary>
/// <param name="Committed">Commits since the process started.</param>
public sealed record ActorProgress(long Committed, IReadOnlyList<LaneProgress> Running);

/// <summary>An event that a worker handles.</summary>
public abstract record WorkerEvent
{
    private WorkerEvent()
    {
    }

    /// <summary>A connection to a manager was opened.</summary>
    public sealed record Connected : WorkerEvent;

    /// <summary>The connection is lost. The host connects again.</summary>
    public sealed record Disconnected : WorkerEvent;

    /// <summary>A message arrived.</summary>
    public sealed record Received(Message Message) : WorkerEvent;

    /// <summary>The interval of <see cref="WorkerEffect.SetHeartbeat"/> has passed.</summary>
    public sealed record HeartbeatDue(IReadOnlyList<ActorProgress> Actors) : WorkerEvent
    {
        /// <summary>Dispatchers of the actors; 0 without an open run.</summary>
        public int Dispatchers { get; init; }
    }

    /// <summary>The result of <see cref="WorkerEffect.OpenStore"/>: the actors are connected.</summary>
    public sealed record Opened(string Run) : WorkerEvent;

    /// <summary>A slice is over.</summary>
    /// <param name="Committed">Commits since the last result.</param>
    public sealed record SampleDue(string Run, long Committed) : WorkerEvent;

    /// <summary>Attempts with all writes acknowledged (<see cref="JobOwner.Done"/>).</summary>
    public sealed record Done(string Run, long Round, IReadOnlyList<Attempt> Attempts) : WorkerEvent;

    /// <summary>An attempt failed (<see cref="JobOwner.Failed"/>).</summary>
    public sealed record Failed(string Run, long Round, AttemptFailure Failure) : WorkerEvent;

    /// <summary>
    /// The lane of a grant is free again (<see cref="JobOwner.Ended"/>). It follows the last Done or Failed of the
    /// grant.
    /// </summary>
    public sealed record Ended(string Run, int Actor, long Round, Grant Grant) : WorkerEvent;

    /// <summary>The answer to <see cref="WorkerEffect.TakeResult"/>: no operation of the run is in flight.</summary>
    /// <param name="Stats">The work since the previous result.</param>
    public sealed record ResultTaken(string Run, long Round, RoundStats Stats) : WorkerEvent;
}

/// <summary>An action for the host; the host executes the actions in order.</summary>
public abstract record WorkerEffect
{
    private WorkerEffect()
    {
    }

    /// <summary>Send a message; no effect after the end of the connection.</summary>
    public sealed record Send(Message Message) : WorkerEffect;

    /// <summary>
    /// Raise <see cref="WorkerEvent.HeartbeatDue"/> at this interval, which replaces the earlier one.
    /// </summary>
    public sealed record SetHeartbeat(TimeSpan Interval) : WorkerEffect;

    /// <summary>Connect the actors to the store of a run, then raise <see cref="WorkerEvent.Opened"/>.</summary>
    public sealed record OpenStore(Message.OpenRun Run) : WorkerEffect;

    /// <summary>Start a grant in a free lane of an actor.</summary>
    /// <param name="Work">Its units, encoded for the workload's pump.</param>
    public sealed record Start(int Actor, long Round, Grant Grant, GrantWork Work) : WorkerEffect;

    /// <summary>End a started grant early.</summary>
    public sealed record Abort(int Actor, long Round, Grant Grant) : WorkerEffect;

    /// <summary>Raise <see cref="WorkerEvent.ResultTaken"/> when no operation of the run is in flight.</summary>
    public sealed record TakeResult(string Run, long Round) : WorkerEffect;

    /// <summary>End the run at the worker: it is over.</summary>
    /// <param name="Failure">Why it failed; null without a failure.</param>
    public sealed record CloseRun(string Run, string? Failure) : WorkerEffect;

    /// <summary>Stop the worker, because it cannot work here.</summary>
    /// <param name="Reason">The reason, with the given and the right value.</param>
    public sealed record Stop(string Reason) : WorkerEffect;
}

/// <summary>The open work of an actor.</summary>
/// <param name="Running">Grants in its lanes.</param>
/// <param name="Waiting">
/// Grants that wait for a lane. Grants that any actor may take are counted at the first actor.
/// </param>
/// <param name="OldestAge">Waiting time of the oldest of them, in whole heartbeats.</param>
public readonly record struct ActorLoad(int Running, int Waiting, TimeSpan OldestAge);
