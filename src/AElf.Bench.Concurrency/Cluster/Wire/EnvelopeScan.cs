using Google.Protobuf;
using static AElf.Bench.Concurrency.Cluster.Wire.Proto.Envelope;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Walks over the outermost fields of an encoded envelope without making anything of them. What is no field is an
/// <see cref="InvalidProtocolBufferException"/>.
/// </summary>
internal static class EnvelopeScan
{
    /// <summary>
    /// What a byte of a submitted run's settings counts as: they become texts in a table, which takes the most room.
    /// </summary>
    public const int SettingsWeight = 16;

    /// <summary>The number of the first field; null when there is none.</summary>
    public static int? FirstNumber(ReadOnlyMemory<byte> envelope)
    {
        using var input = Open(envelope);
        return input.ReadTag() is var tag and not 0 ? WireFormat.GetTagFieldNumber(tag) : null;
    }

    /// <summary>The name of the first message that is of none of these kinds; null when there is none.</summary>
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
        return SmallBytes(
            input,
            envelope.Length,
            field => field is not (DoneFieldNumber or AssignFieldNumber or RunEndedFieldNumber),
            opened: SubmitRunFieldNumber);
    }

    private static CodedInputStream Open(ReadOnlyMemory<byte> envelope) =>
        UnsafeByteOperations.UnsafeWrap(envelope).CreateCodedInput();

    // A submitted run is looked into: it is small but for its load.
    private static long SmallBytes(CodedInputStream input, long end, Func<int, bool> isSmall, int opened)
    {
        var small = 0L;
        while (input.Position < end && input.ReadTag() is var tag and not 0)
        {
            var field = WireFormat.GetTagFieldNumber(tag);
            if (field == opened)
            {
                var inner = input.ReadLength();
                small += SettingsWeight * SmallBytes(
                    input, input.Position + inner, part => part != Proto.SubmitRun.LoadFieldNumber, opened: 0);
            }
            else
            {
                var from = input.Position;
                input.SkipLastField();
                small += isSmall(field) ? input.Position - from : 0;
            }
        }

        return small;
    }
}
