using System.Buffers.Binary;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// The hash slot of a key: CRC16 of its hash tag, or of the whole key.
/// https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/.
/// </summary>
public static class HashSlot
{
    /// <summary>The number of slots in every cluster.</summary>
    public const int Count = 16384;

    // CRC-16/XMODEM.
    private const int Polynomial = 0x1021;

    private const int Step = sizeof(ulong);
    private const int Bits = 8;
    private const int Values = 256;

    // The checksums of each byte with 0 to 7 zero bytes after it, to process eight bytes at once.
    private static readonly ushort[] Sums = MakeSums();

    /// <summary>The slot of a key, from 0.</summary>
    public static int Of(ReadOnlySpan<byte> key)
    {
        var tag = TagOf(key);
        var sums = Sums;
        var sum = 0;
        for (var (at, end) = (0, tag.Length % Step); end <= tag.Length; (at, end) = (end, end + Step))
        {
            // Leading zero bytes do not change the checksum: the first step takes the bytes that do not fill a word.
            var word = end - at == Step
                ? BinaryPrimitives.ReadUInt64BigEndian(tag[at..])
                : Start(tag, end);
            word ^= (ulong)sum << (6 * Bits);
            sum = sums[(7 * Values) + (int)(word >> (7 * Bits))]
                ^ sums[(6 * Values) + (byte)(word >> (6 * Bits))]
                ^ sums[(5 * Values) + (byte)(word >> (5 * Bits))]
                ^ sums[(4 * Values) + (byte)(word >> (4 * Bits))]
                ^ sums[(3 * Values) + (byte)(word >> (3 * Bits))]
                ^ sums[(2 * Values) + (byte)(word >> (2 * Bits))]
                ^ sums[Values + (byte)(word >> Bits)]
                ^ sums[(byte)word];
        }

        return sum & (Count - 1);
    }

    /// <summary>The bytes between the first opening brace and the next closing one; otherwise the whole key.</summary>
    public static ReadOnlySpan<byte> TagOf(ReadOnlySpan<byte> key)
    {
        if (!HasBrace(key))
        {
            return key;
        }

        var open = key.IndexOf((byte)'{');
        var length = key[(open + 1)..].IndexOf((byte)'}');
        return length > 0 ? key.Slice(open + 1, length) : key;
    }

    // Reads the same words as the checksum, in which keys are written. A vector read would wait for several writes.
    private static bool HasBrace(ReadOnlySpan<byte> key)
    {
        const ulong Ones = 0x0101010101010101;
        var found = 0UL;
        for (var (at, end) = (0, key.Length % Step); end <= key.Length; (at, end) = (end, end + Step))
        {
            var word = end - at == Step ? BinaryPrimitives.ReadUInt64BigEndian(key[at..]) : Start(key, end);

            // An opening brace becomes a zero byte, which borrows in the subtraction.
            word ^= Ones * '{';
            found |= (word - Ones) & ~word & (Ones * 0x80);
        }

        return found != 0;
    }

    private static ulong Start(ReadOnlySpan<byte> bytes, int count)
    {
        var word = 0UL;
        foreach (var one in bytes[..count])
        {
            word = (word << Bits) | one;
        }

        return word;
    }

    private static ushort[] MakeSums()
    {
        var sums = new ushort[Step * Values];
        for (var index = 0; index < sums.Length; index++)
        {
            // Begins with the byte alone, or with the checksum that has one zero byte less.
            var sum = index < Values ? index << Bits : sums[index - Values];
            for (var bit = 0; bit < Bits; bit++)
            {
                sum = (sum & 0x8000) == 0 ? sum << 1 : (sum << 1) ^ Polynomial;
            }

            sums[index] = (ushort)sum;
        }

        return sums;
    }
}
