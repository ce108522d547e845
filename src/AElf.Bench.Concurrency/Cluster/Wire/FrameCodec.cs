using System.Buffers;
using System.Collections.Frozen;
using System.Diagnostics;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Decides the limits of a frame. A frame holds one message, which shares no memory with its bytes. Refuses a frame
/// that is too large for its kind, or of a kind that the peer may not send. Next: <see cref="MessageFormat"/>.
/// </summary>
public static class FrameCodec
{
    /// <summary>Maximum bytes of a frame.</summary>
    public const int MaxBytes = (64 << 20) - LengthBytes;

    /// <summary>Maximum bytes of a worker's message.</summary>
    public const int MaxWorkerBytes = 1 << 20;

    /// <summary>
    /// Maximum bytes of a frame without attempts and work: strings and records need far more memory as objects than as
    /// bytes.
    /// </summary>
    public const int MaxSmallBytes = 4 << 20;

    /// <summary>Bytes of the length before a frame; little-endian.</summary>
    internal const int LengthBytes = sizeof(int);

    // The size of these messages changes little when they are decoded.
    private static readonly FrozenSet<Type> Large = [typeof(Message.Done), typeof(Message.Assign)];

    /// <summary>Writes a frame into an empty buffer.</summary>
    /// <exception cref="WireException">The frame would exceed <see cref="MaxBytes"/>.</exception>
    internal static void Encode(Message message, ArrayBufferWriter<byte> to)
    {
        MessageFormat.Table.Write(message, to);
        RefuseAbove(MaxBytes, to.WrittenCount);
    }

    /// <summary>
    /// Decodes a frame. A message of another kind is refused before it is decoded. Null accepts all kinds.
    /// </summary>
    /// <exception cref="WireException">
    /// The bytes are not a frame, are of a refused or unknown kind, or have an impossible value.
    /// </exception>
    internal static Message Decode(ReadOnlyMemory<byte> bytes, IReadOnlySet<Type>? kinds = null)
    {
        RefuseAbove(MaxBytes, bytes.Length);
        var kind = MessageFormat.Table.KindOf(bytes).Type;
        if (kinds?.Contains(kind) == false)
        {
            throw new WireException($"a message '{kind.Name}', which a connecting peer never sends");
        }

        RefuseAbove(Large.Contains(kind) ? MaxBytes : MaxSmallBytes, bytes.Length);
        return MessageFormat.Table.Read(bytes);
    }

    private static void RefuseAbove(int most, int given)
    {
        if (given > most)
        {
            throw new WireException($"a frame of {given} bytes; expected at most {most}");
        }
    }
}

/// <summary>
/// Counts the frames of any number of connections, and the time for encoding and decoding. For each frame, counting
/// costs three interlocked additions and two reads of the clock. A frame has hundreds of transfers.
/// </summary>
public sealed class FrameTraffic
{
    private long framesReceived;
    private long framesSent;
    private long bytesReceived;
    private long bytesSent;
    private long codingTicks;

    public long FramesReceived => Interlocked.Read(ref framesReceived);

    /// <summary>Frames passed to a connection before its end.</summary>
    public long FramesSent => Interlocked.Read(ref framesSent);

    /// <summary>Bytes of received frames, without their lengths.</summary>
    public long BytesReceived => Interlocked.Read(ref bytesReceived);

    /// <summary>Bytes of sent frames, without their lengths.</summary>
    public long BytesSent => Interlocked.Read(ref bytesSent);

    /// <summary>Total time for encoding and decoding messages and the work of grants, on all threads.</summary>
    public TimeSpan Coding => Stopwatch.GetElapsedTime(0, Interlocked.Read(ref codingTicks));

    /// <summary>Adds the time from a start until now.</summary>
    /// <param name="since">The timestamp of <see cref="Stopwatch"/> before encoding or decoding.</param>
    public void Code(long since) => Interlocked.Add(ref codingTicks, Stopwatch.GetTimestamp() - since);

    public void Receive(int bytes)
    {
        Interlocked.Increment(ref framesReceived);
        Interlocked.Add(ref bytesReceived, bytes);
    }

    public void Send(int bytes)
    {
        Interlocked.Increment(ref framesSent);
        Interlocked.Add(ref bytesSent, bytes);
    }
}
