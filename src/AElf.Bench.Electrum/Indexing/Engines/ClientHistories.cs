using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The histories for one client. If the engine's server caches the histories of a client's subscriptions, each history
/// is cached until it changes or the client disconnects. Any thread may call it.
/// </summary>
public sealed class ClientHistories(IndexEngine engine)
{
    private readonly ConcurrentDictionary<Hash256, IReadOnlyList<HistoryEntry>>? kept =
        engine.Keeps.HasFlag(KeptAnswers.Subscribed) ? new(RandomizedHashes.Comparer) : null;

    public IndexEngine Engine => engine;

    public bool IsKeeping => kept is not null;

    /// <summary>Finds the history of a script, and caches it if the engine's server caches it.</summary>
    public IReadOnlyList<HistoryEntry> Subscribe(Hash256 script, IndexCosts costs)
    {
        var history = Find(script, costs);
        kept?.TryAdd(script, history);
        return history;
    }

    /// <summary>Finds the history of a script, first in the cache.</summary>
    public IReadOnlyList<HistoryEntry> Find(Hash256 script, IndexCosts costs)
    {
        if (kept is not null && kept.TryGetValue(script, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        return engine.History(script, costs);
    }

    /// <summary>
    /// Removes the history of a script from the cache: it has changed, or the client has unsubscribed.
    /// </summary>
    public void Forget(Hash256 script) => kept?.TryRemove(script, out _);
}

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
