using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Dispatch.MessageQueues;
using Order = AElf.Bench.Concurrency.Actors.Order;
using OwnMailbox = AElf.Bench.Concurrency.Actors.Mailbox;

namespace AElf.Bench.Akka.Routees;

/// <summary>
/// The mailbox of a routee for Akka. It passes an order from Akka's router directly to the actor's own mailbox, from
/// which a dispatcher takes it. Routers and the health of the process see the orders in the own mailbox. Akka delivers
/// only its own messages.
/// </summary>
internal sealed class RouteeQueue : IMessageQueue
{
    private readonly ConcurrentQueue<Envelope> others = new();
    private volatile OwnMailbox? mailbox;

    public bool HasMessages => !others.IsEmpty;

    public int Count => mailbox?.Depth ?? 0;

    /// <summary>Sends all orders to this mailbox; must be called before the first order.</summary>
    public void Attach(OwnMailbox own) => mailbox = own;

    public void Enqueue(IActorRef receiver, Envelope envelope)
    {
        if (envelope.Message is Order order)
        {
            mailbox!.TryPost(order);
        }
        else
        {
            others.Enqueue(envelope);
        }
    }

    public bool TryDequeue(out Envelope envelope) => others.TryDequeue(out envelope);

    public void CleanUp(IActorRef owner, IMessageQueue deadletters) => others.Clear();
}

/// <summary>Makes the mailboxes of routees; Akka finds this type by its name in the configuration.</summary>
internal sealed class RouteeMailboxType(Settings settings, Config config)
    : MailboxType(settings, config), IProducesMessageQueue<RouteeQueue>
{
    public override IMessageQueue Create(IActorRef owner, ActorSystem system) => new RouteeQueue();
}
