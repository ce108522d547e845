namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The subscriptions of a session to subjects of one kind, and the subjects that have changed since the last
/// notification. The number of waiting changes never exceeds the number of subscriptions. The session and the thread
/// that changes the index call it concurrently.
/// </summary>
/// <typeparam name="TSubject">The subject of a subscription.</typeparam>
/// <typeparam name="TState">The last sent state of a subject.</typeparam>
internal sealed class Subscriptions<TSubject, TState>(IEqualityComparer<TSubject>? comparer = null)
    where TSubject : notnull
{
    private readonly Lock gate = new();
    private readonly Dictionary<TSubject, TState> sent = new(comparer);
    private readonly HashSet<TSubject> changed = new(comparer);

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

    public bool Has(TSubject subject)
    {
        lock (gate)
        {
            return sent.ContainsKey(subject);
        }
    }

    /// <summary>Subscribes, or updates the sent state.</summary>
    public void Add(TSubject subject, TState state)
    {
        lock (gate)
        {
            sent[subject] = state;
        }
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns>Whether it was subscribed.</returns>
    public bool Remove(TSubject subject)
    {
        lock (gate)
        {
            changed.Remove(subject);
            return sent.Remove(subject);
        }
    }

    /// <summary>Records a change of the subjects whose state has a property.</summary>
    /// <returns>Whether a change waits to be sent.</returns>
    public bool OnChange(Func<TState, bool> hasProperty)
    {
        lock (gate)
        {
            changed.UnionWith(sent.Where(each => hasProperty(each.Value)).Select(each => each.Key));
            return changed.Count > 0;
        }
    }

    /// <summary>Records changes; ignores subjects without a subscription.</summary>
    /// <returns>Whether a change waits to be sent.</returns>
    public bool OnChange(IReadOnlyCollection<TSubject> subjects)
    {
        lock (gate)
        {
            foreach (var subject in subjects)
            {
                if (sent.ContainsKey(subject))
                {
                    changed.Add(subject);
                }
            }

            return changed.Count > 0;
        }
    }

    /// <summary>Takes the subjects that may have changed since the last call, with their last sent states.</summary>
    public IReadOnlyList<(TSubject Subject, TState Sent)> TakeChanged()
    {
        lock (gate)
        {
            (TSubject, TState)[] taken = [.. changed.Select(subject => (subject, sent[subject]))];
            changed.Clear();
            return taken;
        }
    }
}
