namespace AElf.Bench.Core.Stores;

/// <summary>
/// The hash slot of a key: CRC16 of its hash tag, or of all of it.
/// https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/.
/// </summary>
public static class HashSlot
{
    /// <summary>Slots of every cluster.</summary>
    public const int Count = 16384;

    // The polynomial of XMODEM.
    private const int Polynomial = 0x1021;

    private static readonly ushort[] Table = [.. Enumerable.Range(0, 256).Select(static first =>
    {
        var sum = first << 8;
        for (var bit = 0; bit < 8; bit++)
        {
            sum = (sum & 0x8000) == 0 ? sum << 1 : (sum << 1) ^ Polynomial;
        }

        return (ushort)sum;
    })];

    /// <summary>The slot of a key, from 0.</summary>
    public static int Of(ReadOnlySpan<byte> key)
    {
        var sum = 0;
        foreach (var one in TagOf(key))
        {
            sum = ((sum << 8) ^ Table[((sum >> 8) ^ one) & 0xFF]) & 0xFFFF;
        }

        return sum & (Count - 1);
    }

    /// <summary>The bytes between the first brace and the next closing one, if there are any.</summary>
    private static ReadOnlySpan<byte> TagOf(ReadOnlySpan<byte> key)
    {
        var open = key.IndexOf((byte)'{');
        if (open < 0)
        {
            return key;
        }

        var length = key[(open + 1)..].IndexOf((byte)'}');
        return length > 0 ? key.Slice(open + 1, length) : key;
    }
}
