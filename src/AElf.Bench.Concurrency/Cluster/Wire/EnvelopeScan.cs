using Google.Protobuf;
using static AElf.Bench.Concurrency.Cluster.Wire.Proto.Envelope;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Walks over the outermost fields of an encoded envelope without decoding them. Bytes that are not a field throw an
/// <see cref="InvalidProtocolBufferException"/>.
/// </summary>
internal static class EnvelopeScan
{
    /// <summary>The number of the first field; null if empty.</summary>
    public static int? FirstNumber(ReadOnlyMemory<byte> envelope)
    {
        using var input = Open(envelope);
        return input.ReadTag() is var tag and not 0 ? WireFormat.GetTagFieldNumber(tag) : null;
    }

    /// <summary>The name of the first message of another kind; null if all are of these kinds.</summary>
    public static string? FirstBeside(ReadOnlyMemory<byte> envelope, IReadOnlySet<int> kinds)
    {
        using var input = Open(envelope);
        while (input.ReadTag() is var tag and not 0)
        {
            var number = WireFormat.GetTagFieldNumber(tag);
            if (!kinds.Contains(number) && Descriptor.FindFieldByNumber(number) is { } known)
            {
                return known.Name;
            }

            input.SkipLastField();
        }

        return null;
    }

    /// <summary>
    /// Bytes of an envelope's messages besides those that stay about as large as they are when they are decoded.
    /// </summary>
    public static long SmallBytes(ReadOnlyMemory<byte> envelope)
    {
        using var input = Open(envelope);
        var small = 0L;
        while (input.ReadTag() is var tag and not 0)
        {
            var from = input.Position;
            input.SkipLastField();
            small += WireFormat.GetTagFieldNumber(tag) is DoneFieldNumber or AssignFieldNumber
                ? 0
                : input.Position - from;
        }

        return small;
    }

    private static CodedInputStream Open(ReadOnlyMemory<byte> envelope) =>
        UnsafeByteOperations.UnsafeWrap(envelope).CreateCodedInput();
}
