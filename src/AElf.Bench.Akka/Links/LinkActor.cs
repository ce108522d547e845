using System.Buffers;
using System.Buffers.Binary;
using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;
using Akka.Remote;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// Splits the frames of a link between two processes into parts: each part fits into a message of Akka, and the bytes
/// in flight fit into the peer's window. Ends the link after a lost part. Next: <see cref="ManagerActor"/>.
/// </summary>
internal abstract class LinkActor(ConnectionOptions options) : UntypedActor, IWithTimers
{
    /// <summary>Maximum of bytes in flight: sent but not acknowledged by the peer.</summary>
    public const int WindowBytes = 4 << 20;

    /// <summary>Number of the manager's heartbeats within the silence after which it counts as dead.</summary>
    protected const int BeatsInASilence = 5;

    /// <summary>Bytes of Akka's envelope around a part: paths of two actors, and numbers.</summary>
    private const int EnvelopeBytes = 2048;

    /// <summary>
    /// Maximum bytes of a part. The runtime collects larger arrays only with the oldest generation, and Akka makes
    /// several arrays of each part.
    /// </summary>
    private const int MaxPartBytes = 64 << 10;

    private readonly ArrayBufferWriter<byte> arriving = new();
    private ReadOnlyMemory<byte> unsent;
    private long sentParts;
    private long sentBytes;
    private long acknowledgedBytes;
    private long receivedParts;
    private long receivedBytes;
    private long confirmedBytes;
    private IActorRef? peer;
    private bool isEnding;

    public ITimerScheduler Timers { get; set; } = null!;

    protected AkkaChannel Channel { get; } = new(options);
    protected ConnectionOptions Options { get; } = options;

    /// <summary>The time of the last message, by <see cref="Clock"/>.</summary>
    protected TimeSpan LastReceived { get; set; }

    /// <summary>The time since the node began.</summary>
    protected static TimeSpan Clock => Context.System.Scheduler.MonotonicClock;

    private int PartBytes => Math.Min(Options.Hosts.MaximumFrameBytes - EnvelopeBytes, MaxPartBytes);

    protected override void PostStop() => Finish("the link has ended");

    protected override void OnReceive(object message)
    {
        try
        {
            switch (message)
            {
                case LinkSignal signal:
                    On(signal);
                    break;
                case LinkMessage said:
                    On(said);
                    break;
                case DisassociatedEvent when IsLoss(message):
                    Break("the connection to the other process was lost");
                    break;
                case DisassociatedEvent:
                    break;
                default:
                    Unhandled(message);
                    break;
            }
        }
        catch (WireException exception)
        {
            Refuse(exception.Message);
        }
    }

    /// <summary>The manager has answered: the link may begin.</summary>
    protected virtual void OnOpened(LinkMessage.Opened answer)
    {
        // The manager receives no such answer.
    }

    /// <summary>A part of the silence, one of <see cref="BeatsInASilence"/>, has passed.</summary>
    protected abstract void OnBeat();

    /// <summary>The link was not open for another interval.</summary>
    protected virtual void OnAsk()
    {
        // The accepting end is open at once.
    }

    /// <summary>The link cannot be made, or has ended.</summary>
    protected virtual void Finish(string reason) => Channel.Finish(reason);

    /// <summary>Opens the link for frames in both directions.</summary>
    /// <param name="other">The actor of the peer.</param>
    protected void Begin(IActorRef other)
    {
        peer = other;
        Context.System.EventStream.Subscribe(Self, typeof(DisassociatedEvent));
        Channel.Attach(Self);
        Flush();
    }

    /// <summary>
    /// Ends the link, and sends the reason to the peer. The actor stays until the peer has received it, because a node
    /// without a link is downed and cut off.
    /// </summary>
    private void Refuse(string reason)
    {
        Say(reason);
        Finish(reason);
        Timers.StartSingleTimer(LinkSignal.Overdue, LinkSignal.Overdue, Options.ClosingDeadline);
        Become(Closing);
    }

    private void Closing(object message)
    {
        if (message is LinkSignal.Overdue or LinkMessage.Close || IsLoss(message))
        {
            Context.Stop(Self);
        }
    }

    private bool IsLoss(object message) =>
        message is DisassociatedEvent lost && lost.RemoteAddress.Equals(peer?.Path.Address);

    private void Say(string reason) => peer?.Tell(new LinkMessage.Close(reason));

    /// <summary>Ends the link to a peer that no longer receives messages.</summary>
    protected void Break(string reason)
    {
        Finish(reason);
        Context.Stop(Self);
    }

    private void On(LinkSignal signal)
    {
        switch (signal)
        {
            case LinkSignal.Flush:
                Flush();
                break;
            case LinkSignal.Confirm:
                Confirm();
                break;
            case LinkSignal.End:
                isEnding = true;
                Flush();
                break;
            case LinkSignal.Beat:
                OnBeat();
                break;
            case LinkSignal.Ask:
                OnAsk();
                break;
            case LinkSignal.Late when !Channel.IsAdmitted:
                Refuse($"no worker after {Options.Limits.AdmissionDeadline.TotalSeconds:0.###} s");
                break;
            case LinkSignal.Stalled:
                Refuse($"the peer has read nothing for {Options.StallDeadline.TotalSeconds:0.###} s");
                break;
            default:
                // The peer is known at this point.
                break;
        }
    }

    private void On(LinkMessage message)
    {
        LastReceived = Clock;
        switch (message)
        {
            case LinkMessage.Opened answer when peer is null:
                OnOpened(answer);
                break;
            case LinkMessage.Frames part when Sender.Equals(peer):
                On(part);
                break;
            case LinkMessage.Confirmed confirmed when Sender.Equals(peer):
                On(confirmed);
                break;
            case LinkMessage.Close close when peer is null || Sender.Equals(peer):
                Say("heard");
                Break(close.Reason);
                break;
            default:
                // The message is of another link.
                break;
        }
    }

    private void On(LinkMessage.Frames part)
    {
        if (part.Number != ++receivedParts)
        {
            throw new WireException($"part {receivedParts} was lost, part {part.Number} arrived");
        }

        receivedBytes += part.Bytes.Length;
        arriving.Write(part.Bytes.Span);
        var all = arriving.WrittenMemory;
        var rest = all;
        while (FrameLength(rest) is { } length && rest.Length >= length)
        {
            Channel.Receive(rest[sizeof(int)..length]);
            rest = rest[length..];
        }

        if (rest.Length < all.Length)
        {
            var left = rest.ToArray();
            arriving.ResetWrittenCount();
            arriving.Write(left);
        }

        Confirm();
    }

    private void On(LinkMessage.Confirmed confirmed)
    {
        if (confirmed.Bytes < acknowledgedBytes || confirmed.Bytes > sentBytes)
        {
            throw new WireException($"{confirmed.Bytes} bytes were confirmed of {sentBytes} that were sent");
        }

        acknowledgedBytes = confirmed.Bytes;
        Timers.Cancel(LinkSignal.Stalled);
        Flush();
    }

    /// <summary>
    /// Opens the peer's window by the read bytes and by the bytes of an incomplete frame, because a frame may be larger
    /// than the window.
    /// </summary>
    private void Confirm()
    {
        var read = receivedBytes - Channel.UnreadBytes;
        if (read - confirmedBytes >= AkkaChannel.ConfirmedBytes)
        {
            confirmedBytes = read;
            peer.Tell(new LinkMessage.Confirmed(read));
        }
    }

    /// <summary>Bytes of the first frame with its length; null while length or frame is incomplete.</summary>
    private int? FrameLength(ReadOnlyMemory<byte> bytes)
    {
        if (bytes.Length < sizeof(int))
        {
            return null;
        }

        var length = BinaryPrimitives.ReadInt32LittleEndian(bytes.Span);
        return length >= 0 && length <= Channel.MaxFrameBytes
            ? sizeof(int) + length
            : throw new WireException($"a message of {length} bytes arrived; expected at most {Channel.MaxFrameBytes}");
    }

    private void Flush()
    {
        if (peer is null)
        {
            return;
        }

        while (!unsent.IsEmpty || !(unsent = Channel.TakeWaiting()).IsEmpty)
        {
            if (sentBytes - acknowledgedBytes >= WindowBytes)
            {
                if (!Timers.IsTimerActive(LinkSignal.Stalled))
                {
                    Timers.StartSingleTimer(LinkSignal.Stalled, LinkSignal.Stalled, Options.StallDeadline);
                }

                return;
            }

            var part = unsent[..Math.Min(PartBytes, unsent.Length)];
            unsent = unsent[part.Length..];
            sentBytes += part.Length;
            peer.Tell(new LinkMessage.Frames(++sentParts, part.ToArray()));
        }

        if (isEnding)
        {
            Refuse(Channel.EndReason ?? "the link was closed");
        }
    }
}

/// <summary>The worker's end of a link, which asks the manager for it.</summary>
/// <param name="opened">Gets the channel, or a <see cref="WireException"/> if the dial failed.</param>
internal sealed class DialledLink(
    ActorSelection manager,
    LinkMessage.Open open,
    ConnectionOptions options,
    TaskCompletionSource<AkkaChannel> opened) : LinkActor(options)
{
    // A manager does not answer before it knows the node as a member.
    private static readonly TimeSpan AskInterval = TimeSpan.FromMilliseconds(200);

    private TimeSpan silence;
    private TimeSpan lastBeat;

    private TimeSpan Beat => silence / BeatsInASilence;

    protected override void PreStart() =>
        Timers.StartPeriodicTimer(LinkSignal.Ask, LinkSignal.Ask, TimeSpan.Zero, AskInterval);

    protected override void OnAsk() => manager.Tell(open);

    protected override void OnOpened(LinkMessage.Opened answer)
    {
        Timers.Cancel(LinkSignal.Ask);
        silence = answer.Silence;
        if (silence > TimeSpan.Zero)
        {
            lastBeat = Clock;
            Timers.StartPeriodicTimer(LinkSignal.Beat, LinkSignal.Beat, Beat);
        }

        Begin(Sender);
        opened.TrySetResult(Channel);
    }

    protected override void OnBeat()
    {
        // After a stall of this actor, messages may still wait in its mailbox.
        var isLate = Clock - lastBeat > 2 * Beat;
        lastBeat = Clock;
        if (isLate)
        {
            LastReceived = Clock;
        }
        else if (Clock - LastReceived > silence)
        {
            Break($"no message from the manager for {silence.TotalSeconds:0.###} s");
        }
    }

    protected override void Finish(string reason)
    {
        opened.TrySetException(new WireException(reason));
        base.Finish(reason);
    }
}

/// <summary>The manager's end of a link.</summary>
internal sealed class AcceptedLink(IActorRef client, ConnectionOptions options, Func<IMessageChannel, Task> serve)
    : LinkActor(options)
{
    protected override void OnBeat() => client.Tell(new LinkMessage.Alive());

    protected override void PreStart()
    {
        if (Options.Limits.AdmissionDeadline > TimeSpan.Zero)
        {
            Timers.StartSingleTimer(LinkSignal.Late, LinkSignal.Late, Options.Limits.AdmissionDeadline);
        }

        var silence = Options.Hosts.AcceptableHeartbeatPause;
        client.Tell(new LinkMessage.Opened(silence));
        Timers.StartPeriodicTimer(LinkSignal.Beat, LinkSignal.Beat, silence / BeatsInASilence);
        Begin(client);
        _ = serve(Channel);
    }
}
