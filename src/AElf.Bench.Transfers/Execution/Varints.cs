using System.Buffers;
using System.Runtime.CompilerServices;

namespace AElf.Bench.Transfers.Execution;

/// <summary>
/// Writes numbers with seven bits per byte, the lowest bits first (LEB128, as in DWARF 5, section 7.6).
/// </summary>
internal ref struct VarintWriter(IBufferWriter<byte> output)
{
    private const int MaxLength = 10;
    private const int BufferLength = 4096;
    private Span<byte> buffer = output.GetSpan(BufferLength);
    private int used;

    public void Write(ulong value)
    {
        if (buffer.Length - used < MaxLength)
        {
            Flush();
            buffer = output.GetSpan(BufferLength);
        }

        while (value > 0x7F)
        {
            buffer[used++] = (byte)(value | 0x80);
            value >>= 7;
        }

        buffer[used++] = (byte)value;
    }

    /// <summary>Passes the written bytes to the output. Later writes need another flush.</summary>
    public void Flush()
    {
        output.Advance(used);
        used = 0;
        buffer = default;
    }
}

/// <summary>Reads numbers that <see cref="VarintWriter"/> wrote.</summary>
internal ref struct VarintReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> bytes = bytes;
    private int at;

    /// <summary>Grows an array to at least a length, and at least doubles it, so that it rarely grows.</summary>
    public static void Grow<T>(ref T[] array, int length)
    {
        if (array.Length < length)
        {
            Array.Resize(ref array, Math.Max(length, 2 * array.Length));
        }
    }

    /// <summary>Reads a number.</summary>
    /// <exception cref="FormatException">The bytes end, or a number has more than 64 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Read() =>
        (uint)at < (uint)bytes.Length && bytes[at] <= 0x7F ? bytes[at++] : ReadLong();

    /// <summary>Reads a number of at most 31 bits.</summary>
    /// <exception cref="FormatException">No number from 0 to <see cref="int.MaxValue"/> is next.</exception>
    public int ReadInt32() => Read() is <= int.MaxValue and var value
        ? (int)value
        : throw new FormatException($"a number above {int.MaxValue} ends at byte {at}");

    /// <summary>
    /// Reads the number of the following items. Each item needs at least a byte, so a wrong count cannot allocate much
    /// memory.
    /// </summary>
    /// <exception cref="FormatException">The count is impossible.</exception>
    public int ReadCount() => ReadInt32() is var count && count <= bytes.Length
        ? count
        : throw new FormatException($"a count of {count} in {bytes.Length} bytes");

    /// <summary>Checks that no bytes remain.</summary>
    /// <exception cref="FormatException">More bytes follow.</exception>
    public readonly void ExpectEnd()
    {
        if (at != bytes.Length)
        {
            throw new FormatException($"{bytes.Length - at} extra bytes at the end");
        }
    }

    private ulong ReadLong()
    {
        ulong value = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            if ((uint)at >= (uint)bytes.Length)
            {
                throw new FormatException($"the bytes end in the middle of a number, at byte {at}");
            }

            var next = bytes[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }

        throw new FormatException($"a number of more than 64 bits ends at byte {at}");
    }
}
