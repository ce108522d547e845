using System.Buffers;
using System.Buffers.Binary;
using Akka.Actor;
using Akka.Remote;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Concurrency.Cluster.Wire;
using Google.Protobuf;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// One end of a link between two processes: the frames of the cluster's own protocol, in parts that fit into Akka's,
/// numbered, so that one that is lost ends the link and nothing is taken for what it is not.
/// </summary>
internal abstract class LinkActor : UntypedActor, IWithTimers
{
    /// <summary>Bytes of Akka's envelope around a part: paths of two actors, and numbers.</summary>
    private const int EnvelopeBytes = 2048;

    /// <summary>Larger arrays would be collected with the oldest alone; Akka makes several of each part.</summary>
    private const int MaxPartBytes = 64 << 10;

    private static readonly TimeSpan PingInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(30);

    private readonly bool isWatched;
    private readonly ArrayBufferWriter<byte> arriving = new();
    private long sent;
    private long received;
    private long lastReceivedAt = Environment.TickCount64;
    private bool isOpen;

    /// <summary>A link that has not begun.</summary>
    /// <param name="channel">What its messages go to and come from.</param>
    /// <param name="options">How.</param>
    /// <param name="isWatched">
    /// Whether both sides are members of the cluster, which knows when one is silent; else the link asks by itself.
    /// </param>
    protected LinkActor(AkkaChannel channel, ConnectionOptions options, bool isWatched)
    {
        Channel = channel;
        Options = options;
        this.isWatched = isWatched;
    }

    /// <inheritdoc/>
    public ITimerScheduler Timers { get; set; } = null!;

    /// <summary>What the link's messages go to and come from.</summary>
    protected AkkaChannel Channel { get; }

    /// <summary>How.</summary>
    protected ConnectionOptions Options { get; }

    /// <summary>The actor at the other end; nobody before it has answered.</summary>
    protected IActorRef Peer { get; set; } = ActorRefs.Nobody;

    /// <inheritdoc/>
    protected override void PostStop() => Finish("the link has ended");

    /// <inheritdoc/>
    protected override void OnReceive(object message)
    {
        try
        {
            switch (message)
            {
                case LinkSignal signal:
                    On(signal);
                    break;
                case Parcel parcel:
                    lastReceivedAt = Environment.TickCount64;
                    On(parcel);
                    break;
                case Terminated:
                    Break("the other process has left the cluster, or was held for dead by it");
                    break;
                case DisassociatedEvent lost when lost.RemoteAddress.Equals(Peer.Path.Address):
                    Break("the connection to the other process was lost");
                    break;
                case DisassociatedEvent:
                    break;
                default:
                    Unhandled(message);
                    break;
            }
        }
        catch (Exception exception) when (exception is WireException or InvalidProtocolBufferException)
        {
            Refuse(exception.Message);
        }
    }

    /// <summary>The manager's end says that it is there.</summary>
    protected virtual void OnOpened()
    {
        // This is the manager's end.
    }

    /// <summary>Another moment has passed in which the link was not open.</summary>
    protected virtual void OnTick()
    {
        // Who accepts is open at once.
    }

    /// <summary>The link cannot be made, or has come to nothing.</summary>
    protected virtual void Finish(string reason) => Channel.Finish(reason);

    /// <summary>The link is open: frames may come and go.</summary>
    protected void Begin()
    {
        isOpen = true;
        Timers.Cancel(LinkSignal.Late);
        Context.System.EventStream.Subscribe(Self, typeof(DisassociatedEvent));
        if (isWatched)
        {
            Context.Watch(Peer);
            Timers.Cancel(LinkSignal.Tick);
        }
        else
        {
            Timers.StartPeriodicTimer(LinkSignal.Tick, LinkSignal.Tick, PingInterval);
        }

        Channel.Attach(Self);
        Flush();
    }

    /// <summary>Ends the link, and says why to the other side.</summary>
    protected void Refuse(string reason)
    {
        Peer.Tell(new Parcel { Close = new Close { Reason = reason } });
        Break(reason);
    }

    private void Break(string reason)
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
            case LinkSignal.End:
                Flush();
                Refuse(Channel.EndReason ?? "the link is not needed any more");
                break;
            case LinkSignal.Late:
                Refuse($"no link within {Options.HandshakeDeadline.TotalSeconds:0.###} s");
                break;
            case LinkSignal.Tick when !isOpen:
                OnTick();
                break;
            case LinkSignal.Tick when Environment.TickCount64 - lastReceivedAt > MaxSilence.TotalMilliseconds:
                Refuse($"the other process has said nothing for {MaxSilence.TotalSeconds:0} s");
                break;
            default:
                Peer.Tell(new Parcel { Ping = new Ping() });
                break;
        }
    }

    private void On(Parcel parcel)
    {
        switch (parcel.KindCase)
        {
            case Parcel.KindOneofCase.Opened when !isOpen:
                OnOpened();
                break;
            case Parcel.KindOneofCase.Frames when isOpen && Sender.Equals(Peer):
                On(parcel.Frames);
                break;
            case Parcel.KindOneofCase.Close:
                Break(parcel.Close.Reason);
                break;
            default:
                // Of another link, or a sign of life.
                break;
        }
    }

    private void On(Frames part)
    {
        if (part.Number != ++received)
        {
            throw new WireException($"part {received} was lost on the way, part {part.Number} came");
        }

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
    }

    /// <summary>Bytes of the first frame with its length; null while that has not come whole.</summary>
    private static int? FrameLength(ReadOnlyMemory<byte> bytes)
    {
        if (bytes.Length < sizeof(int))
        {
            return null;
        }

        var length = BinaryPrimitives.ReadInt32LittleEndian(bytes.Span);
        return length is >= 0 and <= FrameCodec.MaxBytes
            ? sizeof(int) + length
            : throw new WireException($"a frame of {length} bytes was announced; the most is {FrameCodec.MaxBytes}");
    }

    private void Flush()
    {
        if (!isOpen)
        {
            return;
        }

        var part = Math.Min(Options.MaximumFrameBytes - EnvelopeBytes, MaxPartBytes);
        for (var rest = Channel.TakeWaiting(); !rest.IsEmpty; rest = rest[Math.Min(part, rest.Length)..])
        {
            Peer.Tell(new Parcel
            {
                Frames = new Frames
                {
                    Number = ++sent,
                    Bytes = ByteString.CopyFrom(rest[..Math.Min(part, rest.Length)].Span),
                },
            });
        }
    }
}
