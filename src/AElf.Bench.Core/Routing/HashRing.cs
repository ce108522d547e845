using AElf.Bench.Core.Generation;

namespace AElf.Bench.Core.Routing;

/// <summary>
/// Consistent hashing (Karger et al. 1997): if an actor is removed, only its own anchors move to other actors.
/// </summary>
public sealed class HashRing
{
    private readonly ulong[] points;
    private readonly int[] owners;

    /// <summary>Gives each of <paramref name="actors"/> <paramref name="virtualNodes"/> points on the ring.</summary>
    public HashRing(int actors, int virtualNodes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(actors, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(virtualNodes, 1);
        points = new ulong[actors * virtualNodes];
        owners = new int[points.Length];
        for (var actor = 0; actor < actors; actor++)
        {
            for (var node = 0; node < virtualNodes; node++)
            {
                var at = (actor * virtualNodes) + node;
                points[at] = Hash(((ulong)actor << 32) | (uint)node);
                owners[at] = actor;
            }
        }

        Array.Sort(points, owners);
    }

    /// <summary>The owner of an anchor: the actor with the first point at or after its hash.</summary>
    public int Find(int anchor)
    {
        var at = Array.BinarySearch(points, Hash(0xACC0_0000_0000_0000 | (uint)anchor));
        at = at < 0 ? ~at : at;
        return owners[at == points.Length ? 0 : at];
    }

    private static ulong Hash(ulong value) => new SeededRandom(value).NextBits();
}
