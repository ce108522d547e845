using Akka.Actor;
using Akka.Cluster.Tools.PublishSubscribe;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Concurrency.Cluster.Wire;
using Google.Protobuf;
using HandshakeStep = AElf.Bench.Concurrency.Cluster.Wire.Proto.Handshake;

namespace AElf.Bench.Akka.Links;

/// <summary>The end of a link that asks for it, through the manager's receptionist.</summary>
internal sealed class DialledLink : LinkActor
{
    private static readonly TimeSpan AskInterval = TimeSpan.FromSeconds(1);

    private readonly ActorSelection receptionist;
    private readonly Open open;
    private readonly TaskCompletionSource<AkkaChannel> opened;
    private readonly byte[] nonce = HandshakeRules.DrawNonce();
    private byte[]? other;

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
        base.PreStart();
        Timers.StartPeriodicTimer(LinkSignal.Tick, LinkSignal.Tick, TimeSpan.Zero, AskInterval);
    }

    /// <inheritdoc/>
    protected override void OnTick()
    {
        if (other is null)
        {
            receptionist.Tell(new Send($"/user/{ManagerActor.Name}", new Parcel { Open = open }, localAffinity: true));
        }
    }

    /// <inheritdoc/>
    protected override void OnStep(HandshakeStep step)
    {
        if (other is null)
        {
            var challenge = step.Challenge ?? throw new WireException(HandshakeRules.NoHandshake);
            Peer = Sender;
            HandshakeRules.Check(challenge.Version, Options.Version);
            other = HandshakeRules.NonceOf(challenge.Nonce);
            Send(new HandshakeStep
            {
                Answer = new()
                {
                    Version = Options.Version,
                    Nonce = ByteString.CopyFrom(nonce),
                    Proof = ByteString.CopyFrom(Handshake.ProofOf(Options.Secret, "connects", other, nonce)),
                },
            });
        }
        else if (Sender.Equals(Peer))
        {
            var proof = step.Proof ?? throw new WireException(HandshakeRules.NoHandshake);
            HandshakeRules.Check(proof.Proof_, Handshake.ProofOf(Options.Secret, "accepts", other, nonce));
            Begin();
            opened.TrySetResult(Channel);
        }
    }

    /// <inheritdoc/>
    protected override void Finish(string reason)
    {
        opened.TrySetException(new WireException(reason));
        base.Finish(reason);
    }
}
