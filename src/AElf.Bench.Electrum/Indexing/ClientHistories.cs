using System.Collections.Concurrent;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// The histories one client is answered with: where the engine's server keeps those of the scripts a client has
/// subscribed to, they are found once, until they change or the client goes. Any thread may ask.
/// </summary>
/// <param name="engine">The index.</param>
public sealed class ClientHistories(IndexEngine engine)
{
    private readonly ConcurrentDictionary<Hash256, IReadOnlyList<HistoryEntry>>? kept =
        engine.Keeps.HasFlag(KeptAnswers.Subscribed) ? new(RandomizedHashes.Comparer) : null;

    /// <summary>Whether any are kept.</summary>
    public bool IsKeeping => kept is not null;

    /// <summary>The history of a script that the client subscribes to, or has subscribed to.</summary>
    public IReadOnlyList<HistoryEntry> Subscribe(Hash256 script, IndexCosts costs)
    {
        var history = Find(script, costs);
        kept?.TryAdd(script, history);
        return history;
    }

    /// <summary>The history of any script.</summary>
    public IReadOnlyList<HistoryEntry> Find(Hash256 script, IndexCosts costs)
    {
        if (kept is not null && kept.TryGetValue(script, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        return engine.History(script, costs);
    }

    /// <summary>Forgets the history of a script: it has changed, or the client has unsubscribed.</summary>
    public void Forget(Hash256 script) => kept?.TryRemove(script, out _);
}
