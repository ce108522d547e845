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
    private static readonly Envelope Turn = new(TurnSignal.Instance, ActorRefs.NoSender);

    private readonly ConcurrentQueue<Envelope> others = new();
    private readonly ConcurrentQueue<Envelope> orders = new();
    private volatile Actor? actor;
    private volatile bool isResting;

    /// <summary>
    /// Whether the routee has something to do; the last of it is to find out that there is nothing.
    /// </summary>
    public bool HasMessages => !others.IsEmpty
        || (actor is { IsEnding: false } driven && (!isResting || !orders.IsEmpty || driven.IsTurnDue));

    /// <inheritdoc/>
    public int Count => orders.Count;

    /// <summary>How long the oldest order has been waiting.</summary>
    public TimeSpan OldestAge => orders.TryPeek(out var oldest) && oldest.Message is Order order
        ? Stopwatch.GetElapsedTime(order.PostedAt)
        : TimeSpan.Zero;

    /// <summary>The actor that takes orders from here on.</summary>
    public void Attach(Actor driven) => actor = driven;

    /// <inheritdoc/>
    public void Enqueue(IActorRef receiver, Envelope envelope) =>
        (envelope.Message is Order { Starts: true } ? orders : others).Enqueue(envelope);

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

/// <summary>Tells a routee that an exchange with the store is due.</summary>
internal sealed class TurnSignal
{
    /// <summary>The only one.</summary>
    public static readonly TurnSignal Instance = new();

    private TurnSignal()
    {
    }
}

/// <summary>Makes the mailboxes of routees; Akka finds it by its name in the configuration.</summary>
internal sealed class LaneMailboxType(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<LaneQueue>
{
    /// <inheritdoc/>
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new LaneQueue();
}
