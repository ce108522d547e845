using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using AElf.Bench.Concurrency.Actors;

namespace AElf.Bench.Akka.Routees;

/// <summary>
/// The mailbox of a routee: a grant is delivered when a lane is free for it, what is to be ended at once, and between
/// them a turn with the store while one is due. What waits for a lane waits here, where Akka's routers and the health
/// of the process see it.
/// </summary>
internal sealed class LaneQueue : IMessageQueue
{
    private static readonly Envelope Turn = new(RouteeSignal.Turn, ActorRefs.NoSender);

    private readonly ConcurrentQueue<Envelope> others = new();
    private volatile ConcurrentQueue<Envelope> orders = new();
    private volatile Actor? actor;
    private volatile bool isResting;

    /// <summary>
    /// Whether the routee has something to do; the last of it is to find out that there is nothing, so that who shares
    /// orders with others is woken when it has to be.
    /// </summary>
    public bool HasMessages => !others.IsEmpty
        || (actor is { IsEnding: false } driven && (!isResting || !orders.IsEmpty || driven.IsTurnDue));

    /// <inheritdoc/>
    public int Count => orders.Count;

    /// <summary>Whether the routee has nothing to do until somebody wakes it.</summary>
    public bool IsResting => isResting;

    /// <summary>How long the oldest order has been waiting.</summary>
    public TimeSpan OldestAge => AgeOf(orders);

    /// <summary>The same of the queue that several routees share.</summary>
    public static TimeSpan AgeOf(ConcurrentQueue<Envelope> orders) =>
        orders.TryPeek(out var oldest) && oldest.Message is Order order
            ? Stopwatch.GetElapsedTime(order.PostedAt)
            : TimeSpan.Zero;

    /// <summary>The actor that takes orders from here on; of several, each takes those of all.</summary>
    public void Attach(Actor driven, ConcurrentQueue<Envelope>? shared)
    {
        orders = shared ?? orders;
        actor = driven;
    }

    /// <inheritdoc/>
    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        switch (envelope.Message)
        {
            case Order { Starts: true }:
                orders.Enqueue(envelope);
                break;
            case RouteeSignal.Wake:
                // That Akka looks into the mailbox now is all that is wanted.
                break;
            default:
                others.Enqueue(envelope);
                break;
        }
    }

    /// <inheritdoc/>
    public bool TryDequeue(out Envelope envelope)
    {
        isResting = false;
        if (others.TryDequeue(out envelope))
        {
            return true;
        }

        if (actor is not { IsEnding: false } driven)
        {
            return false;
        }

        if (driven.HasFreeLane && orders.TryDequeue(out envelope))
        {
            return true;
        }

        envelope = Turn;
        if (driven.IsTurnDue)
        {
            return true;
        }

        driven.Rest();
        isResting = true;
        return false;
    }

    /// <inheritdoc/>
    public void CleanUp(IActorRef owner, IMessageQueue deadletters)
    {
        // What was never begun is known to who posted it.
        others.Clear();
    }
}

/// <summary>What a routee is told beside orders.</summary>
internal enum RouteeSignal
{
    /// <summary>An exchange with the store is due.</summary>
    Turn,

    /// <summary>Something waits in the mailbox it shares.</summary>
    Wake,
}

/// <summary>Makes the mailboxes of routees; Akka finds it by its name in the configuration.</summary>
internal sealed class LaneMailboxType(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<LaneQueue>
{
    /// <inheritdoc/>
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new LaneQueue();
}
