using System.Diagnostics.Metrics;
using Akka.Actor;
using Akka.Cluster;
using Akka.Event;
using Akka.Remote;

namespace AElf.Bench.Akka.Nodes;

/// <summary>
/// Counts the events of a process' nodes by kind: undelivered messages, connections, members. All nodes of a process
/// count together: each connection of a worker is a separate node. Any thread may read.
/// </summary>
internal sealed class NodeEvents
{
    private static readonly string[] Kinds =
    [
        "dead letter", "connected", "disconnected", "connection failed", "quarantined", "member joined", "member up",
        "member down", "member removed", "member unreachable",
    ];

    private readonly long[] counts = new long[Kinds.Length];

    public void Watch(ActorSystem node) => node.ActorOf(Props.Create(() => new Listener(this)), "events");

    public void AddTo(Meter meter) => meter.CreateObservableCounter(
        "aelf.bench.akka.events",
        () => Kinds.Select((kind, index) => new Measurement<long>(
            Interlocked.Read(ref counts[index]), new KeyValuePair<string, object?>("event", kind))),
        "{event}",
        "Events of Akka.NET in the process's nodes, by kind.");

    private static string? KindOf(object message) => message switch
    {
        AllDeadLetters => "dead letter",
        AssociatedEvent => "connected",
        DisassociatedEvent => "disconnected",
        AssociationErrorEvent => "connection failed",
        QuarantinedEvent or ThisActorSystemQuarantinedEvent => "quarantined",
        ClusterEvent.MemberJoined => "member joined",
        ClusterEvent.MemberUp => "member up",
        ClusterEvent.MemberDowned => "member down",
        ClusterEvent.MemberRemoved => "member removed",
        ClusterEvent.UnreachableMember => "member unreachable",
        _ => null,
    };

    private void Count(object message)
    {
        if (KindOf(message) is { } kind)
        {
            Interlocked.Increment(ref counts[Array.IndexOf(Kinds, kind)]);
        }
    }

    private sealed class Listener(NodeEvents events) : UntypedActor
    {
        protected override void PreStart()
        {
            Context.System.EventStream.Subscribe(Self, typeof(AllDeadLetters));
            Context.System.EventStream.Subscribe(Self, typeof(RemotingLifecycleEvent));
            if (Context.System.HasExtension<Cluster>())
            {
                Cluster.Get(Context.System).Subscribe(
                    Self, typeof(ClusterEvent.IMemberEvent), typeof(ClusterEvent.UnreachableMember));
            }
        }

        protected override void OnReceive(object message) => events.Count(message);
    }
}
