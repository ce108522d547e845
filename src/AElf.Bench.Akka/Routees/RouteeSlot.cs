using Akka.Actor;

namespace AElf.Bench.Akka.Routees;

/// <summary>Where a routee is found by who made it, whoever of Akka's created the actor.</summary>
internal sealed class RouteeSlot
{
    private static readonly TimeSpan MaxStarting = TimeSpan.FromSeconds(10);

    private readonly TaskCompletionSource<(IActorRef Routee, LaneQueue Queue)> bound =
        new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The routee; waits until it has started.</summary>
    public IActorRef Routee => Bound.Routee;

    /// <summary>Its mailbox.</summary>
    public LaneQueue Queue => Bound.Queue;

    private (IActorRef Routee, LaneQueue Queue) Bound =>
        bound.Task.Wait(MaxStarting)
            ? bound.Task.Result
            : throw new TimeoutException($"an actor of Akka has not started within {MaxStarting.TotalSeconds:0} s");

    /// <summary>The routee has started.</summary>
    public void Bind(IActorRef routee, LaneQueue queue) => bound.TrySetResult((routee, queue));

    /// <summary>The routee has ended.</summary>
    public void End() => ended.TrySetResult();

    /// <summary>Waits for that.</summary>
    public void WaitForEnd() => ended.Task.Wait();
}
