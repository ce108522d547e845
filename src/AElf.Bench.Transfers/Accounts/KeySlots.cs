using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// Computes the hash slot of a key without the key itself. A key contains a number, and CRC16 is linear: each byte of
/// the number changes the slot in its own way, independently of the other bytes.
/// </summary>
internal sealed class KeySlots
{
    private const int Values = 256;
    private const int Bits = 8;
    private const int VersionBits = 32;

    private readonly ushort[] changes = new ushort[sizeof(ulong) * Values];
    private readonly int slotOfZero;

    /// <summary>Computes how each byte of a number changes the slot.</summary>
    private KeySlots(Func<ulong, int> slotOf)
    {
        slotOfZero = slotOf(0);
        for (var index = 0; index < changes.Length; index++)
        {
            var (place, value) = Math.DivRem(index, Values);
            changes[index] = (ushort)(slotOf((ulong)value << (place * Bits)) ^ slotOfZero);
        }
    }

    /// <summary>Prepares to compute the slots of keys without a hash tag.</summary>
    /// <param name="run">The run's <see cref="RunId.HexBytes"/>.</param>
    /// <param name="keyLength">Bytes of a key.</param>
    public static KeySlots OfKeys(ulong run, int keyLength)
    {
        var key = new byte[keyLength];
        Array.Fill(key, AccountLayout.Padding);
        return new(number =>
        {
            AccountCodec.WriteKey(key, run, new AccountKey((int)number, (int)(number >> VersionBits)));
            return HashSlot.Of(key);
        });
    }

    /// <summary>Prepares to compute slots from the letters of hash tags.</summary>
    public static KeySlots OfTags() => new(tag => HashSlot.Of(BitConverter.GetBytes((uint)tag)));

    /// <summary>The slot of a key without a hash tag.</summary>
    public int Of(AccountKey key) => Of((uint)key.Account | ((ulong)(uint)key.Version << VersionBits));

    /// <summary>The slot of a key with a hash tag.</summary>
    /// <param name="tag">Its letters, from <see cref="HashTags.Of"/>.</param>
    public int Of(ulong tag)
    {
        var all = changes.AsSpan(0, sizeof(ulong) * Values);
        return slotOfZero
            ^ all[(byte)tag]
            ^ all[Values + (byte)(tag >> Bits)]
            ^ all[(2 * Values) + (byte)(tag >> (2 * Bits))]
            ^ all[(3 * Values) + (byte)(tag >> (3 * Bits))]
            ^ all[(4 * Values) + (byte)(tag >> (4 * Bits))]
            ^ all[(5 * Values) + (byte)(tag >> (5 * Bits))]
            ^ all[(6 * Values) + (byte)(tag >> (6 * Bits))]
            ^ all[(7 * Values) + (byte)(tag >> (7 * Bits))];
    }
}
