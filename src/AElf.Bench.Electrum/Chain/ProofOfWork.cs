using System.Numerics;

namespace AElf.Bench.Electrum.Chain;

/// <summary>The compact form of a target ("nBits"), and the check of a hash against it.</summary>
public static class ProofOfWork
{
    private const uint SignBit = 0x80_0000;

    /// <summary>The maximum hash of a block with these bits, as a little-endian number.</summary>
    /// <exception cref="ChainException">The bits are not a valid target: negative, zero or above 2²⁵⁶.</exception>
    public static Hash256 TargetOf(uint bits)
    {
        var (size, word) = ((int)(bits >> 24), bits & 0x7f_ffff);
        Span<byte> target = stackalloc byte[Hash256.Size];
        for (var i = 0; i < 3; i++)
        {
            var digit = (byte)(word >> (8 * i));
            var position = size - 3 + i;
            if (digit != 0 && position >= Hash256.Size)
            {
                throw new ChainException($"bits {bits:x8}: the target is above 2^256");
            }

            if (position is >= 0 and < Hash256.Size)
            {
                target[position] = digit;
            }
        }

        var read = new Hash256(target);
        return read.IsZero || (bits & SignBit) != 0
            ? throw new ChainException($"bits {bits:x8}: the target is negative or zero")
            : read;
    }

    /// <summary>Whether a hash is at most the target of the bits.</summary>
    /// <exception cref="ChainException">The bits are not a valid target.</exception>
    public static bool IsMet(Hash256 hash, uint bits) => hash.CompareAsNumber(TargetOf(bits)) <= 0;

    /// <summary>The mean number of hashes for a block with these bits: 2²⁵⁶ / (target + 1).</summary>
    /// <exception cref="ChainException">The bits are not a valid target.</exception>
    public static BigInteger WorkOf(uint bits) =>
        (BigInteger.One << 256) / (new BigInteger(TargetOf(bits).Bytes, isUnsigned: true) + 1);
}
