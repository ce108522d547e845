using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Chain;

/// <summary>A hash of 32 bytes in wire order; its text has them in reverse order, as in Bitcoin Core.</summary>
public readonly struct Hash256 : IEquatable<Hash256>, IComparable<Hash256>
{
    /// <summary>Bytes of a hash.</summary>
    public const int Size = 32;

    // The bytes in memory order; the numbers have no meaning.
    private readonly ulong first;
    private readonly ulong second;
    private readonly ulong third;
    private readonly ulong fourth;

    /// <summary>A hash from its 32 bytes in wire order.</summary>
    /// <exception cref="ArgumentException">There are not 32 bytes.</exception>
    public Hash256(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != Size)
        {
            throw new ArgumentException($"a hash has {Size} bytes, not {bytes.Length}", nameof(bytes));
        }

        first = MemoryMarshal.Read<ulong>(bytes);
        second = MemoryMarshal.Read<ulong>(bytes[8..]);
        third = MemoryMarshal.Read<ulong>(bytes[16..]);
        fourth = MemoryMarshal.Read<ulong>(bytes[24..]);
    }

    /// <summary>The bytes in wire order, for hashing and storing; the text has them in reverse order.</summary>
    [UnscopedRef]
    public ReadOnlySpan<byte> Bytes => MemoryMarshal.AsBytes(new ReadOnlySpan<Hash256>(in this));

    /// <summary>Whether all bytes are 0: the block before a genesis block, the input of a coinbase.</summary>
    public bool IsZero => (first | second | third | fourth) == 0;

    public static bool operator ==(Hash256 left, Hash256 right) => left.Equals(right);

    public static bool operator !=(Hash256 left, Hash256 right) => !left.Equals(right);

    public static bool operator <(Hash256 left, Hash256 right) => left.CompareTo(right) < 0;

    public static bool operator >(Hash256 left, Hash256 right) => left.CompareTo(right) > 0;

    public static bool operator <=(Hash256 left, Hash256 right) => left.CompareTo(right) <= 0;

    public static bool operator >=(Hash256 left, Hash256 right) => left.CompareTo(right) >= 0;

    /// <summary>The SHA-256 of the bytes.</summary>
    public static Hash256 Of(ReadOnlySpan<byte> bytes)
    {
        Span<byte> hash = stackalloc byte[Size];
        Sha256.Write(bytes, hash);
        return MemoryMarshal.Read<Hash256>(hash);
    }

    /// <summary>The SHA-256 of the SHA-256 of the bytes, which identifies transactions and blocks.</summary>
    public static Hash256 OfTwice(ReadOnlySpan<byte> bytes)
    {
        Span<byte> hash = stackalloc byte[Size];
        Sha256.Write(bytes, hash);
        Sha256.Write(hash, hash);
        return MemoryMarshal.Read<Hash256>(hash);
    }

    /// <summary>Parses 64 hexadecimal digits, last byte first.</summary>
    /// <exception cref="FormatException">The text has another format.</exception>
    public static Hash256 Parse(string text) => Find(text)
        ?? throw new FormatException($"'{text}' is not a hash: expected {2 * Size} hexadecimal digits");

    /// <summary>Parses 64 hexadecimal digits, last byte first; null for another format.</summary>
    public static Hash256? Find(string? text)
    {
        Span<byte> bytes = stackalloc byte[Size];
        if (text?.Length != 2 * Size
            || Convert.FromHexString(text, bytes, out _, out _) != System.Buffers.OperationStatus.Done)
        {
            return null;
        }

        bytes.Reverse();
        return MemoryMarshal.Read<Hash256>(bytes);
    }

    /// <summary>Writes its 32 bytes, in the order of the wire.</summary>
    public void CopyTo(Span<byte> destination) => MemoryMarshal.Write(destination, in this);

    public bool Equals(Hash256 other) =>
        ((first ^ other.first) | (second ^ other.second) | (third ^ other.third) | (fourth ^ other.fourth)) == 0;

    public override bool Equals(object? obj) => obj is Hash256 other && Equals(other);

    /// <summary>Some of the bytes, which are already random.</summary>
    public override int GetHashCode() => (int)second;

    /// <summary>Compares the bytes in wire order, as an ordered store does.</summary>
    public int CompareTo(Hash256 other) => Bytes.SequenceCompareTo(other.Bytes);

    /// <summary>Compares as numbers, as proof of work does: the last byte is the highest.</summary>
    public int CompareAsNumber(Hash256 other)
    {
        Span<byte> mine = stackalloc byte[Size];
        Span<byte> others = stackalloc byte[Size];
        CopyTo(mine);
        other.CopyTo(others);
        mine.Reverse();
        others.Reverse();
        return mine.SequenceCompareTo(others);
    }

    /// <summary>The first 8 bytes as a big-endian number: the prefix that indexes store.</summary>
    public ulong Prefix() =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(first) : first;

    /// <summary>64 hexadecimal digits, last byte first.</summary>
    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[Size];
        CopyTo(bytes);
        bytes.Reverse();
        return Convert.ToHexStringLower(bytes);
    }
}
