using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Walks over the outermost fields of an encoded message without making anything of them.</summary>
internal ref struct FieldScan(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> bytes = bytes;
    private int at;
    private int tag;

    /// <summary>The field's number.</summary>
    public readonly int Number => tag >> 3;

    /// <summary>The field's bytes when they have a length, else nothing.</summary>
    public ReadOnlySpan<byte> Contents { get; private set; }

    /// <summary>The number of the first field; null when there is none, or it cannot be read.</summary>
    public static int? FirstNumber(ReadOnlySpan<byte> bytes)
    {
        var scan = new FieldScan(bytes);
        return scan.Next() ? scan.Number : null;
    }

    /// <summary>
    /// Bytes of an envelope's messages besides those that stay about as large as they are when they are decoded.
    /// </summary>
    public static long SmallBytes(ReadOnlySpan<byte> envelope)
    {
        var small = 0L;
        var scan = new FieldScan(envelope);
        while (scan.Next())
        {
            small += (Proto.Envelope.FrameOneofCase)scan.Number switch
            {
                Proto.Envelope.FrameOneofCase.Done or Proto.Envelope.FrameOneofCase.Assign => 0,
                Proto.Envelope.FrameOneofCase.RunEnded => 0,
                Proto.Envelope.FrameOneofCase.SubmitRun => BytesWithout(
                    scan.Contents, Proto.SubmitRun.LoadFieldNumber),
                _ => scan.Contents.Length,
            };
        }

        return small;
    }

    /// <summary>Goes to the next field; false at the end, or when what comes is no field.</summary>
    public bool Next()
    {
        Contents = default;
        if (!TryReadNumber(out var number) || number > uint.MaxValue || (tag = (int)number) >>> 3 == 0)
        {
            return false;
        }

        switch (WireFormat.GetTagWireType((uint)tag))
        {
            case WireFormat.WireType.Varint:
                return TryReadNumber(out _);
            case WireFormat.WireType.Fixed64:
                return TrySkip(sizeof(long));
            case WireFormat.WireType.Fixed32:
                return TrySkip(sizeof(int));
            case WireFormat.WireType.LengthDelimited
                when TryReadNumber(out var length) && length <= (ulong)(bytes.Length - at):
                Contents = bytes.Slice(at, (int)length);
                return TrySkip((int)length);
            default:
                return false;
        }
    }

    private static long BytesWithout(ReadOnlySpan<byte> message, int number)
    {
        var rest = (long)message.Length;
        var scan = new FieldScan(message);
        while (scan.Next())
        {
            rest -= scan.Number == number ? scan.Contents.Length : 0;
        }

        return rest;
    }

    private bool TrySkip(int length)
    {
        at += Math.Min(length, bytes.Length - at + 1);
        return at <= bytes.Length;
    }

    private bool TryReadNumber(out ulong number)
    {
        number = 0;
        for (var shift = 0; shift < 64 && at < bytes.Length; shift += 7)
        {
            var next = bytes[at++];
            number |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return true;
            }
        }

        return false;
    }
}
