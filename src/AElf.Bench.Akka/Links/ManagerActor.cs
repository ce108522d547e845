using Akka.Actor;
using Akka.Cluster;
using Akka.Cluster.Tools.Client;
using Akka.Event;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Akka.Links;

/// <summary>What a manager serves on a path.</summary>
/// <param name="Options">How.</param>
/// <param name="IsForMembers">Whether who asks must be a member of the cluster.</param>
/// <param name="Serve">Serves a channel until it ends.</param>
internal sealed record ServedPath(ConnectionOptions Options, bool IsForMembers, Func<IMessageChannel, Task> Serve);

/// <summary>The manager as others find it: behind its receptionist, and asked for links.</summary>
internal sealed class ManagerActor : UntypedActor
{
    /// <summary>Its name.</summary>
    public const string Name = "manager";

    private readonly string configuration;
    private readonly IReadOnlyDictionary<string, ServedPath> paths;
    private readonly Dictionary<string, IActorRef> links = new(StringComparer.Ordinal);
    private readonly ILoggingAdapter log = Context.GetLogger();
    private readonly HashSet<Address> members = [];
    private readonly Cluster cluster = Cluster.Get(Context.System);

    /// <summary>A manager that serves these paths.</summary>
    /// <param name="configuration">The hash of what all members must agree on.</param>
    /// <param name="paths">What it serves, by name.</param>
    public ManagerActor(string configuration, IReadOnlyDictionary<string, ServedPath> paths)
    {
        this.configuration = configuration;
        this.paths = paths;
    }

    /// <inheritdoc/>
    protected override void PreStart()
    {
        // A cluster's state lags behind its events.
        cluster.Subscribe(
            Self,
            ClusterEvent.SubscriptionInitialStateMode.InitialStateAsEvents,
            typeof(ClusterEvent.IMemberEvent),
            typeof(ClusterEvent.IReachabilityEvent));
        ClusterClientReceptionist.Get(Context.System).RegisterService(Self);
    }

    /// <inheritdoc/>
    protected override void PostStop() => cluster.Unsubscribe(Self);

    /// <inheritdoc/>
    protected override void OnReceive(object message)
    {
        switch (message)
        {
            case Parcel { KindCase: Parcel.KindOneofCase.Open } parcel:
                OnOpen(parcel.Open);
                break;
            case ClusterEvent.MemberUp up:
                members.Add(up.Member.Address);
                break;
            case ClusterEvent.MemberRemoved removed:
                members.Remove(removed.Member.Address);
                break;
            case ClusterEvent.UnreachableMember silent:
                log.Warning("the node {0} does not answer", silent.Member.Address);
                break;
            case ClusterEvent.ReachableMember back:
                log.Warning("the node {0} answers again", back.Member.Address);
                break;
            case ClusterEvent.IClusterDomainEvent:
                break;
            case Terminated { ActorRef: var ended }:
                foreach (var link in links.Where(link => link.Value.Equals(ended)).ToList())
                {
                    links.Remove(link.Key);
                }

                break;
            default:
                Unhandled(message);
                break;
        }
    }

    private void OnOpen(Open open)
    {
        if (links.ContainsKey(open.Client) || IsStranger(open))
        {
            // It asked again before the answer came; or its node is not known as a member yet, and it will ask again.
            return;
        }

        if (Refuse(open, out var path) is { } reason)
        {
            Sender.Tell(new Parcel { Close = new Close { Reason = reason } });
            return;
        }

        var client = ((ExtendedActorSystem)Context.System).Provider.ResolveActorRef(open.Client);
        var link = Context.ActorOf(Props.Create(
            () => new AcceptedLink(client, path.Options, path.IsForMembers, path.Serve)));
        links[open.Client] = Context.Watch(link);
    }

    private bool IsStranger(Open open) => paths.TryGetValue(open.Path, out var path)
        && path.IsForMembers
        && !(ActorPath.TryParse(open.Client, out var client) && members.Contains(client.Address));

    private string? Refuse(Open open, out ServedPath path)
    {
        if (!string.Equals(open.Cluster, Context.System.Name, StringComparison.Ordinal))
        {
            path = null!;
            return $"the cluster '{open.Cluster}' is meant, and this is '{Context.System.Name}'";
        }

        if (!paths.TryGetValue(open.Path, out path!))
        {
            return $"nothing is served as '{open.Path}'";
        }

        if (path.IsForMembers && !string.Equals(open.Configuration, configuration, StringComparison.Ordinal))
        {
            return "the two sides have different settings of akka.cluster or of the frames' size: give both the same";
        }

        return links.Count < path.Options.Limits.MaxStrangers
            ? null
            : $"there are {links.Count} links already";
    }
}
