using System.Buffers.Binary;

namespace AElf.Bench.Electrum.Chain;

/// <summary>Writes the wire format into one growing buffer; the counterpart of <see cref="WireReader"/>.</summary>
/// <param name="capacity">Bytes of the buffer before it grows.</param>
public sealed class WireWriter(int capacity = 256)
{
    private byte[] buffer = new byte[capacity];

    /// <summary>A writer that begins with these bytes.</summary>
    public WireWriter(ReadOnlySpan<byte> start)
        : this(start.Length) => WriteBytes(start);

    /// <summary>Number of bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes written; valid until the next write.</summary>
    public ReadOnlySpan<byte> Written => buffer.AsSpan(0, Length);

    /// <summary>The bytes written; valid until the next write.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => buffer.AsMemory(0, Length);

    /// <summary>Removes the contents and keeps the capacity.</summary>
    public void Clear() => Cut(0);

    /// <summary>Removes the bytes beyond a length, which is at most the current one.</summary>
    public void Cut(int length) => Length = length;

    public void WriteByte(byte value) => Reserve(1)[0] = value;

    /// <summary>2 bytes, little-endian.</summary>
    public void WriteUInt16(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Reserve(2), value);

    /// <summary>4 bytes, little-endian.</summary>
    public void WriteUInt32(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Reserve(4), value);

    /// <summary>8 bytes, little-endian.</summary>
    public void WriteUInt64(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Reserve(8), value);

    public void WriteBytes(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Reserve(bytes.Length));

    /// <summary>32 bytes, in the order of the wire.</summary>
    public void WriteHash(Hash256 hash) => WriteBytes(hash.Bytes);

    /// <summary>The shortest form of a number ("CompactSize").</summary>
    public void WriteVarInt(ulong value)
    {
        if (value < 0xfd)
        {
            WriteByte((byte)value);
        }
        else if (value <= ushort.MaxValue)
        {
            WriteByte(0xfd);
            WriteUInt16((ushort)value);
        }
        else if (value <= uint.MaxValue)
        {
            WriteByte(0xfe);
            WriteUInt32((uint)value);
        }
        else
        {
            WriteByte(0xff);
            WriteUInt64(value);
        }
    }

    /// <summary>The length of the bytes, then the bytes.</summary>
    public void WriteVarBytes(ReadOnlySpan<byte> bytes)
    {
        WriteVarInt((ulong)bytes.Length);
        WriteBytes(bytes);
    }

    /// <summary>Reserves room for bytes, which count as written. The caller fills it before the next write.</summary>
    public Span<byte> Reserve(int count)
    {
        if (count > buffer.Length - Length)
        {
            Array.Resize(ref buffer, Math.Max(2 * buffer.Length, Length + count));
        }

        var room = buffer.AsSpan(Length, count);
        Length += count;
        return room;
    }
}
