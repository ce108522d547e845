using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Routing;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Routees;

/// <summary>Mailboxes that are Akka's, of routees behind one of its routers.</summary>
internal sealed class RouteeMailboxes(ActorSystem system, RoutingStrategy routing) : IMailboxFactory
{
    /// <inheritdoc/>
    public IReadOnlyList<IMailbox> Create(int count, int capacity)
    {
        var slots = Enumerable.Range(0, count).Select(_ => new RouteeSlot()).ToArray();
        var router = Route(slots);

        // Which mailbox the router fills is not known to who posts: any may come to hold what all have room for.
        var room = (int)Math.Min(int.MaxValue, (long)capacity * count);
        return [.. slots.Select(slot => new RouteeMailbox(system, slot, router, room))];
    }

    /// <summary>Routees that are found in these slots, one in each.</summary>
    private static Props PropsOf(params RouteeSlot[] slots)
    {
        var free = new ConcurrentQueue<RouteeSlot>(slots);
        return Props.Create(() => new RouteeActor(free))
            .WithDispatcher("aelf.akka.routee-dispatcher")
            .WithMailbox("aelf.akka.routee-mailbox");
    }

    /// <summary>Akka's router of a strategy; of a pool it makes the routees, of a group it is given them.</summary>
    private IActorRef Route(RouteeSlot[] slots)
    {
        if (routing is RoutingStrategy.RoundRobinGroup)
        {
            Array.ForEach(slots, slot => system.ActorOf(PropsOf(slot)));
            return system.ActorOf(
                Props.Empty.WithRouter(new RoundRobinGroup(slots.Select(slot => slot.Routee.Path.ToString()))));
        }

        return system.ActorOf(PropsOf(slots).WithRouter(PoolOf(slots.Length)));
    }

    private Pool PoolOf(int count) => routing switch
    {
        RoutingStrategy.Random => new RandomPool(count),
        RoutingStrategy.SmallestMailbox => new SmallestMailboxPool(count),
        RoutingStrategy.ConsistentHash => new ConsistentHashingPool(count).WithHashMapping(
            message => message is Order order ? Math.Max(order.Grant.Job, order.Grant.Unit) : message),
        _ => new RoundRobinPool(count),
    };
}

/// <summary>The mailbox of a routee; orders go to the router, which chooses among all of them.</summary>
internal sealed class RouteeMailbox(ActorSystem system, RouteeSlot slot, IActorRef router, int capacity) : IMailbox
{
    private readonly IActorRef routee = slot.Routee;
    private readonly LaneQueue queue = slot.Queue;

    /// <inheritdoc/>
    public int Depth => queue.Count;

    /// <inheritdoc/>
    public TimeSpan OldestAge => queue.OldestAge;

    /// <inheritdoc/>
    public bool TryPost(Order order)
    {
        if (queue.Count >= capacity)
        {
            return false;
        }

        // Who has what is to be ended is known to Akka's router alone.
        router.Tell(order.Starts ? order : new Broadcast(order));
        return true;
    }

    /// <inheritdoc/>
    public Action Drive(Actor actor)
    {
        routee.Tell(actor);
        return slot.WaitForEnd;
    }

    /// <inheritdoc/>
    public void Close() => system.Stop(routee);
}
