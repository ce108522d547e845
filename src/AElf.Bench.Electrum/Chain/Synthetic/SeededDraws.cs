using System.Buffers.Binary;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Draws bytes, and items with given percentages.</summary>
internal static class SeededDraws
{
    public static void Fill(this SeededRandom random, Span<byte> bytes)
    {
        Span<byte> eight = stackalloc byte[sizeof(ulong)];
        for (; !bytes.IsEmpty; bytes = bytes[Math.Min(eight.Length, bytes.Length)..])
        {
            BinaryPrimitives.WriteUInt64LittleEndian(eight, random.NextBits());
            eight[..Math.Min(eight.Length, bytes.Length)].CopyTo(bytes);
        }
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
