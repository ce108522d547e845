using Akka.Actor;
using AElf.Bench.Concurrency.Cluster.Wire;
using Google.Protobuf;
using HandshakeStep = AElf.Bench.Concurrency.Cluster.Wire.Proto.Handshake;

namespace AElf.Bench.Akka.Links;

/// <summary>The manager's end of a link.</summary>
internal sealed class AcceptedLink : LinkActor
{
    private readonly byte[] nonce = HandshakeRules.DrawNonce();
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
        base.PreStart();
        Send(new HandshakeStep
        {
            Challenge = new() { Version = Options.Version, Nonce = ByteString.CopyFrom(nonce) },
        });
    }

    /// <inheritdoc/>
    protected override void OnStep(HandshakeStep step)
    {
        var answer = step.Answer ?? throw new WireException(HandshakeRules.NoHandshake);
        HandshakeRules.Check(answer.Version, Options.Version);
        var other = HandshakeRules.NonceOf(answer.Nonce);
        HandshakeRules.Check(answer.Proof, Handshake.ProofOf(Options.Secret, "connects", nonce, other));
        Send(new HandshakeStep
        {
            Proof = new()
            {
                Proof_ = ByteString.CopyFrom(Handshake.ProofOf(Options.Secret, "accepts", nonce, other)),
            },
        });
        Begin();
        _ = serve(Channel);
    }
}
