using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using Akka.Actor;
using Akka.Event;
using Akka.Remote.Transport;
using Google.Protobuf;
using Step = AElf.Bench.Akka.Secrets.Proto.Handshake;

namespace AElf.Bench.Akka.Secrets;

/// <summary>
/// The handshake of the cluster's own protocol on a wire of Akka.Remote. Akka's own bytes follow it on the same wire.
/// The dialling side sends first, because TLS must be set up before any message. Then challenge, answer and proof
/// follow, or a reason for a refusal. The dialling side proves first, so a stranger gets no proof for guessing the
/// secret. Refuses a side without the secret or of another version. Next: <see cref="SecretTransport"/>.
/// </summary>
internal sealed class SecretHandshake : IHandleEventListener
{
    /// <summary>More bytes than any step needs, but few enough to be harmless.</summary>
    private const int MaxStepBytes = 1024;

    /// <summary>The reason if the peer ended the handshake without one.</summary>
    public static readonly Problem Lost = "the connection was lost in the handshake";

    private static readonly TimeSpan AgainInterval = TimeSpan.FromMilliseconds(50);
    private static readonly MessageParser<Step> Parser = Step.Parser.WithDiscardUnknownFields(true);

    private readonly AssociationHandle wire;
    private readonly ConnectionOptions options;
    private readonly bool accepts;
    private readonly Address peer;
    private readonly byte[] nonce = HandshakeRules.DrawNonce();
    private readonly TaskCompletionSource<AssociationHandle> proved =
        new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock gate = new();

    // Buffers data after the handshake until Akka listens.
    private readonly Queue<IHandleEvent> early = new();
    private bool hasBegun;
    private byte[]? other;
    private volatile bool isOver;
    private volatile IHandleEventListener? above;

    // Called for each received step.
    private readonly Action onStep;

    private SecretHandshake(
        AssociationHandle wire, ConnectionOptions options, bool accepts, Address peer, Action onStep)
    {
        this.onStep = onStep;
        this.wire = wire;
        this.options = options;
        this.accepts = accepts;
        this.peer = peer;
        wire.ReadHandlerSource.SetResult(this);
        _ = accepts ? Task.CompletedTask : BeginAsync();
        _ = EndInTimeAsync();
    }

    /// <summary>The wire for Akka; fails with a <see cref="WireException"/>, and then the wire is closed.</summary>
    public Task<AssociationHandle> Proved => proved.Task;

    /// <summary>Begins a handshake on the dialled side.</summary>
    /// <param name="onStep">Called for each received step.</param>
    public static SecretHandshake Accept(AssociationHandle wire, ConnectionOptions options, Action onStep) =>
        new(wire, options, accepts: true, wire.RemoteAddress, onStep);

    /// <summary>Begins a handshake on the dialling side.</summary>
    /// <param name="peer">The peer's name.</param>
    public static SecretHandshake Connect(AssociationHandle wire, ConnectionOptions options, Address peer) =>
        new(wire, options, accepts: false, peer, () => { });

    /// <summary>Called by the wire for each event, in order.</summary>
    public void Notify(IHandleEvent ev)
    {
        if (isOver)
        {
            Forward(ev);
            return;
        }

        try
        {
            On(ev is InboundPayload { Payload: var bytes }
                ? StepOf(bytes)
                : throw new WireException(Lost));
        }
        catch (WireException wrong)
        {
            Fail(wrong.Problem);
        }
    }

    private static Step StepOf(ByteString bytes)
    {
        try
        {
            return bytes.Length <= MaxStepBytes
                ? Parser.ParseFrom(bytes)
                : throw new WireException(HandshakeRules.NoHandshake);
        }
        catch (InvalidProtocolBufferException)
        {
            throw new WireException(HandshakeRules.NoHandshake);
        }
    }

    private void On(Step step)
    {
        onStep();
        switch (step.StepCase)
        {
            case Step.StepOneofCase.Began when accepts && hasBegun:
                break;
            case Step.StepOneofCase.Began when accepts:
                hasBegun = true;
                Send(new() { Challenge = new() { Version = options.Version, Nonce = ByteString.CopyFrom(nonce) } });
                break;
            case Step.StepOneofCase.Answer when accepts && hasBegun:
                HandshakeRules.Check(manager: options.Version, process: step.Answer.Version);
                other = HandshakeRules.NonceOf(step.Answer.Nonce);
                HandshakeRules.Check(step.Answer.Proof, ProofOf("connects", nonce, other));
                Send(new() { Proof = new() { Proof_ = ByteString.CopyFrom(ProofOf("accepts", nonce, other)) } });
                Succeed();
                break;
            case Step.StepOneofCase.Challenge when !accepts && other is null:
                HandshakeRules.Check(manager: step.Challenge.Version, process: options.Version);
                var challenge = HandshakeRules.NonceOf(step.Challenge.Nonce);
                _ = Task.Run(() => AnswerTo(challenge));
                break;
            case Step.StepOneofCase.Proof when !accepts && other is not null:
                HandshakeRules.Check(step.Proof.Proof_, ProofOf("accepts", other, nonce));
                Succeed();
                break;
            case Step.StepOneofCase.Refused when !accepts:
                End(new(Problem.KindOf(step.Kind), NumberFormat.OneLine(step.Refused)));
                break;
            default:
                throw new WireException(HandshakeRules.NoHandshake);
        }
    }

    private byte[] ProofOf(string role, byte[] challenge, byte[] answer) =>
        HandshakeRules.ProofOf(options.Hosts.Secret, role, challenge, answer);

    // A wire that was closed before it had a listener reports this only on a write.
    private void Send(Step step)
    {
        if (!wire.Write(step.ToByteString()))
        {
            End(Lost);
        }
    }

    private void Succeed()
    {
        var handle = new ProvedHandle(wire, peer);
        isOver = true;
        if (proved.TrySetResult(handle))
        {
            _ = ListenAsync(handle);
        }
    }

    // Akka sets the listener only some time after it has received the handle.
    private async Task ListenAsync(ProvedHandle handle)
    {
        var listener = await handle.ReadHandlerSource.Task;
        lock (gate)
        {
            while (early.TryDequeue(out var ev))
            {
                listener.Notify(ev);
            }

            above = listener;
        }
    }

    private void Forward(IHandleEvent ev)
    {
        if (above is null)
        {
            lock (gate)
            {
                if (above is null)
                {
                    early.Enqueue(ev);
                    return;
                }
            }
        }

        above.Notify(ev);
    }

    // Bytes directly after the TLS handshake may stay in the peer's TLS buffer until more arrive, so the message is
    // repeated.
    private async Task BeginAsync()
    {
        while (TryBegin())
        {
            await Task.Delay(AgainInterval);
        }
    }

    // The first message must never follow the answer, because the peer would pass it to Akka. The wire keeps the order
    // of writers on other threads.
    private bool TryBegin()
    {
        lock (gate)
        {
            var isDue = !isOver && other is null;
            if (isDue)
            {
                Send(new() { Began = true });
            }

            return isDue;
        }
    }

    private void AnswerTo(byte[] challenge)
    {
        lock (gate)
        {
            other = challenge;
            Send(new()
            {
                Answer = new()
                {
                    Version = options.Version,
                    Nonce = ByteString.CopyFrom(nonce),
                    Proof = ByteString.CopyFrom(ProofOf("connects", challenge, nonce)),
                },
            });
        }
    }

    private async Task EndInTimeAsync()
    {
        try
        {
            await proved.Task.WaitAsync(options.HandshakeTimeout);
        }
        catch (TimeoutException)
        {
            Fail($"no handshake within {options.HandshakeTimeout.TotalSeconds:0.###} s");
        }
        catch (WireException)
        {
            // The code that waits for the handle gets the error.
        }
    }

    private void Fail(Problem reason)
    {
        if (accepts)
        {
            Send(new() { Refused = reason.Text, Kind = Problem.NameOf(reason.Kind) });
        }

        End(reason);
    }

    private void End(Problem reason)
    {
        if (proved.TrySetException(new WireException(reason)))
        {
            isOver = true;
            wire.Disassociate("no node of the cluster", NoLogger.Instance);
        }
    }

    /// <summary>A wire after both sides have proved the secret.</summary>
    private sealed class ProvedHandle(AssociationHandle wire, Address peer)
        : AbstractTransportAdapterHandle(wire.LocalAddress, peer, wire, SecretTransport.Scheme)
    {
        public override bool Write(ByteString payload) => WrappedHandle.Write(payload);

        [Obsolete("Akka asks for it")]
        public override void Disassociate() => WrappedHandle.Disassociate();
    }
}
