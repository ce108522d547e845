using AElf.Bench.Electrum.Chain;

namespace AElf.Bench.Electrum.Indexing.Engines;

/// <summary>The most recently requested histories. Any thread may call it.</summary>
internal sealed class RecentHistories(int most)
{
    private readonly Dictionary<Hash256, LinkedListNode<(Hash256 Key, IReadOnlyList<HistoryEntry> Entries)>> known = [];
    private readonly LinkedList<(Hash256 Key, IReadOnlyList<HistoryEntry> Entries)> order = [];
    private readonly Lock gate = new();

    /// <summary>Finds a history, and marks it as the most recent.</summary>
    public bool TryGet(Hash256 key, out IReadOnlyList<HistoryEntry> entries)
    {
        lock (gate)
        {
            if (!known.TryGetValue(key, out var node))
            {
                entries = [];
                return false;
            }

            order.Remove(node);
            order.AddFirst(node);
            entries = node.Value.Entries;
            return true;
        }
    }

    /// <summary>Stores a history, in place of the least recent one at the maximum.</summary>
    public void Add(Hash256 key, IReadOnlyList<HistoryEntry> entries)
    {
        lock (gate)
        {
            if (!known.TryAdd(key, new((key, entries))))
            {
                return;
            }

            order.AddFirst(known[key]);
            if (known.Count > most)
            {
                known.Remove(order.Last!.Value.Key);
                order.RemoveLast();
            }
        }
    }

    /// <summary>Removes the histories that a block has changed.</summary>
    public void Forget(IEnumerable<Hash256> keys)
    {
        lock (gate)
        {
            foreach (var key in keys)
            {
                if (known.Remove(key, out var node))
                {
                    order.Remove(node);
                }
            }
        }
    }
}
