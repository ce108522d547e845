using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace AElf.Bench.Core.Files;

/// <summary>
/// CRC-32C (Castagnoli; RFC 3720, appendix B.4), eight bytes at a time: three cycles for eight bytes in hardware.
/// </summary>
public static class Crc32C
{
    /// <summary>The initial value. The final checksum is inverted.</summary>
    public const uint Start = uint.MaxValue;

    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Append(Start, bytes);

    /// <summary>Continues a checksum that is not inverted yet with eight little-endian bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint crc, ulong bytes) => BitOperations.Crc32C(crc, bytes);

    /// <summary>Continues a checksum that is not inverted yet with four little-endian bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Append(uint crc, uint bytes) => BitOperations.Crc32C(crc, bytes);

    /// <summary>Continues a checksum that is not inverted yet with bytes.</summary>
    public static uint Append(uint crc, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length >= sizeof(ulong))
        {
            crc = Append(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (var value in bytes)
        {
            crc = BitOperations.Crc32C(crc, value);
        }

        return crc;
    }
}
