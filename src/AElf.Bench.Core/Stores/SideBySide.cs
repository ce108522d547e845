namespace AElf.Bench.Core.Stores;

/// <summary>Keys and values of one length each, side by side, as commands over several keys take them.</summary>
public static class SideBySide
{
    /// <summary>How many keys there are.</summary>
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

    /// <summary>How many keys with a value each there are.</summary>
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
