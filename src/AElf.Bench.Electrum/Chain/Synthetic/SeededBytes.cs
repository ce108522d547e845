using System.Buffers.Binary;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>Random bytes from a seed.</summary>
internal static class SeededBytes
{
    public static void Fill(SeededRandom random, Span<byte> bytes)
    {
        Span<byte> eight = stackalloc byte[sizeof(ulong)];
        for (; !bytes.IsEmpty; bytes = bytes[Math.Min(eight.Length, bytes.Length)..])
        {
            BinaryPrimitives.WriteUInt64LittleEndian(eight, random.NextBits());
            eight[..Math.Min(eight.Length, bytes.Length)].CopyTo(bytes);
        }
    }
}
