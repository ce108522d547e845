using System.Numerics;

namespace AElf.Bench.Electrum.Chain;

/// <summary>The compact form of a target ("nBits"), and the check of a hash against it.</summary>
public static class ProofOfWork
{
    private const uint SignBit = 0x80_0000;

    /// <summary>The maximum hash of a block with these bits, as a number.</summary>
    /// <exception cref="ChainException">The bits are not a valid target: negative, zero or above 2²⁵⁶.</exception>
    public static BigInteger TargetOf(uint bits)
    {
        var size = (int)(bits >> 24);
        var target = new BigInteger(bits & 0x7f_ffff) << (8 * (size - 3));
        if (target >> 256 != 0)
        {
            throw new ChainException($"bits {bits:x8}: the target is above 2^256");
        }

        return target.IsZero || (bits & SignBit) != 0
            ? throw new ChainException($"bits {bits:x8}: the target is negative or zero")
            : target;
    }

    /// <summary>Whether a hash is at most the target of the bits.</summary>
    /// <exception cref="ChainException">The bits are not a valid target.</exception>
    public static bool IsMet(Hash256 hash, uint bits) => new BigInteger(hash.Bytes, isUnsigned: true) <= TargetOf(bits);

    /// <summary>The mean number of hashes for a block with these bits: 2²⁵⁶ / (target + 1).</summary>
    /// <exception cref="ChainException">The bits are not a valid target.</exception>
    public static BigInteger WorkOf(uint bits) => (BigInteger.One << 256) / (TargetOf(bits) + 1);
}
