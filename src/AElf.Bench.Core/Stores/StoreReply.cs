using AElf.Bench.Core.Accounts;

namespace AElf.Bench.Core.Stores;

/// <summary>What a store said to one key of an operation.</summary>
public enum ReplyKind : byte
{
    /// <summary>A read found nothing.</summary>
    Missing,

    /// <summary>A read found a whole, checked value.</summary>
    Value,

    /// <summary>A write was acknowledged.</summary>
    Stored,

    /// <summary>The store answered with an error. A refused write may still be applied later.</summary>
    Refused,

    /// <summary>A read found bytes that are no value of this key: wrong length, format, account, version or checksum.</summary>
    Corrupt,
}

/// <summary>One reply.</summary>
/// <param name="Kind">What was said.</param>
/// <param name="State">The value read; default unless <see cref="ReplyKind.Value"/>.</param>
public readonly record struct StoreReply(ReplyKind Kind, AccountState State);
