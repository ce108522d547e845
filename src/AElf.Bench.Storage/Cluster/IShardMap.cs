using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Cluster;

/// <summary>
/// Decides which of several servers has a key. All keys of one part are at one server. All connections of a store share
/// it.
/// </summary>
internal interface IShardMap
{
    /// <summary>Servers that have or had keys; a server keeps its index.</summary>
    IReadOnlyList<Endpoint> Nodes { get; }

    /// <summary>Indexes of the servers with keys now.</summary>
    IReadOnlyList<int> Masters { get; }

    /// <summary>The number of the part that a key belongs to.</summary>
    int PartOf(ReadOnlySpan<byte> key);

    /// <summary>The index of the server with a part; −1 if unknown.</summary>
    int OwnerOf(int part);

    /// <summary>The index of the server with a part; −1 if an operation on it must be sent separately.</summary>
    int PlaceOf(int part);

    /// <summary>The keys of a server, such as <c>slots 0 to 5460</c>.</summary>
    string KeysOf(int place);

    /// <summary>Reads the servers of all parts.</summary>
    /// <exception cref="StoreException">No server answers, or the servers are of another kind.</exception>
    void Refresh();

    /// <summary>Notes a redirection for later operations.</summary>
    /// <param name="from">The server that sent the error.</param>
    /// <returns>Null for another error.</returns>
    /// <exception cref="StoreException">No server answers.</exception>
    Redirection? Follow(string error, Endpoint from);
}

/// <summary>A server's reply that another server has a key.</summary>
/// <param name="IsAsk">Whether only the next operation goes there, because the slot is migrating.</param>
internal readonly record struct Redirection(bool IsAsk, int Slot, Endpoint Node);
