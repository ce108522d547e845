using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Cluster;

/// <summary>
/// Consistent hashing over plain servers. It places each key like a Twemproxy with <c>hash: murmur</c>,
/// <c>distribution: ketama</c>, <c>hash_tag: "{}"</c> and servers named <c>shard1</c>, <c>shard2</c> and so on: see
/// nc_ketama.c and nc_murmur.c of nutcracker 0.5.
/// </summary>
/// <param name="servers">The servers; their order matters.</param>
internal sealed class KetamaRing(IReadOnlyList<Endpoint> servers) : IShardMap
{
    private const int PointsOfServer = 160;
    private const int PointsOfDigest = 4;

    private readonly (uint Point, int Server)[] ring = [.. Points(servers.Count).OrderBy(each => each.Point)];

    public IReadOnlyList<Endpoint> Nodes => servers;

    public IReadOnlyList<int> Masters { get; } = [.. Enumerable.Range(0, servers.Count)];

    /// <summary>A key's part is its server.</summary>
    public int PartOf(ReadOnlySpan<byte> key)
    {
        var hash = Murmur(HashSlot.TagOf(key));
        var (first, end) = (0, ring.Length);
        while (first < end)
        {
            var middle = (first + end) / 2;
            if (ring[middle].Point < hash)
            {
                first = middle + 1;
            }
            else
            {
                end = middle;
            }
        }

        return ring[first == ring.Length ? 0 : first].Server;
    }

    public int OwnerOf(int part) => part;

    public int PlaceOf(int part) => part;

    public string KeysOf(int place) => FormattableString.Invariant($"the keys of shard {place + 1}");

    public void Refresh()
    {
        // The options name the servers, and determine the ring.
    }

    public Redirection? Follow(string error, Endpoint from) => null;

    [SuppressMessage("Security", "CA5351", Justification = "Ketama is defined by MD5; it protects no secret.")]
    private static IEnumerable<(uint Point, int Server)> Points(int servers)
    {
        // nutcracker computes in single precision: for some numbers of servers it makes four points less.
        var share = 1f / servers * PointsOfServer / PointsOfDigest * servers;
        var digests = (int)MathF.Floor((float)(share + 0.0000000001));
        return
            from server in Enumerable.Range(0, servers)
            from number in Enumerable.Range(0, digests)
            let point = FormattableString.Invariant($"shard{server + 1}-{number}")
            let digest = MD5.HashData(Encoding.ASCII.GetBytes(point))
            from place in Enumerable.Range(0, PointsOfDigest)
            select (BinaryPrimitives.ReadUInt32LittleEndian(digest.AsSpan(place * sizeof(uint))), server);
    }

    // MurmurHash2 of 32 bits, with nutcracker's seed.
    private static uint Murmur(ReadOnlySpan<byte> key)
    {
        const uint Multiplier = 0x5bd1e995;
        var hash = (0xdeadbeef * (uint)key.Length) ^ (uint)key.Length;
        for (; key.Length >= sizeof(uint); key = key[sizeof(uint)..])
        {
            var word = BinaryPrimitives.ReadUInt32LittleEndian(key) * Multiplier;
            hash = (hash * Multiplier) ^ ((word ^ (word >> 24)) * Multiplier);
        }

        for (var place = key.Length - 1; place >= 0; place--)
        {
            hash ^= (uint)key[place] << (8 * place);
        }

        hash = key.Length > 0 ? hash * Multiplier : hash;
        hash = (hash ^ (hash >> 13)) * Multiplier;
        return hash ^ (hash >> 15);
    }
}
