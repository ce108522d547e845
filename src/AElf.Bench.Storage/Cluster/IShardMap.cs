using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Storage.Cluster;

/// <summary>
/// Decides which of several servers has a key. Keys of one part are at one server. All connections of a store share it.
/// </summary>
internal interface IShardMap
{
    /// <summary>Servers that had keys at some time; a server keeps its place.</summary>
    IReadOnlyList<Endpoint> Nodes { get; }

    /// <summary>Places of the servers that have keys now.</summary>
    IReadOnlyList<int> Masters { get; }

    /// <summary>The part that a key belongs to.</summary>
    int PartOf(ReadOnlySpan<byte> key);

    /// <summary>The place of the server that has a part; −1 when unknown.</summary>
    int OwnerOf(int part);

    /// <summary>The place of the server that has a part; −1 when an operation on it has to be sent by itself.</summary>
    int PlaceOf(int part);

    /// <summary>The keys that a server has, such as <c>slots 0 to 5460</c>.</summary>
    string KeysOf(int place);

    /// <summary>Reads which server has which part.</summary>
    /// <exception cref="StoreException">No server answers, or servers of another kind.</exception>
    void Refresh();

    /// <summary>Notes a redirection for the operations to come.</summary>
    /// <param name="from">The server that sent the error.</param>
    /// <returns>Whether the error is a redirection.</returns>
    /// <exception cref="StoreException">No server answers.</exception>
    bool TryFollow(string error, Endpoint from, out Redirection redirection);
}

/// <summary>A server's reply that another one has a key.</summary>
/// <param name="IsAsk">Whether only the next operation goes there, since the slot is migrating.</param>
internal readonly record struct Redirection(bool IsAsk, int Slot, Endpoint Node);
