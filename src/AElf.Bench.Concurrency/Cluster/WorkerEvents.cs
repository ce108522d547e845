using AElf.Bench.Core.Execution;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>What a worker is told about itself.</summary>
public sealed record WorkerOptions
{
    /// <summary>Who it is. The incarnation is drawn anew for each process.</summary>
    public required ClusterMember Worker { get; init; }

    /// <summary>How often it beats until a manager says otherwise.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Beats without becoming a member after which it gives up.</summary>
    public int MaxHeartbeatsAlone { get; init; } = 120;
}

/// <summary>One actor as its host sees it.</summary>
/// <param name="Committed">Transfers committed since the process started.</param>
/// <param name="Running">How far its lanes have come.</param>
public sealed record ActorSample(long Committed, IReadOnlyList<LaneProgress> Running);

/// <summary>What happens to a worker.</summary>
public abstract record WorkerEvent
{
    private WorkerEvent()
    {
    }

    /// <summary>There is a connection to a manager.</summary>
    public sealed record Connected : WorkerEvent;

    /// <summary>The connection is lost. The host gets another.</summary>
    public sealed record Disconnected : WorkerEvent;

    /// <summary>A message came.</summary>
    /// <param name="Message">The message.</param>
    public sealed record Received(Message Message) : WorkerEvent;

    /// <summary>The interval of <see cref="WorkerEffect.SetHeartbeat"/> is over.</summary>
    /// <param name="Actors">A look at each actor.</param>
    public sealed record HeartbeatDue(IReadOnlyList<ActorSample> Actors) : WorkerEvent;

    /// <summary>Attempts of which every write was acknowledged (<see cref="IAttemptListener.Done"/>).</summary>
    /// <param name="Plan">The plan it was started with.</param>
    /// <param name="Attempts">The attempts.</param>
    public sealed record Done(RoundPlan Plan, IReadOnlyList<Attempt> Attempts) : WorkerEvent;

    /// <summary>An attempt failed (<see cref="IAttemptListener.Failed"/>).</summary>
    /// <param name="Plan">The plan it was started with.</param>
    /// <param name="Failure">What it met.</param>
    public sealed record Failed(RoundPlan Plan, AttemptFailure Failure) : WorkerEvent;

    /// <summary>The lane of a grant is free again (<see cref="IAttemptListener.Ended"/>). Comes after the last Done or Failed of the grant.</summary>
    /// <param name="Actor">The actor.</param>
    /// <param name="Plan">The plan it was started with.</param>
    /// <param name="Work">The grant.</param>
    public sealed record Ended(int Actor, RoundPlan Plan, Grant Work) : WorkerEvent;
}

/// <summary>What a worker wants done, in this order.</summary>
public abstract record WorkerEffect
{
    private WorkerEffect()
    {
    }

    /// <summary>Send a message; nothing happens when the connection is gone.</summary>
    /// <param name="Message">The message.</param>
    public sealed record Send(Message Message) : WorkerEffect;

    /// <summary>Say <see cref="WorkerEvent.HeartbeatDue"/> every so often, in place of the interval before.</summary>
    /// <param name="Interval">How often.</param>
    public sealed record SetHeartbeat(TimeSpan Interval) : WorkerEffect;

    /// <summary>Connect the actors to the store of a run.</summary>
    /// <param name="Run">The run.</param>
    public sealed record OpenStore(Message.OpenRun Run) : WorkerEffect;

    /// <summary>Start a grant in a free lane of an actor. A plan other than the actor's last is opened first: the actor is idle then.</summary>
    /// <param name="Actor">The actor.</param>
    /// <param name="Plan">The block.</param>
    /// <param name="Work">The grant.</param>
    public sealed record Start(int Actor, RoundPlan Plan, Grant Work) : WorkerEffect;

    /// <summary>End a started grant early (<see cref="LanePump.Abort"/>).</summary>
    /// <param name="Actor">The actor.</param>
    /// <param name="Work">The grant.</param>
    public sealed record Abort(int Actor, Grant Work) : WorkerEffect;

    /// <summary>The run is over.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Failure">Why it failed; null when it did not.</param>
    public sealed record CloseRun(string Run, string? Failure) : WorkerEffect;

    /// <summary>This worker cannot work here.</summary>
    /// <param name="Reason">Why, with what was given and what would be right.</param>
    public sealed record Stop(string Reason) : WorkerEffect;
}
