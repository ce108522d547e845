using System.Buffers.Binary;

namespace AElf.Bench.Electrum.Chain;

/// <summary>
/// Reads the numbers and lengths of the wire format (Bitcoin protocol, "Protocol documentation"). It checks each length
/// against the remaining bytes before use. It does not allocate.
/// </summary>
public ref struct WireReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> bytes = bytes;

    /// <summary>Number of bytes read.</summary>
    public int Position { get; private set; }

    public readonly int Left => bytes.Length - Position;

    /// <summary>The next byte, without moving the position.</summary>
    /// <exception cref="ChainException">All bytes were read.</exception>
    public readonly byte Peek(string what)
    {
        EnsureLeft(1, what);
        return bytes[Position];
    }

    /// <summary>The next bytes, in place; <paramref name="what"/> names them in errors.</summary>
    /// <exception cref="ChainException">There are fewer bytes.</exception>
    public ReadOnlySpan<byte> ReadBytes(int count, string what)
    {
        EnsureLeft(count, what);
        var read = bytes.Slice(Position, count);
        Position += count;
        return read;
    }

    /// <summary>A byte.</summary>
    /// <inheritdoc cref="ReadBytes"/>
    public byte ReadByte(string what) => ReadBytes(1, what)[0];

    /// <summary>A little-endian number of 4 bytes.</summary>
    /// <inheritdoc cref="ReadBytes"/>
    public uint ReadUInt32(string what) => BinaryPrimitives.ReadUInt32LittleEndian(ReadBytes(4, what));

    /// <summary>A little-endian number of 8 bytes.</summary>
    /// <inheritdoc cref="ReadBytes"/>
    public ulong ReadUInt64(string what) => BinaryPrimitives.ReadUInt64LittleEndian(ReadBytes(8, what));

    /// <summary>32 bytes.</summary>
    /// <inheritdoc cref="ReadBytes"/>
    public Hash256 ReadHash(string what) => new(ReadBytes(Hash256.Size, what));

    /// <summary>A number of 1, 3, 5 or 9 bytes ("CompactSize"), which must have its shortest form.</summary>
    /// <exception cref="ChainException">The number is truncated, or not in its shortest form.</exception>
    public ulong ReadVarInt(string what)
    {
        var start = Position;
        var first = ReadByte(what);
        if (first < 0xfd)
        {
            return first;
        }

        var (value, min) = first switch
        {
            0xfd => (BinaryPrimitives.ReadUInt16LittleEndian(ReadBytes(2, what)), 0xfdUL),
            0xfe => (ReadUInt32(what), 0x1_0000UL),
            _ => (ReadUInt64(what), 0x1_0000_0000UL),
        };
        return value >= min
            ? value
            : throw new ChainException(start, $"{what}: {value} is written in more bytes than it needs");
    }

    /// <summary>The number of the following items, each with at least <paramref name="minBytes"/> bytes.</summary>
    /// <exception cref="ChainException">They cannot fit into the remaining bytes.</exception>
    public int ReadCount(int minBytes, string what)
    {
        var start = Position;
        var count = ReadVarInt(what);
        return count <= (ulong)(Left / minBytes)
            ? (int)count
            : throw new ChainException(
                start, $"{what}: {count} of at least {minBytes} bytes each do not fit into the {Left} bytes left");
    }

    /// <summary>The length of some bytes, then the bytes; returns the bytes.</summary>
    /// <exception cref="ChainException">They do not fit into the remaining bytes.</exception>
    public ReadOnlySpan<byte> ReadVarBytes(string what) => ReadBytes(ReadCount(1, what), what);

    /// <summary>Requires the end of the bytes.</summary>
    /// <exception cref="ChainException">More bytes follow.</exception>
    public readonly void EnsureEnd(string what)
    {
        if (Left > 0)
        {
            throw new ChainException(Position, $"{what} ends here, and {Left} bytes follow");
        }
    }

    /// <summary>The bytes from an earlier position to this one.</summary>
    internal readonly ReadOnlySpan<byte> Since(int start) => bytes[start..Position];

    private readonly void EnsureLeft(int count, string what)
    {
        if (count > Left)
        {
            throw new ChainException(Position, $"{what} needs {count} bytes, and {Left} are left");
        }
    }
}
