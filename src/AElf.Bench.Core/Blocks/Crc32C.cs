using System.Buffers.Binary;
using System.Numerics;

namespace AElf.Bench.Core.Blocks;

/// <summary>CRC-32C over bytes (Castagnoli; RFC 3720, appendix B.4), eight at a time.</summary>
public static class Crc32C
{
    /// <summary>What a checksum starts from; it ends inverted.</summary>
    public const uint Start = uint.MaxValue;

    /// <summary>The checksum of bytes, from start to end.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Append(Start, bytes);

    /// <summary>Goes on with a checksum that is not inverted yet.</summary>
    public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length >= sizeof(ulong))
        {
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (var value in bytes)
        {
            crc = BitOperations.Crc32C(crc, value);
        }

        return crc;
    }
}
