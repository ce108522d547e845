using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The sizes of accounts in a store of bytes. The smallest sizes are those of <see cref="AccountCodec"/> and
/// <see cref="AccountFields"/>; dots fill larger ones.
/// </summary>
/// <param name="More">Fields of each account after its balance.</param>
/// <param name="KeySize">Bytes of a key; null for the smallest size.</param>
/// <param name="ValueSize">Bytes of a value; null for the smallest size.</param>
/// <param name="IsTagged">Whether a key has the hash tag of its account's group.</param>
public sealed record AccountLayout(
    int More = 0, int? KeySize = null, int? ValueSize = null, bool IsTagged = false)
{
    internal const byte Padding = (byte)'.';

    public int KeyLength => KeySize ?? NeededKey;

    /// <summary>Bytes that a key needs.</summary>
    public int NeededKey => IsTagged ? AccountCodec.TaggedKeyLength : AccountCodec.KeyLength;

    public int ValueLength => ValueSize ?? Needed;

    /// <summary>Bytes that a value needs.</summary>
    public int Needed => AccountCodec.ValueLength + AccountFields.LengthOf(More);

    internal bool IsPadded => KeyLength > NeededKey || ValueLength > Needed;

    /// <summary>The sizes for the JSON record; empty without padding.</summary>
    internal IReadOnlyList<Fact> Facts =>
        IsPadded ? [new("keySize", KeyLength), new("valueSize", ValueLength)] : [];

    /// <summary>How transactions are executed, with the sizes if keys or values are padded.</summary>
    internal string SetupOf(string mode) => IsPadded
        ? $"{mode}, keys of {NumberFormat.Count(KeyLength)} and values of {NumberFormat.Count(ValueLength)} bytes"
        : mode;
}
