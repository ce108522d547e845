namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>Whole numbers of 3 to 6 bytes for rows: with a billion rows, each byte saves a gigabyte.</summary>
internal static class LittleEndian
{
    /// <summary>Writes the low bytes of a number, lowest first.</summary>
    public static void Write(Span<byte> destination, long value)
    {
        for (var i = 0; i < destination.Length; i++)
        {
            destination[i] = (byte)(value >> (8 * i));
        }
    }

    /// <summary>Reads a number of this many bytes, lowest first.</summary>
    public static long Read(ReadOnlySpan<byte> source)
    {
        var value = 0L;
        for (var i = source.Length - 1; i >= 0; i--)
        {
            value = (value << 8) | source[i];
        }

        return value;
    }
}
