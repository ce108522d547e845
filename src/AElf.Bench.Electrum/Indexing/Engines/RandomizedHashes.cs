using System.Runtime.InteropServices;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// Compares hashes that others choose. It uses a random seed for each process, so that collisions cannot be chosen.
/// </summary>
internal sealed class RandomizedHashes : IEqualityComparer<Hash256>
{
    public static RandomizedHashes Comparer { get; } = new();

    public bool Equals(Hash256 x, Hash256 y) => x == y;

    public int GetHashCode(Hash256 obj)
    {
        var parts = MemoryMarshal.Cast<byte, ulong>(obj.Bytes);
        return HashCode.Combine(parts[0], parts[1], parts[2], parts[3]);
    }
}
