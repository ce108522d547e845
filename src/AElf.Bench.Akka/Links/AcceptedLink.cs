using Akka.Actor;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Akka.Links;

/// <summary>The manager's end of a link.</summary>
internal sealed class AcceptedLink : LinkActor
{
    private readonly Func<IMessageChannel, Task> serve;

    /// <summary>A link to an actor that asked for it.</summary>
    public AcceptedLink(
        IActorRef client, ConnectionOptions options, bool isWatched, Func<IMessageChannel, Task> serve)
        : base(new AkkaChannel(options), options, isWatched)
    {
        this.serve = serve;
        Peer = client;
    }

    /// <inheritdoc/>
    protected override void PreStart()
    {
        Peer.Tell(new Parcel { Opened = new Opened() });
        Begin();
        _ = serve(Channel);
    }
}
