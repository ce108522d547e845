using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.WebSockets;
using System.Threading.Channels;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Frames to and from one other process over a WebSocket. A message holds one or more frames, each with its length
/// (int32, little-endian) before it. Frames arrive whole, in the order they were sent, or not at all, and then the
/// connection has ended.
/// </summary>
public sealed class FrameConnection : IMessageChannel
{
    /// <summary>Most bytes of a message that is received.</summary>
    public const int MaxMessageBytes = 64 << 20;

    /// <summary>Most bytes that may wait to be sent: a peer so far behind is not one to work with.</summary>
    public const int MaxQueuedBytes = 64 << 20;

    /// <summary>How much room a connection keeps for what it sends.</summary>
    private const int KeptBytes = 1 << 20;

    /// <summary>Most bytes of frames that share a message, which is heard as a whole: a wire may be slow.</summary>
    private const int MaxSharedBytes = 16 << 10;

    private const int FirstBytes = 4096;
    private const int LargeBytes = 64 << 10;
    private const int HugeBytes = 1 << 20;

    private readonly WebSocket socket;
    private readonly ConnectionOptions options;
    private readonly CancellationTokenSource sending = new();

    // Ended with the writer: a read of a peer that neither speaks nor answers a close may not end with the socket.
    private readonly CancellationTokenSource reading = new();
    private readonly Channel<bool> wakeUps = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite, SingleReader = true });
    private readonly Lock gate = new();
    private readonly Task writing;
    private readonly Timer? strangerTimer;
    private volatile bool isAdmitted;
    private int isStranger;

    // Under the gate. Two buffers take turns: senders fill the one while the writer sends the other.
    private ArrayBufferWriter<byte> waiting = new();
    private ArrayBufferWriter<byte> spare = new();
    private long queuedBytes;
    private WebSocketCloseStatus closeStatus;
    private string? endReason;
    private bool dropsQueue;

    // Of the one reader.
    private byte[] received = [];
    private int receivedLength;
    private int receivedAt;
    private bool holdsLarge;

    private FrameConnection(WebSocket socket, ConnectionOptions options)
    {
        this.socket = socket;
        this.options = options;
        writing = Task.Run(WriteAsync);
        if (options.Limits.StrangerDeadline is { Ticks: > 0 } deadline)
        {
            strangerTimer = new Timer(_ => EndStranger(), state: null, deadline, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>
    /// How often an idle peer is asked whether it is there. Who accepts tells its server so when it takes the
    /// WebSocket.
    /// </summary>
    public static TimeSpan KeepAliveInterval { get; } = TimeSpan.FromSeconds(10);

    /// <summary>How long it may take to answer that.</summary>
    public static TimeSpan KeepAliveTimeout { get; } = TimeSpan.FromSeconds(10);

    /// <summary>Why the connection has ended, or is ending, in words for the user; null while it has not.</summary>
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

    private int MaxWaitingBytes => isAdmitted ? MaxQueuedBytes : options.Limits.MaxStrangerQueuedBytes;

    private int MaxReceivedBytes => isAdmitted ? options.Limits.MaxPeerBytes : options.Limits.MaxStrangerBytes;

    /// <summary>
    /// Takes a peer that has opened a WebSocket here. The socket belongs to the connection from now on, also when this
    /// fails.
    /// </summary>
    /// <exception cref="WireException">
    /// The peer speaks another version or has not the same secret, or it says nothing.
    /// </exception>
    public static async Task<FrameConnection> AcceptAsync(
        WebSocket socket, ConnectionOptions options, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.MaximumFrameBytes, 1);
        if (!options.Limits.TryEnter())
        {
            socket.Abort();
            throw new WireException($"there are {options.Limits.MaxStrangers} strangers already");
        }

        try
        {
            await Handshake.AcceptAsync(socket, options, cancellation);
            return new FrameConnection(socket, options) { isStranger = 1 };
        }
        catch
        {
            options.Limits.Leave();
            throw;
        }
    }

    /// <summary>Connects to a peer.</summary>
    /// <param name="endpoint">Where it listens.</param>
    /// <param name="path">The path of its WebSocket, such as <c>/cluster</c>.</param>
    /// <param name="options">How.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="WireException">
    /// Nobody there, no trusted certificate, another version, or not the same secret.
    /// </exception>
    public static async Task<FrameConnection> ConnectAsync(
        Endpoint endpoint, string path, ConnectionOptions options, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.MaximumFrameBytes, 1);
        return await ConnectedAsync(
            await WebSocketDialer.ConnectAsync(endpoint, path, options, cancellation), options, cancellation);
    }

    /// <summary>The connecting side of a socket that is open.</summary>
    internal static async Task<FrameConnection> ConnectedAsync(
        WebSocket socket, ConnectionOptions options, CancellationToken cancellation)
    {
        await Handshake.ConnectAsync(socket, options, cancellation);
        return new FrameConnection(socket, options);
    }

    /// <summary>
    /// Queues a message and returns at once; from any thread. Once the connection has ended, nothing happens.
    /// </summary>
    /// <exception cref="WireException">Its frame is larger than <see cref="FrameCodec.MaxBytes"/>.</exception>
    public void Send(Message message)
    {
        var since = Stopwatch.GetTimestamp();
        var (envelope, size) = FrameCodec.Measured(message);
        lock (gate)
        {
            if (endReason is not null)
            {
                return;
            }

            if (queuedBytes + size + FrameCodec.LengthBytes <= MaxWaitingBytes || queuedBytes == 0)
            {
                queuedBytes += size + FrameCodec.LengthBytes;
                FrameCodec.Append(envelope, size, waiting);
                options.Traffic?.Send(size);
                options.Traffic?.Code(since);
                wakeUps.Writer.TryWrite(true);
                return;
            }
        }

        Finish(
            WebSocketCloseStatus.PolicyViolation,
            $"the receiving side is too slow: more than {Describe(MaxWaitingBytes)} wait to be sent to it",
            drops: true);
    }

    /// <summary>
    /// The next message; null when the connection has ended, see <see cref="EndReason"/>. One caller at a time.
    /// </summary>
    /// <exception cref="OperationCanceledException">
    /// Cancelled; this ends the connection, since a frame may have been under way.
    /// </exception>
    public async Task<Message?> ReceiveAsync(CancellationToken cancellation)
    {
        try
        {
            while (EndReason is null)
            {
                if (receivedAt < receivedLength)
                {
                    return TakeMessage();
                }

                using var both = cancellation.CanBeCanceled
                    ? CancellationTokenSource.CreateLinkedTokenSource(cancellation, reading.Token)
                    : null;
                await ReceiveMessageAsync(both?.Token ?? reading.Token);
            }
        }
        catch (WireException exception)
        {
            Finish(WebSocketCloseStatus.InvalidPayloadData, exception.Message, drops: true);
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            Finish(WebSocketCloseStatus.NormalClosure, "this side does not listen any more", drops: true);
            throw;
        }
        catch (Exception failure) when (IsOfSocket(failure))
        {
            Finish(WebSocketCloseStatus.Empty, CloseText.Describe(failure), drops: true);
        }

        received = [];
        LetLargeGo();
        await writing.WaitAsync(cancellation);
        return null;
    }

    /// <inheritdoc/>
    public void Admit()
    {
        isAdmitted = true;
        LeaveStrangers();
        strangerTimer?.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>
    /// Ends the connection once what waits is sent, and tells the peer why. From any thread; only the first reason
    /// counts.
    /// </summary>
    /// <param name="reason">For the user; the peer gets the first 120 bytes of it.</param>
    public void End(string reason)
    {
        Finish(WebSocketCloseStatus.NormalClosure, reason, drops: false);
    }

    /// <summary>Ends the connection, if it has not, and waits until the peer knows, two seconds at most.</summary>
    public async ValueTask DisposeAsync()
    {
        End("the connection is not needed any more");
        await writing;
        LetLargeGo();
        strangerTimer?.Dispose();
        sending.Dispose();
        reading.Dispose();
    }

    private void LeaveStrangers()
    {
        if (Interlocked.Exchange(ref isStranger, 0) == 1)
        {
            options.Limits.Leave();
        }
    }

    private static bool IsOfSocket(Exception failure) =>
        failure is WebSocketException or IOException or OperationCanceledException
            or ObjectDisposedException or InvalidOperationException;

    private void EndStranger()
    {
        if (!isAdmitted)
        {
            Finish(
                WebSocketCloseStatus.PolicyViolation,
                $"no worker after {options.Limits.StrangerDeadline.TotalSeconds:0.###} s",
                drops: true);
        }
    }

    private void Finish(WebSocketCloseStatus status, string reason, bool drops)
    {
        lock (gate)
        {
            if (endReason is not null)
            {
                return;
            }

            endReason = reason;
            closeStatus = status;
            dropsQueue = drops;
            wakeUps.Writer.TryComplete();

            // A peer that does not read must not keep the writer for ever.
            sending.CancelAfter(options.ClosingDeadline);
        }
    }

    private async Task WriteAsync()
    {
        try
        {
            bool more;
            do
            {
                more = await wakeUps.Reader.WaitToReadAsync(CancellationToken.None);
                wakeUps.Reader.TryRead(out _);
                await SendWaitingAsync();
            }
            while (more);
            await CloseAsync();
        }
        catch (Exception failure) when (IsOfSocket(failure))
        {
            Finish(WebSocketCloseStatus.Empty, CloseText.Describe(failure), drops: true);
        }
        finally
        {
            socket.Dispose();
            LeaveStrangers();
            await reading.CancelAsync();
        }
    }

    private async Task SendWaitingAsync()
    {
        ArrayBufferWriter<byte> batch;
        lock (gate)
        {
            batch = waiting;
            waiting = spare;
            spare = batch;
        }

        var rest = batch.WrittenMemory;
        while (!rest.IsEmpty && !dropsQueue)
        {
            var message = rest[..MessageLength(rest.Span)];
            await SendMessageAsync(message);
            rest = rest[message.Length..];
            lock (gate)
            {
                queuedBytes -= message.Length;
            }
        }

        if (batch.Capacity > KeptBytes)
        {
            spare = new ArrayBufferWriter<byte>();
        }
        else
        {
            batch.ResetWrittenCount();
        }
    }

    // As many frames as fit into one WebSocket frame, and as the peer may take, at least one.
    private int MessageLength(ReadOnlySpan<byte> frames)
    {
        var length = 0;
        while (length < frames.Length)
        {
            var next = length + FrameCodec.LengthBytes + BinaryPrimitives.ReadInt32LittleEndian(frames[length..]);
            if (next > Math.Min(options.MaximumFrameBytes, MaxSharedBytes) && length > 0)
            {
                break;
            }

            length = next;
        }

        return length;
    }

    private async Task SendMessageAsync(ReadOnlyMemory<byte> message)
    {
        while (message.Length > options.MaximumFrameBytes)
        {
            await SendFrameAsync(message[..options.MaximumFrameBytes], endOfMessage: false);
            message = message[options.MaximumFrameBytes..];
        }

        await SendFrameAsync(message, endOfMessage: true);
    }

    /// <summary>A peer that does not read keeps what waits for it in memory: for a while, and not for ever.</summary>
    private async Task SendFrameAsync(ReadOnlyMemory<byte> frame, bool endOfMessage)
    {
        var sent = socket.SendAsync(frame, WebSocketMessageType.Binary, endOfMessage, sending.Token);
        using var stalled = sent.IsCompleted ? null : new Timer(
            _ => Finish(
                WebSocketCloseStatus.PolicyViolation,
                $"the receiving side has read nothing for {options.StallDeadline.TotalSeconds:0.###} s",
                drops: true),
            state: null,
            options.StallDeadline,
            Timeout.InfiniteTimeSpan);
        await sent;
    }

    // Sends a close, or answers one, and waits for the peer's: bytes left unread make the operating system reset the
    // connection, and the peer would not see why.
    private async Task CloseAsync()
    {
        if (closeStatus != WebSocketCloseStatus.Empty)
        {
            await socket.CloseAsync(closeStatus, CloseText.Cut(endReason!), sending.Token);
        }
    }

    private Message TakeMessage()
    {
        var rest = received.AsMemory(receivedAt, receivedLength - receivedAt);
        var length = rest.Length < FrameCodec.LengthBytes ? -1 : BinaryPrimitives.ReadInt32LittleEndian(rest.Span);
        if (length < 0 || length > rest.Length - FrameCodec.LengthBytes)
        {
            throw new WireException($"a message ends in {rest.Length} bytes that are no frame");
        }

        receivedAt += FrameCodec.LengthBytes + length;
        options.Traffic?.Receive(length);
        var since = Stopwatch.GetTimestamp();
        var message = FrameCodec.Decode(rest.Slice(FrameCodec.LengthBytes, length), options.Limits.Kinds);
        options.Traffic?.Code(since);
        return message;
    }

    private async Task ReceiveMessageAsync(CancellationToken cancellation)
    {
        LetLargeGo();
        receivedAt = receivedLength = 0;
        if (received.Length == 0 || received.Length > Math.Clamp(options.MaximumFrameBytes, FirstBytes, KeptBytes))
        {
            received = new byte[FirstBytes];
        }

        for (var length = 0; ;)
        {
            var part = await socket.ReceiveAsync(received.AsMemory(length), cancellation);
            NoteProgress(length, length + part.Count);
            length += part.Count;
            if (!IsTaken(part.MessageType, length))
            {
                return;
            }

            if (part.EndOfMessage)
            {
                await TakeWholeAsync(length, cancellation);
                return;
            }

            if (length == received.Length)
            {
                await GrowAsync(length, cancellation);
            }
        }
    }

    private bool IsTaken(WebSocketMessageType type, int length)
    {
        switch (type)
        {
            case WebSocketMessageType.Close:
                // Answered with a close without a text: nobody is there to read it.
                Finish(WebSocketCloseStatus.NormalClosure, CloseText.Describe(socket), drops: true);
                return false;
            case WebSocketMessageType.Text:
                Finish(
                    WebSocketCloseStatus.InvalidMessageType, "a text message came; frames are binary", drops: true);
                return false;
            case WebSocketMessageType.Binary when length > MaxReceivedBytes:
                Finish(
                    WebSocketCloseStatus.MessageTooBig,
                    $"a message of more than {Describe(MaxReceivedBytes)} came",
                    drops: true);
                return false;
            default:
                return true;
        }
    }

    private static string Describe(int bytes) => bytes >= 1 << 20 ? $"{bytes >> 20} MiB" : $"{bytes >> 10} KiB";

    private async Task TakeWholeAsync(int length, CancellationToken cancellation)
    {
        if (length == 0)
        {
            throw new WireException("a message without a frame");
        }

        if (length > LargeBytes)
        {
            await HoldLargeAsync(cancellation);
        }

        receivedLength = length;
    }

    // Only as fast as bytes really come: memory that is not written to takes no room.
    private async Task GrowAsync(int length, CancellationToken cancellation)
    {
        if (length >= HugeBytes)
        {
            await HoldLargeAsync(cancellation);
        }

        var larger = GC.AllocateUninitializedArray<byte>(Math.Max(
            length + 1, (int)Math.Min(4L * length, MaxReceivedBytes + 1L)));
        received.AsSpan(0, length).CopyTo(larger);
        received = larger;
    }

    private async Task HoldLargeAsync(CancellationToken cancellation)
    {
        if (options.Limits.Large is { } large && !holdsLarge)
        {
            // Who waits for others is not silent.
            SetStrangerTimer(Timeout.InfiniteTimeSpan);
            await large.WaitAsync(cancellation);
            holdsLarge = true;
            SetStrangerTimer(options.Limits.StrangerDeadline);
        }
    }

    private void LetLargeGo()
    {
        if (holdsLarge)
        {
            holdsLarge = false;
            options.Limits.Large!.Release();
        }
    }

    private void NoteProgress(int before, int after)
    {
        if (before / LargeBytes != after / LargeBytes)
        {
            SetStrangerTimer(options.Limits.StrangerDeadline);
        }
    }

    private void SetStrangerTimer(TimeSpan after)
    {
        if (!isAdmitted)
        {
            strangerTimer?.Change(after, Timeout.InfiniteTimeSpan);
        }
    }
}
