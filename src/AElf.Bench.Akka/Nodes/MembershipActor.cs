using Akka.Actor;
using Akka.Cluster;

namespace AElf.Bench.Akka.Nodes;

/// <summary>Follows who is up, unreachable and gone in Akka's cluster.</summary>
internal sealed class MembershipActor : UntypedActor
{
    private readonly Cluster cluster = Cluster.Get(Context.System);
    private readonly Action<ClusterEvent.IClusterDomainEvent> notify;

    /// <summary>Calls back for each event, in Akka's order, on Akka's threads.</summary>
    public MembershipActor(Action<ClusterEvent.IClusterDomainEvent> notify)
    {
        this.notify = notify;
    }

    /// <inheritdoc/>
    protected override void PreStart() => cluster.Subscribe(
        Self,
        ClusterEvent.SubscriptionInitialStateMode.InitialStateAsEvents,
        typeof(ClusterEvent.IMemberEvent),
        typeof(ClusterEvent.IReachabilityEvent));

    /// <inheritdoc/>
    protected override void PostStop() => cluster.Unsubscribe(Self);

    /// <inheritdoc/>
    protected override void OnReceive(object message)
    {
        if (message is ClusterEvent.IClusterDomainEvent happened)
        {
            notify(happened);
        }
    }
}
