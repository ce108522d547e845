using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The subscriptions of a session, and which of them have changed since the last was sent: however long that takes, no
/// more waits than there are subscriptions. The session and the thread that changes the index use it at once.
/// </summary>
internal sealed class Subscriptions
{
    private readonly Lock gate = new();
    private readonly Dictionary<Hash256, ScriptState> sent = new(RandomizedHashes.Comparer);
    private readonly HashSet<Hash256> changed = new(RandomizedHashes.Comparer);
    private bool hasHeaders;
    private bool isTipChanged;

    public int Count
    {
        get
        {
            lock (gate)
            {
                return sent.Count;
            }
        }
    }

    public void AddHeaders()
    {
        lock (gate)
        {
            hasHeaders = true;
        }
    }

    public bool Has(Hash256 script)
    {
        lock (gate)
        {
            return sent.ContainsKey(script);
        }
    }

    /// <summary>Subscribes to a script, or notes which of its statuses was sent.</summary>
    public void Add(Hash256 script, ScriptState status)
    {
        lock (gate)
        {
            sent[script] = status;
        }
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Remove(Hash256 script)
    {
        lock (gate)
        {
            changed.Remove(script);
            return sent.Remove(script);
        }
    }

    /// <summary>Notes a change.</summary>
    /// <returns>Whether any of it is subscribed to.</returns>
    public bool OnChange(IndexChangedEventArgs change)
    {
        lock (gate)
        {
            isTipChanged |= change.IsTipChanged && hasHeaders;
            foreach (var script in change.Scripts)
            {
                if (sent.ContainsKey(script))
                {
                    changed.Add(script);
                }
            }

            return isTipChanged || changed.Count > 0;
        }
    }

    /// <summary>Takes the changes since the last call.</summary>
    /// <param name="tip">Whether the tip has changed.</param>
    /// <param name="scripts">The scripts that may have changed, with the status that was sent last.</param>
    public void TakeChanged(out bool tip, out IReadOnlyList<(Hash256 Script, ScriptState Sent)> scripts)
    {
        lock (gate)
        {
            tip = isTipChanged;
            scripts = [.. changed.Select(script => (script, sent[script]))];
            isTipChanged = false;
            changed.Clear();
        }
    }
}
