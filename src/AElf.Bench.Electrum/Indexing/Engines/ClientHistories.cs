using System.Collections.Concurrent;
using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>
/// The histories that answer one client: where the engine's server keeps those of the scripts a client has subscribed
/// to, each is found once, until it changes or the client goes. Any thread may ask.
/// </summary>
public sealed class ClientHistories(IndexEngine engine)
{
    private readonly ConcurrentDictionary<Hash256, IReadOnlyList<HistoryEntry>>? kept =
        engine.Keeps.HasFlag(KeptAnswers.Subscribed) ? new(RandomizedHashes.Comparer) : null;

    public bool IsKeeping => kept is not null;

    /// <summary>Finds the history of a script, and keeps it where the engine's server does.</summary>
    public IReadOnlyList<HistoryEntry> Subscribe(Hash256 script, IndexCosts costs)
    {
        var history = Find(script, costs);
        kept?.TryAdd(script, history);
        return history;
    }

    /// <summary>Finds the history of a script, among those that are kept first.</summary>
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
