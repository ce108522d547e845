namespace AElf.Bench.Core.Stores;

/// <summary>Compares keys by their bytes, and supports lookups by spans.</summary>
public sealed class ByteKeys
    : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>, IComparer<byte[]>
{
    public static ByteKeys Comparer { get; } = new();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(byte[] obj) => GetHashCode(obj.AsSpan());

    public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<byte> alternate)
    {
        var hash = default(HashCode);
        hash.AddBytes(alternate);
        return hash.ToHashCode();
    }

    public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();

    public int Compare(byte[]? x, byte[]? y) => x.AsSpan().SequenceCompareTo(y);

    /// <summary>The lowest key above all keys with the prefix; null if such a key does not exist.</summary>
    public static byte[]? Behind(ReadOnlySpan<byte> prefix)
    {
        var length = prefix.Length;
        while (length > 0 && prefix[length - 1] == byte.MaxValue)
        {
            length--;
        }

        if (length == 0)
        {
            return null;
        }

        var behind = prefix[..length].ToArray();
        behind[^1]++;
        return behind;
    }
}
