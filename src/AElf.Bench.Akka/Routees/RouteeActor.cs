using System.Collections.Concurrent;
using Akka.Actor;
using AElf.Bench.Concurrency.Actors;

namespace AElf.Bench.Akka.Routees;

/// <summary>An actor of a run as an Akka actor, on a thread of its own.</summary>
internal sealed class RouteeActor : UntypedActor
{
    private readonly RouteeSlot slot;
    private readonly LaneQueue queue = (LaneQueue)((ActorCell)Context).Mailbox!.MessageQueue;
    private Actor? actor;

    /// <summary>A routee in one of these slots, which takes no orders yet.</summary>
    public RouteeActor(ConcurrentQueue<RouteeSlot> free)
    {
        slot = free.TryDequeue(out var own) ? own : throw new InvalidOperationException("there is no slot left");
        slot.Bind(Self, queue);
    }

    /// <inheritdoc/>
    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case Order order:
                // What is to be ended may come before there is an actor to have it, or when it is gone.
                if (actor is { IsEnding: false } working)
                {
                    working.Handle(order);
                }

                break;
            case TurnSignal:
                actor!.Turn();
                break;
            case Actor driven:
                actor = driven;
                queue.Attach(driven);
                driven.Rest();
                break;
            default:
                Unhandled(message);
                break;
        }
    }

    /// <inheritdoc/>
    protected override void PostStop()
    {
        actor?.End();
        slot.End();
    }
}
