using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>An event for a worker's event loop, from other threads, as the call that handles it.</summary>
/// <param name="IsReport">Whether it is a report of actors. Consecutive reports are merged into one message.</param>
internal readonly record struct WorkerHostEvent(Action<WorkerHost> Act, bool IsReport = false);

/// <summary>An event of a worker's host for its program.</summary>
public abstract record WorkerLifecycleEvent
{
    private WorkerLifecycleEvent()
    {
    }

    /// <summary>A manager could not be reached. Raised once for each reason, not for each try.</summary>
    /// <param name="Reason">The failed connection and its reason, in a sentence.</param>
    public sealed record Unreachable(Endpoint Manager, string Reason) : WorkerLifecycleEvent;

    /// <summary>The worker is a member.</summary>
    /// <param name="Welcome">All members, and the settings of the manager.</param>
    public sealed record Joined(Endpoint Manager, Message.Welcome Welcome) : WorkerLifecycleEvent;

    /// <summary>The manager refuses the worker. The worker tries again unless <see cref="Stopped"/> follows.</summary>
    public sealed record Refused(Endpoint Manager, Message.Rejected Rejected) : WorkerLifecycleEvent;

    /// <summary>The worker lost its membership; it tries to join again.</summary>
    public sealed record Lost(Endpoint Manager, string Reason) : WorkerLifecycleEvent;

    /// <summary>The actors are connected to the store of a run.</summary>
    public sealed record RunOpened(string Run) : WorkerLifecycleEvent;

    /// <summary>The actors' connections to the store of a run are closed.</summary>
    /// <param name="Failure">Why it failed; null without a failure, or if it ended with the worker.</param>
    public sealed record RunClosed(string Run, string? Failure) : WorkerLifecycleEvent;

    /// <summary>The worker stops; only the ends of its runs follow.</summary>
    /// <param name="Reason">Why, with the given and the right value.</param>
    public sealed record Stopped(string Reason) : WorkerLifecycleEvent;
}
