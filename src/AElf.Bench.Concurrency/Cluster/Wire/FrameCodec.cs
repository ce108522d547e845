using System.Buffers;
using System.Collections.Frozen;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The bytes of frames, each with one message, and their limits. Decoded messages share no memory with the input.
/// </summary>
public static class FrameCodec
{
    /// <summary>Most bytes of a frame.</summary>
    public const int MaxBytes = (64 << 20) - LengthBytes;

    /// <summary>Most bytes of a message that a worker sends.</summary>
    public const int MaxWorkerBytes = 1 << 20;

    /// <summary>
    /// Most bytes of a frame without attempts and work: strings and records need far more memory as objects than as
    /// bytes.
    /// </summary>
    public const int MaxSmallBytes = 4 << 20;

    /// <summary>Bytes of the length before a frame; little-endian.</summary>
    internal const int LengthBytes = sizeof(int);

    // These stay about as large as they are when they are decoded.
    private static readonly FrozenSet<Type> Large = [typeof(Message.Done), typeof(Message.Assign)];

    /// <summary>The bytes of a frame.</summary>
    /// <exception cref="WireException">There would be more than <see cref="MaxBytes"/>.</exception>
    public static byte[] Encode(Message message)
    {
        var bytes = new ArrayBufferWriter<byte>();
        Encode(message, bytes);
        return bytes.WrittenSpan.ToArray();
    }

    /// <summary>Writes a frame into an empty buffer.</summary>
    /// <inheritdoc cref="Encode(Message)"/>
    internal static void Encode(Message message, ArrayBufferWriter<byte> to)
    {
        MessageFormat.Table.Write(message, to);
        RefuseAbove(MaxBytes, to.WrittenCount);
    }

    /// <summary>The message of a frame.</summary>
    /// <exception cref="WireException">
    /// The bytes are not a frame, are of an unknown kind, or have an impossible value.
    /// </exception>
    public static Message Decode(ReadOnlyMemory<byte> bytes) => Decode(bytes, kinds: null);

    /// <summary>
    /// Decodes a frame; a message that is not of these kinds is refused before it is decoded. Null takes all kinds.
    /// </summary>
    internal static Message Decode(ReadOnlyMemory<byte> bytes, IReadOnlySet<Type>? kinds)
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
