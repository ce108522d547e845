using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// Decides when frames are sent: grants and acknowledgements are gathered until a flush, all other frames are sent at
/// once. Ends if a peer reads too slowly. Next: <see cref="LinkActor"/>.
/// </summary>
/// <remarks>
/// Each message of Akka costs tens of microseconds. Frames arrive complete, in the order of sending. If a frame is
/// lost, the channel ends.
/// </remarks>
internal sealed class AkkaChannel(ConnectionOptions options) : IMessageChannel
{
    /// <summary>Maximum of gathered bytes without a flush.</summary>
    private const int MaxGatheredBytes = 32 << 10;

    /// <summary>Capacity, in bytes, that the buffers of a channel keep.</summary>
    private const int KeptBytes = 1 << 20;

    /// <summary>Number of read bytes after which the peer's window opens by the same number.</summary>
    public const int ConfirmedBytes = LinkActor.WindowBytes / 4;

    private readonly Channel<(Message Message, int Bytes)> incoming = Channel.CreateUnbounded<(Message, int)>(
        new UnboundedChannelOptions { SingleReader = true });
    private readonly TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock gate = new();

    // Senders fill one buffer while the link's actor empties the other.
    private ArrayBufferWriter<byte> waiting = new();
    private ArrayBufferWriter<byte> taken = new();
    private ArrayBufferWriter<byte> frame = new();
    private bool isFlushing;
    private int takenBytes;
    private long unreadBytes;
    private long unconfirmedBytes;
    private IActorRef? link;
    private string? endReason;

    /// <summary>Called at the end of the channel, for example to end a worker's node; null for nothing.</summary>
    public Func<Task>? OnDispose { get; set; }

    public string? EndReason
    {
        get
        {
            lock (gate)
            {
                return endReason;
            }
        }
    }

    /// <summary>Whether the peer has identified itself.</summary>
    public bool IsAdmitted { get; private set; }

    /// <summary>Bytes of received frames that were not read yet.</summary>
    public long UnreadBytes => Interlocked.Read(ref unreadBytes);

    private int MaxWaitingBytes =>
        IsAdmitted ? PeerLimits.MaxQueuedBytes : options.Limits.MaxUnauthenticatedQueuedBytes;

    /// <summary>Maximum bytes of a frame of the peer; smaller before its admission.</summary>
    public int MaxFrameBytes => IsAdmitted ? options.Limits.MaxPeerBytes : options.Limits.MaxUnauthenticatedBytes;

    /// <summary>Lets an actor send the queued and all further messages.</summary>
    public void Attach(IActorRef actor)
    {
        lock (gate)
        {
            link = actor;
        }
    }

    public void Send(Message message)
    {
        var since = Stopwatch.GetTimestamp();
        int size;
        bool isDue;
        bool isFull;
        lock (gate)
        {
            if (endReason is not null)
            {
                return;
            }

            frame = Emptied(frame);
            FrameCodec.Encode(message, frame);
            size = frame.WrittenCount;
            var queued = takenBytes + waiting.WrittenCount;
            isFull = queued > 0 && queued + size > MaxWaitingBytes;
            if (!isFull)
            {
                BinaryPrimitives.WriteInt32LittleEndian(waiting.GetSpan(FrameCodec.LengthBytes), size);
                waiting.Advance(FrameCodec.LengthBytes);
                waiting.Write(frame.WrittenSpan);
            }

            var canWait = message is Message.Assign or Message.Acknowledged;
            isDue = !isFlushing && (!canWait || waiting.WrittenCount >= MaxGatheredBytes);
            isFlushing |= isDue;
        }

        if (isFull)
        {
            End("the receiving side is too slow");
            return;
        }

        options.Traffic?.Send(size);
        options.Traffic?.Code(since);
        if (isDue)
        {
            link?.Tell(LinkSignal.Flush);
        }
    }

    public void Flush()
    {
        lock (gate)
        {
            if (isFlushing || waiting.WrittenCount == 0)
            {
                return;
            }

            isFlushing = true;
        }

        link?.Tell(LinkSignal.Flush);
    }

    public async Task<Message?> ReceiveAsync(CancellationToken cancellation)
    {
        try
        {
            if (await incoming.Reader.WaitToReadAsync(cancellation) && incoming.Reader.TryRead(out var next))
            {
                Note(next.Bytes);
                return next.Message;
            }
        }
        catch (OperationCanceledException)
        {
            Finish("this side stopped listening");
            throw;
        }

        return null;
    }

    public void Admit() => IsAdmitted = true;

    public void End(string reason)
    {
        lock (gate)
        {
            endReason ??= reason;
        }

        incoming.Writer.TryComplete();
        link?.Tell(LinkSignal.End);
    }

    public async ValueTask DisposeAsync()
    {
        End("the connection was closed");
        await ended.Task.WaitAsync(options.ClosingDeadline).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (OnDispose is not null)
        {
            await OnDispose();
        }
    }

    /// <summary>Returns the queued bytes, and marks them as sent with the next call.</summary>
    public ReadOnlyMemory<byte> TakeWaiting()
    {
        lock (gate)
        {
            isFlushing = false;
            (waiting, taken) = (Emptied(taken), waiting);
            takenBytes = taken.WrittenCount;
            return taken.WrittenMemory;
        }
    }

    /// <summary>Receives a complete frame.</summary>
    /// <exception cref="WireException">The bytes are not a frame, or not a message that the peer may send.</exception>
    public void Receive(ReadOnlyMemory<byte> frame)
    {
        var since = Stopwatch.GetTimestamp();
        var message = FrameCodec.Decode(frame, options.Limits.Kinds);
        options.Traffic?.Receive(frame.Length);
        options.Traffic?.Code(since);
        Interlocked.Add(ref unreadBytes, sizeof(int) + frame.Length);
        incoming.Writer.TryWrite((message, sizeof(int) + frame.Length));
    }

    /// <summary>Ends the channel: it receives and sends nothing more.</summary>
    public void Finish(string reason)
    {
        lock (gate)
        {
            endReason ??= reason;
        }

        incoming.Writer.TryComplete();
        ended.TrySetResult();
    }

    private static ArrayBufferWriter<byte> Emptied(ArrayBufferWriter<byte> buffer)
    {
        buffer.ResetWrittenCount();
        return buffer.Capacity > KeptBytes ? new ArrayBufferWriter<byte>() : buffer;
    }

    private void Note(int readBytes)
    {
        Interlocked.Add(ref unreadBytes, -readBytes);
        unconfirmedBytes += readBytes;
        if (unconfirmedBytes >= ConfirmedBytes)
        {
            unconfirmedBytes = 0;
            link?.Tell(LinkSignal.Confirm);
        }
    }
}

/// <summary>A channel's request to its link's actor, or a timer of that actor.</summary>
internal enum LinkSignal
{
    Flush,
    Confirm,

    /// <summary>End the link after the queued bytes are sent.</summary>
    End,

    Ask,

    /// <summary>Time for the manager's heartbeat, and for the worker's check of it.</summary>
    Beat,

    /// <summary>The peer did not identify itself in time.</summary>
    Late,

    /// <summary>The peer did not read in time.</summary>
    Stalled,

    /// <summary>The peer did not confirm the end of the link in time.</summary>
    Overdue,
}
