using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;
using Akka.Cluster;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// Decides which member gets a link (one each), and downs a member without a link. Refuses members of another cluster,
/// or with another frame size. Next: <see cref="AcceptedLink"/>.
/// </summary>
/// <param name="maxUnlinked">Maximum time of a member without a link; then it is down.</param>
/// <param name="serve">Serves a worker until its channel ends.</param>
/// <remarks>
/// Only this actor declares a member down. So a hanging member leaves the cluster as soon as the heartbeats of its link
/// show that it is dead.
/// </remarks>
internal sealed class ManagerActor(
    ConnectionOptions options, TimeSpan maxUnlinked, Func<IMessageChannel, Task> serve) : UntypedActor, IWithTimers
{
    public const string Name = "manager";

    private const int MaxLinks = 1000;

    private readonly Dictionary<IActorRef, Address> links = [];
    private readonly HashSet<Address> members = [];
    private readonly Cluster cluster = Cluster.Get(Context.System);

    public ITimerScheduler Timers { get; set; } = null!;

    // A cluster's state lags behind its events.
    protected override void PreStart() => cluster.Subscribe(
        Self, ClusterEvent.SubscriptionInitialStateMode.InitialStateAsEvents, typeof(ClusterEvent.IMemberEvent));

    protected override void PostStop() => cluster.Unsubscribe(Self);

    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case LinkMessage.Open open:
                OnOpen(open);
                break;
            case ClusterEvent.MemberDowned or ClusterEvent.MemberRemoved:
                members.Remove(((ClusterEvent.IMemberEvent)message).Member.Address);
                break;
            case ClusterEvent.IMemberEvent { Member.Address: var address } when address != cluster.SelfAddress:
                if (members.Add(address))
                {
                    Timers.StartSingleTimer(address, address, maxUnlinked);
                }

                break;
            case Address unlinked:
                cluster.Down(unlinked);
                break;
            case Terminated { ActorRef: var link } when links.Remove(link, out var ended):
                cluster.Down(ended);
                break;
            default:
                Unhandled(message);
                break;
        }
    }

    private void OnOpen(LinkMessage.Open open)
    {
        if (Refuse(open) is { } reason)
        {
            Sender.Tell(new LinkMessage.Close(reason));
        }
        else if (members.Contains(Sender.Path.Address) && !links.ContainsValue(Sender.Path.Address))
        {
            // Otherwise the worker asked again before the answer arrived, or is not known as a member yet and will ask
            // again.
            var client = Sender;
            Timers.Cancel(client.Path.Address);
            links[Context.Watch(Context.ActorOf(
                Props.Create(() => new AcceptedLink(client, options, serve))))] = client.Path.Address;
        }
    }

    private string? Refuse(LinkMessage.Open open)
    {
        if (!string.Equals(open.Cluster, Context.System.Name, StringComparison.Ordinal))
        {
            return $"the cluster '{open.Cluster}' was requested, but this is '{Context.System.Name}'";
        }

        var own = options.Hosts.MaximumFrameBytes;
        if (open.FrameBytes != own)
        {
            return $"a maximum-frame-size of {open.FrameBytes} bytes was sent, here it is {own}: "
                + "use the same on both sides";
        }

        return links.Count < MaxLinks
            ? null
            : $"there are {links.Count} links already";
    }
}
