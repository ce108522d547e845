using System.Diagnostics;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Akka.Routing;

namespace AElf.Bench.Akka.Routees;

/// <summary>Mailboxes of routees behind one of Akka's routers. The router chooses among all of them.</summary>
internal sealed class RouteeMailboxes : IMailboxes
{
    private static readonly TimeSpan MaxStarting = TimeSpan.FromSeconds(10);

    private readonly ActorSystem system;
    private readonly RoutingStrategy routing;
    private readonly int room;
    private readonly CountdownEvent unattached;
    private readonly IReadOnlyList<IActorRef> routees = [];
    private readonly IActorRef router;
    private int attached = -1;

    /// <summary>
    /// Starts <paramref name="count"/> routees with a capacity of <paramref name="capacity"/> orders each.
    /// </summary>
    /// <exception cref="TimeoutException">Akka has not started them in time.</exception>
    public RouteeMailboxes(ActorSystem system, RoutingStrategy routing, int count, int capacity)
    {
        this.system = system;
        this.routing = routing;

        // A poster does not know which mailbox the router fills: each may get the orders for all of them.
        room = (int)Math.Min(int.MaxValue, (long)capacity * count);
        All = Mailboxes.ForEach(count, room).All;
        unattached = new CountdownEvent(count);
        var props = Props.Create(() => new RouteeActor(this)).WithMailbox("aelf.akka.routee-mailbox");
        if (routing is RoutingStrategy.RoundRobinGroup)
        {
            routees = [.. All.Select(_ => system.ActorOf(props))];
            router = system.ActorOf(
                Props.Empty.WithRouter(new RoundRobinGroup(routees.Select(routee => routee.Path.ToString()))));
        }
        else
        {
            router = system.ActorOf(props.WithRouter(PoolOf(count)));
        }

        if (!unattached.Wait(MaxStarting))
        {
            throw new TimeoutException($"an actor of Akka has not started within {MaxStarting.TotalSeconds:0} s");
        }
    }

    public IReadOnlyList<Mailbox> All { get; }

    public bool TryPost(int actor, in Order order)
    {
        if (All.Sum(mailbox => mailbox.Depth) >= room)
        {
            return false;
        }

        // Only Akka's router knows the actor with the grant that must end.
        router.Tell(order.Starts ? order : new Broadcast(order));
        return true;
    }

    /// <summary>Attaches the queue of a started routee to the next mailbox.</summary>
    public void Attach(RouteeQueue queue)
    {
        queue.Attach(All[Interlocked.Increment(ref attached)]);
        unattached.Signal();
    }

    public void Dispose()
    {
        system.Stop(router);
        foreach (var routee in routees)
        {
            system.Stop(routee);
        }

        unattached.Dispose();
    }

    private Pool PoolOf(int count) => routing switch
    {
        RoutingStrategy.Random => new RandomPool(count),
        RoutingStrategy.SmallestMailbox => new SmallestMailboxPool(count),
        RoutingStrategy.ConsistentHash => new ConsistentHashingPool(count).WithHashMapping(
            message => message is Order order ? Math.Max(order.Grant.Job, order.Grant.Unit) : message),
        RoutingStrategy.RoundRobin => new RoundRobinPool(count),
        _ => throw new UnreachableException($"{routing}"),
    };
}

/// <summary>An actor of a run in Akka's router; one of our dispatchers executes its orders.</summary>
internal sealed class RouteeActor : UntypedActor
{
    /// <summary>A routee at the next free place of a router's mailboxes.</summary>
    public RouteeActor(RouteeMailboxes mailboxes) =>
        mailboxes.Attach((RouteeQueue)((ActorCell)Context).Mailbox!.MessageQueue);

    protected override void OnReceive(object message) => Unhandled(message);
}
