using Akka.Actor;
using Akka.Cluster.Tools.PublishSubscribe;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Akka.Links;

/// <summary>The end of a link that asks for it, through the manager's receptionist.</summary>
internal sealed class DialledLink : LinkActor
{
    private static readonly TimeSpan AskInterval = TimeSpan.FromSeconds(1);

    private readonly ActorSelection receptionist;
    private readonly Open open;
    private readonly TaskCompletionSource<AkkaChannel> opened;

    /// <summary>A link to the manager behind a receptionist.</summary>
    /// <param name="receptionist">The receptionist.</param>
    /// <param name="open">What is asked for.</param>
    /// <param name="options">How.</param>
    /// <param name="isWatched">Whether this side is a member of the cluster.</param>
    /// <param name="opened">Gets the channel, or why there is none.</param>
    public DialledLink(
        ActorSelection receptionist,
        Open open,
        ConnectionOptions options,
        bool isWatched,
        TaskCompletionSource<AkkaChannel> opened)
        : base(new AkkaChannel(options), options, isWatched)
    {
        this.receptionist = receptionist;
        this.open = open;
        this.opened = opened;
        open.Client = global::Akka.Serialization.Serialization.SerializedActorPath(Self);
    }

    /// <inheritdoc/>
    protected override void PreStart()
    {
        Timers.StartSingleTimer(LinkSignal.Late, LinkSignal.Late, Options.HandshakeDeadline);
        Timers.StartPeriodicTimer(LinkSignal.Tick, LinkSignal.Tick, TimeSpan.Zero, AskInterval);
    }

    /// <inheritdoc/>
    protected override void OnTick() =>
        receptionist.Tell(new Send($"/user/{ManagerActor.Name}", new Parcel { Open = open }, localAffinity: true));

    /// <inheritdoc/>
    protected override void OnOpened()
    {
        Peer = Sender;
        Begin();
        opened.TrySetResult(Channel);
    }

    /// <inheritdoc/>
    protected override void Finish(string reason)
    {
        opened.TrySetException(new WireException(reason));
        base.Finish(reason);
    }
}
