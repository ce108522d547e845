using System.Buffers;
using System.Buffers.Binary;
using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The bytes of frames: an envelope of <c>frames.proto</c>. Decoded messages share no memory with the input.
/// </summary>
public static class FrameCodec
{
    /// <summary>Most bytes of a frame.</summary>
    public const int MaxBytes = (64 << 20) - LengthBytes;

    /// <summary>Most bytes of a message that a worker sends.</summary>
    public const int MaxWorkerBytes = 1 << 20;

    /// <summary>
    /// Maximum bytes of a frame besides attempts and work: strings and records need far more memory as objects than as
    /// bytes.
    /// </summary>
    public const int MaxSmallBytes = 4 << 20;

    /// <summary>Bytes of the length before a frame in a message; little-endian.</summary>
    internal const int LengthBytes = sizeof(int);

    private static readonly MessageParser<Proto.Envelope> Parser = Proto.Envelope.Parser.WithDiscardUnknownFields(true);

    /// <summary>The bytes of a frame.</summary>
    /// <exception cref="WireException">There would be more than <see cref="MaxBytes"/>.</exception>
    public static byte[] Encode(Message message)
    {
        var (envelope, size) = Measured(message);
        var bytes = new byte[size];
        envelope.WriteTo(bytes.AsSpan());
        return bytes;
    }

    /// <summary>The frame of these bytes. Fields that this version does not know are skipped.</summary>
    /// <exception cref="WireException">
    /// The bytes are not a frame, are of an unknown kind, or have an impossible value.
    /// </exception>
    public static Message Decode(ReadOnlyMemory<byte> bytes) => Decode(bytes, kinds: null);

    /// <summary>
    /// Decodes a frame; a message that is not of these kinds is refused before it is decoded. Null takes all kinds.
    /// </summary>
    internal static Message Decode(ReadOnlyMemory<byte> bytes, IReadOnlySet<int>? kinds)
    {
        if (bytes.Length > MaxBytes)
        {
            throw TooLarge(bytes.Length, MaxBytes);
        }

        try
        {
            if (kinds is not null && EnvelopeScan.FirstBeside(bytes, kinds) is { } other)
            {
                throw new WireException($"a message '{other}', which a connecting peer never sends");
            }

            var small = bytes.Length > MaxSmallBytes ? EnvelopeScan.SmallBytes(bytes) : bytes.Length;
            if (small > MaxSmallBytes)
            {
                throw TooLarge(small, MaxSmallBytes);
            }

            var envelope = Parser.ParseFrom(bytes.Span);
            return envelope.FrameCase == Proto.Envelope.FrameOneofCase.None
                ? throw new WireException(EnvelopeScan.FirstNumber(bytes) is { } number
                    ? $"a message of kind {number}, which this version does not know; "
                        + "both sides must run the same build"
                    : "a frame without a message")
                : MessageFromProto.Message(envelope);
        }
        catch (InvalidProtocolBufferException exception)
        {
            throw new WireException($"{bytes.Length} bytes that are not a frame: {exception.Message}", exception);
        }
    }

    /// <summary>A frame ready to be written, and its size in bytes without the length before it.</summary>
    internal static (Proto.Envelope Envelope, int Size) Measured(Message message)
    {
        var envelope = MessageToProto.Envelope(message);
        var size = envelope.CalculateSize();
        return (uint)size <= MaxBytes ? (envelope, size) : throw TooLarge((uint)size, MaxBytes);
    }

    /// <summary>Appends a measured frame with its length before it.</summary>
    internal static void Append(Proto.Envelope envelope, int size, IBufferWriter<byte> destination)
    {
        var span = destination.GetSpan(LengthBytes + size)[..(LengthBytes + size)];
        BinaryPrimitives.WriteInt32LittleEndian(span, size);
        envelope.WriteTo(span[LengthBytes..]);
        destination.Advance(span.Length);
    }

    private static WireException TooLarge(long given, int most) =>
        new($"a frame of {given} bytes; expected at most {most}");
}
