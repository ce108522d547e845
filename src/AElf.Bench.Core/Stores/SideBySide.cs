namespace AElf.Bench.Core.Stores;

/// <summary>Keys of one length, and values of one length, side by side, for commands over several keys.</summary>
public static class SideBySide
{
    /// <summary>The number of keys.</summary>
    /// <exception cref="ArgumentException">The bytes are empty, or not a multiple of the key length.</exception>
    public static int Count(ReadOnlySpan<byte> keys, int keyLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(keyLength, 1);
        var (count, rest) = Math.DivRem(keys.Length, keyLength);
        return count > 0 && rest == 0
            ? count
            : throw new ArgumentException(
                $"{keys.Length} bytes are not one or more keys of {keyLength} bytes", nameof(keys));
    }

    /// <summary>The number of keys, each with a value.</summary>
    /// <exception cref="ArgumentException">Keys and values are not equally many of these lengths.</exception>
    public static int Count(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(valueLength);
        var count = Count(keys, keyLength);
        return values.Length == (long)count * valueLength
            ? count
            : throw new ArgumentException(
                $"{values.Length} bytes are not {count} values of {valueLength} bytes", nameof(values));
    }
}
