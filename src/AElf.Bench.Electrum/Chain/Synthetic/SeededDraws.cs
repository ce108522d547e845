using System.Buffers.Binary;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Draws bytes, and items with given percentages.</summary>
internal static class SeededDraws
{
    public static byte[] Bytes(this SeededRandom random, int count)
    {
        var bytes = new byte[count];
        Span<byte> eight = stackalloc byte[sizeof(ulong)];
        for (var at = 0; at < count; at += eight.Length)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(eight, random.NextBits());
            eight[..Math.Min(eight.Length, count - at)].CopyTo(bytes.AsSpan(at));
        }

        return bytes;
    }

    /// <summary>Draws an item.</summary>
    /// <param name="mix">The items with their percentages, which add up to 100.</param>
    public static T Pick<T>(this SeededRandom random, (T Item, int Percent)[] mix)
    {
        var drawn = random.Next(100);
        foreach (var (item, percent) in mix)
        {
            drawn -= percent;
            if (drawn < 0)
            {
                return item;
            }
        }

        throw new InvalidOperationException("the percentages of the mix sum to less than 100");
    }
}
