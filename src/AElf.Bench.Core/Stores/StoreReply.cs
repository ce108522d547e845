namespace AElf.Bench.Core.Stores;

/// <summary>The reply of a store to one key of an operation.</summary>
public enum ReplyKind : byte
{
    /// <summary>A read found nothing.</summary>
    Missing,

    /// <summary>A read found a value.</summary>
    Value,

    /// <summary>A write was acknowledged.</summary>
    Stored,

    /// <summary>The store answered with an error. A refused write may still be applied later.</summary>
    Refused,

    /// <summary>
    /// A read found bytes that are not a value of the workload. Reported by the layer that decodes values, never by a
    /// store.
    /// </summary>
    Corrupt,

    /// <summary>A script answered with a number. Its digits are in the place of a value.</summary>
    Number,
}

/// <summary>One reply; a value it carries lies in <see cref="StoreReplies.Bytes"/>.</summary>
/// <param name="Kind">The kind of reply.</param>
/// <param name="Tag">The operation's tag; of a read of several keys, one for each key.</param>
/// <param name="Offset">
/// Where the value or number starts in <see cref="StoreReplies.Bytes"/>; unused for other kinds.
/// </param>
/// <param name="Length">Bytes of the value or number; 0 for other kinds.</param>
public readonly record struct StoreReply(ReplyKind Kind, int Tag, int Offset, int Length);

/// <summary>
/// Replies that arrived together, with the bytes of their values. They are valid until the next call on the connection.
/// </summary>
public readonly ref struct StoreReplies(ReadOnlySpan<StoreReply> replies, ReadOnlySpan<byte> bytes)
{
    /// <summary>In the order of their operations.</summary>
    public ReadOnlySpan<StoreReply> Replies { get; } = replies;

    /// <summary>Bytes that the replies point into.</summary>
    public ReadOnlySpan<byte> Bytes { get; } = bytes;

    /// <summary>The value or number of a reply; empty for other kinds.</summary>
    public ReadOnlySpan<byte> ValueOf(in StoreReply reply) => Bytes.Slice(reply.Offset, reply.Length);
}
