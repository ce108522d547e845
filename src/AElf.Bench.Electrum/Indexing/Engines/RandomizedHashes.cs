using System.Runtime.InteropServices;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// Compares hashes that clients choose. The seed is random for each process, so that clients cannot choose collisions.
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
